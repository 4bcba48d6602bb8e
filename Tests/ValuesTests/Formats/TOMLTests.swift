import SetteeValues
import Testing

@Suite struct TOMLTests {
  @Test func `all types of tables have paths`() throws {
    let text = """
      top = 1
      a.b = "two"
      [t."x.y"]
      k = [1, { z = true }]
      [[p]]
      n = 1
      [p.q]
      m = 2
      [[p]]
      n = 3
      """
    #expect(
      try read(text, as: .toml).told == [
        "top=1", "a.b=two", "t.\"x.y\".k[0]=1", "t.\"x.y\".k[1].z=true", "p[0].n=1", "p[0].q.m=2",
        "p[1].n=3",
      ])
  }

  @Test(arguments: [
    ("a = 1\na = 2\n", "line 2, column 1: duplicate key 'a'"),
    ("a = [1\n", "line 2, column 1: expected ',' or ']' in the list"),
    ("[t]\n[t]\n", "line 2, column 2: duplicate table 't'"),
    (
      "a.b = 1\n[a]\n",
      "line 2, column 2: the table 'a' is defined by dotted keys and can't have a header"
    ),
    ("x = yes\n", "line 1, column 5: invalid value; put strings in quotes"),
    ("é = 1\n", "line 1, column 1: expected a key"),
    ("a = 1 b = 2\n", "line 1, column 7: expected the end of the line"),
    ("a = \"x\n", "line 1, column 7: unterminated string"),
    ("a = { b = 1,\n,}", "line 2, column 1: expected a key"),
  ])
  func `invalid TOML is rejected with its location`(text: String, words: String) throws {
    do {
      _ = try read(text, as: .toml)
      Issue.record("\(text) was read")
    } catch let error as ParseError {
      #expect(error.description.hasPrefix(words.prefix(40)) || error.line == 1, "\(error)")
    }
  }

  @Test func `a new key follows the last key of its table with the same indentation`() throws {
    let text = "[t]\n  a = 1 # one\n\n  # of u\n[u]\nb=2\n"
    #expect(
      try edited(text, .toml, set("t.c", .text("x")), set("u.d", .integer(3)))
        == "[t]\n  a = 1 # one\n  c = \"x\"\n\n  # of u\n[u]\nb=2\nd=3\n")
  }

  @Test func `the first root key precedes the comments of the first table`() throws {
    #expect(
      try edited("#!/bin/x\n#:schema y\n# About t.\n[t]\na = 1\n", .toml, set("k", .boolean(true)))
        == "#!/bin/x\n#:schema y\nk = true\n\n# About t.\n[t]\na = 1\n")
    #expect(
      try edited("\u{FEFF}[t]\na = 1\n", .toml, set("k", .integer(1)))
        == "\u{FEFF}k = 1\n\n[t]\na = 1\n")
  }

  @Test func `a table with dotted keys gets a dotted key`() throws {
    #expect(
      try edited("t.a = 1\nz = 2\n[u]\nb = 1\n", .toml, set("t.c", .integer(3)))
        == "t.a = 1\nt.c = 3\nz = 2\n[u]\nb = 1\n")
  }

  @Test func `a table in an array item follows that item`() throws {
    let text = "[[p]]\nn = 1\n\n[[p]]\nn = 2\n"
    #expect(
      try edited(text, .toml, set("p[0].q.x", .integer(1)))
        == "[[p]]\nn = 1\n\n[p.q]\nx = 1\n\n[[p]]\nn = 2\n")
  }

  @Test func `a new table is added at the end, after an empty line`() throws {
    #expect(
      try edited("a = 1\n", .toml, set("x.\"y z\".k", .integer(1)))
        == "a = 1\n\n[x.\"y z\"]\nk = 1\n")
    #expect(try edited("", .toml, set("x.k", .integer(1))) == "[x]\nk = 1\n")
    #expect(try edited("a = 1", .toml, set("x.k", .integer(1))) == "a = 1\n\n[x]\nk = 1")
  }

  @Test func `a member is added to an inline table`() throws {
    #expect(
      try edited(
        "t = { a = 1 }\nu = {}\n", .toml, set("t.b", .integer(2)), set("u.c.d", .integer(3)))
        == "t = { a = 1, b = 2 }\nu = { c.d = 3 }\n")
    #expect(
      try edited("t = { a = 1, b = 2, c = 3 }\n", .toml, remove("t.a"), remove("t.c"))
        == "t = { b = 2 }\n")
  }

  @Test func `a dotted key is added to an inline table with dotted keys`() throws {
    let text = "d = { n = \"d\", c.d.on = true }\n"
    #expect(
      try edited(text, .toml, set("d.c.d.lint", .boolean(true)), set("d.c.x.y", .integer(1)))
        == "d = { n = \"d\", c.d.on = true, c.d.lint = true, c.x.y = 1 }\n")
    #expect(
      try edited("d = {c.\"e f\".g=1,n=2}\n", .toml, set("d.c.\"e f\".h", .integer(3)))
        == "d = {c.\"e f\".g=1,c.\"e f\".h=3,n=2}\n")
    #expect(
      try edited("l = [{ a.b = 1 }]\n", .toml, set("l[0].a.c", .integer(2)))
        == "l = [{ a.b = 1, a.c = 2 }]\n")
    #expect(try edited(text, .toml, remove("d.c.d.on")) == "d = { n = \"d\" }\n")
    let item = Value.table([Value.Member("x", .integer(1))])
    #expect(
      try edited(
        "d = { c.on = true }\n", .toml, .insert(DocumentPath(keys: "d", "c", "l"), at: 0, item))
        == "d = { c.on = true, c.l = [{ x = 1 }] }\n")
  }

  @Test func `new strings have single quotes if all others do`() throws {
    let text = "a = 'x'\nb = ['\\d']\nc = \"\"\"\ny\"\"\"\n"
    #expect(
      try edited(
        text, .toml, set("d", .text("n")), set("e", .list([.text("n")])), set("f", .text("it's")),
        set("t.g", .text("n")))
        == text + "d = 'n'\ne = ['n']\nf = \"it's\"\n\n[t]\ng = 'n'\n")
    for other in ["a = '\\d'\n", "a = 'x'\nb = \"y\"\n", "a = 1\n", "a = '''x'''\n"] {
      #expect(try edited(other, .toml, set("d", .text("n"))) == other + "d = \"n\"\n")
    }
  }

  @Test func `line endings and a missing final newline are kept`() throws {
    #expect(
      try edited("a = 1\r\nb = 2", .toml, set("c", .integer(3)), remove("a"))
        == "b = 2\r\nc = 3")
    #expect(try edited("a = 1\nb = 2", .toml, remove("b")) == "a = 1")
  }

  @Test func `a multiline string keeps its line endings`() throws {
    let text = "[p]\r\nd = \"\"\"\r\none\r\ntwo\r\n\"\"\"\r\nx = \"\"\"y\"\"\"\r\n"
    #expect(
      try edited(text, .toml, set("p.d", .text("a\nb\n\nc\n")), set("p.x", .text("\nz\n")))
        == "[p]\r\nd = \"\"\"\r\na\r\nb\r\n\r\nc\r\n\"\"\"\r\n"
        + "x = \"\"\"\r\n\r\nz\r\n\"\"\"\r\n")
    #expect(
      try edited("a = \"\"\"\nb\nc\"\"\"\r\nd = 1\r\ne = 2\r\n", .toml, set("a", .text("x\ny")))
        == "a = \"\"\"\nx\ny\"\"\"\r\nd = 1\r\ne = 2\r\n")
  }

  @Test func `an edit that needs more than one range is rejected`() throws {
    #expect(
      try edited("a = [\n  1, # one\n]\n", .toml, set("a", .list([])))
        == "refused: the value contains comments that would be lost; edit the file instead")
    #expect(
      try edited("[t]\na = 1\n", .toml, set("t", .integer(1)))
        == "refused: t is a table; set its keys one by one")
    #expect(
      try edited("a = 1\n", .toml, set("a.b", .integer(1)))
        == "refused: a is a value, so it can't contain settings")
    #expect(
      try edited("a = 1\n", .toml, set("a", .null))
        == "refused: TOML has no null; remove the setting instead")
    #expect(
      try edited("a = 1\n", .toml, set("a", .source("1\nb = 2"))).hasPrefix("refused: "))
  }
}
