import SetteeValues
import Testing

@Suite struct TableRemovalTests {
  @Test func `a table is removed with its header, subtables, and comments`() throws {
    let toml = """
      # top
      [a]
      y = 1

      # about b
      [a.b] # behind
      # about z
      z = 2
      [a.b.c]
      w = 3
      # last

      # about d
      [d]
      q = 1

      """
    #expect(
      try edited(toml, .toml, remove("a.b")) == "# top\n[a]\ny = 1\n\n# about d\n[d]\nq = 1\n")
    #expect(
      try edited("[a.b]\nz = 1\n\n[d]\nq = 1\n", .toml, remove("a")) == "[d]\nq = 1\n")
  }

  @Test func `other tables between those of a removed table stay`() throws {
    #expect(
      try edited("[a.b]\nz = 1\n[d]\nq = 1\n[a.b.c]\nw = 1\n[a]\ny = 1\n", .toml, remove("a.b"))
        == "[d]\nq = 1\n[a]\ny = 1\n")
    #expect(
      try edited(
        "[r \"o\"]\n\tu = 1\n[c]\n\te = 1\n# second\n[r \"o\"]\n\tu = 2\n[r]\n\tp = 1\n", .git,
        remove("r.o")) == "[c]\n\te = 1\n[r]\n\tp = 1\n")
  }

  @Test func `a table in an item of a list is removed`() throws {
    #expect(
      try edited("[[l]]\nx = 1\n[l.t]\ny = 1\n[[l]]\nx = 2\n", .toml, remove("l[0].t"))
        == "[[l]]\nx = 1\n[[l]]\nx = 2\n")
  }
}
