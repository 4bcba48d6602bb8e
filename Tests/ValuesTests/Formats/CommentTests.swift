import SetteeValues
import Testing

@Suite struct CommentTests {
  @Test func `a commented-out setting is a row of its table`() throws {
    let text = """
      # Prose with a = sign in it.
      #root = 1
      [a]
      # About b.
      #b = "x" # unit
      c = 2
      #c = 3
      #[d]
      #e = [
      #  1,
      #]
      #[[f]]
      #g = 1
      """
    let rows = try read(text, as: .toml).disabledSettings
    #expect(rows.map(\.place.description) == ["root", "a.b", "d.e"])
    #expect(rows.map(\.literal.source) == ["1", "\"x\"", "[\n  1,\n]"])
    #expect(rows[1].commentsAbove == ["# About b."])
    #expect(rows.map(\.isInItsTable) == [true, true, false])
  }

  @Test func `setting a commented-out row adds a line below it, or in its table`() throws {
    #expect(
      try edited("[a]\n  # Why.\n  #b = 1 # unit\nc = 2\n", .toml, set("a.b", .integer(5)))
        == "[a]\n  # Why.\n  #b = 1 # unit\n  b = 5\nc = 2\n")
    #expect(
      try edited("[a]\nc = 2\n#[d]\n#e = 1\n", .toml, set("d.e", .integer(5)))
        == "[a]\nc = 2\n#[d]\n#e = 1\n\n[d]\ne = 5\n")
    #expect(
      try edited("#port = 5432\n", .postgres, set("port", .integer(1)))
        == "#port = 5432\nport = 1\n")
  }

  @Test(arguments: ["", "---\n", "# Sample\n\n"])
  func `a row of a YAML file without other settings can be set`(start: String) throws {
    let source = start + "# port: 1\n# name: x\n"
    #expect(
      try edited(source, .yaml, set("port", .integer(5)))
        == start + "# port: 1\nport: 5\n# name: x\n")
    #expect(try edited(source, .yaml, set("name", .text("web"))) == source + "name: web\n")
  }

  @Test func `a setting is not added inside a multiline value`() throws {
    let text = "[a]\nx = 1\n    y\n    #z = 1\n    w\n"
    #expect(
      try edited(text, .python, set("a.z", .text("2"))) == text + "z = 2\n")
  }

  @Test func `prose with a different space after the comment sign is not a row`() throws {
    let prose = (0..<20).map { "# word\($0) = is prose here\n" }.joined()
    let rows = (0..<20).map { "#key\($0) = \($0)\n" }.joined()
    #expect(try read(rows + "# note = 1\n", as: .flat).disabledSettings.count == 20)
    #expect(try read(rows + prose, as: .flat).disabledSettings.count == 40)
  }

  @Test func `comments belong to the setting directly below or on the same line`() throws {
    let document = try read("# one\n# two\na = 1 # three\n\n# four\n\n[t] # five\n", as: .toml)
    let ownership = CommentAttachment(document)
    #expect(ownership.comments(above: 1) == ["# one", "# two"])
    #expect(ownership.comments(behind: 1) == ["# three"])
    #expect(ownership.comments(behind: 2) == ["# five"])
    #expect(ownership.comments(above: 2).isEmpty)
  }

  @Test func `a comment indented deeper than the next setting doesn't belong to it`() throws {
    let text = "[a]\nb = 1 # one\n      # two\n# of c\n#   more\n  # and more\nc = 2\n"
    let document = try read(text, as: .ini)
    let place = try #require(DocumentPath("a.c"))
    let c = try #require(document.node(at: place))
    #expect(CommentAttachment(document).comments(above: c) == ["# of c", "#   more"])
    #expect(try edited(text, .ini, remove("a.b")) == text.replacing("b = 1 # one\n", with: ""))
  }

  @Test func `a title is framed by lines of comment signs or enclosed in them`() throws {
    let text = """
      ####################
      # Fonts and colours
      ####################
      # --- prose
      size = 1
      ## Title without an end
      #------
      # one of two lines
      # in a box
      #------
      #key = 2 ##
      #### NETWORK ####
      port = 1 ## no ##
      #=== 123 ===#
      """
    #expect(
      try read(text, as: .flat).titles.map(\.name.text) == ["Fonts and colours", "NETWORK"])
    #expect(try read("[s]\n## Title ##\na = 1\n", as: .ini).titles.isEmpty)
    #expect(try read("{} // ## Title ##\n", as: .jsonc).titles.isEmpty)
  }

  @Test func `a comment above stays when its setting is removed`() throws {
    #expect(
      try edited("# of a\na = 1 # x\nb = 2\n", .toml, remove("a")) == "# of a\nb = 2\n")
  }
}
