import SetteeValues
import Testing

@Suite struct JSON5Tests {
  @Test func `JSON5 is read`() throws {
    let text = #"""
      // settings
      {
        unquoted: 'single \'quoted\'',
        'k e': "a\
      b\x41\v\0",
        $_ü\u00fc: [+1, .5, 5., 0xFF, -0x1f, Infinity, -Infinity, NaN, 1e3,],
      }
      """#
    #expect(
      try read(text, as: .json5).told == [
        "unquoted=single 'quoted'", "k e=abA\u{B}\0", "$_üü[0]=+1", "$_üü[1]=.5", "$_üü[2]=5.",
        "$_üü[3]=0xFF", "$_üü[4]=-0x1f", "$_üü[5]=Infinity", "$_üü[6]=-Infinity", "$_üü[7]=NaN",
        "$_üü[8]=1e3",
      ])
    let document = try read(text, as: .json5)
    let place = try #require(DocumentPath("$_üü[3]"))
    let hexadecimal = try #require(document.node(at: place))
    #expect(document.literal(of: hexadecimal)?.integer == 255)
  }

  @Test(arguments: [
    "{a b: 1}", "{1a: 1}", "[010]", "[-098]", "[.]", "[0x]", "['a\nb']", "[1 2]", "[,1]", "{,}",
    "[\"\\1\"]", "", "/* open", "{a-b: 1}", "[1e]", "[+]", "[+null]", "{\\u002D: 1}",
  ])
  func `text that isn't JSON5 is rejected`(text: String) {
    #expect(throws: ParseError.self) { try read(text, as: .json5) }
  }

  @Test func `values and new keys follow the style of the file`() throws {
    let text = "{\n  // port\n  port: 0x1F90,\n  name: 'a',\n}\n"
    #expect(
      try edited(
        text, .json5, set("port", .integer(255)), set("name", .text("b")),
        set("host", .text("c")), set("\"x-y\"", .boolean(true)))
        == "{\n  // port\n  port: 0xFF,\n  name: 'b',\n  host: 'c',\n  \"x-y\": true,\n}\n")
    #expect(
      try edited("{'a': 1}", .json5, set("b", .text("it's"))) == "{'a': 1, 'b': \"it's\"}")
    #expect(try edited("{\"a\": 1}", .json5, set("b", .integer(2))) == "{\"a\": 1, \"b\": 2}")
  }

  @Test func `new objects on several lines end with a comma if all others do`() throws {
    let text = "{\n  r: [\n    {\n      x: 1,\n    },\n  ],\n  e: {},\n  l: [1, 2],\n}\n"
    let item = Value.table([Value.Member("x", .integer(2)), Value.Member("y", .integer(3))])
    let edits: [DocumentEdit] = [
      .insert(DocumentPath(keys: "r"), at: 1, item), try set("e.c", .integer(1)),
      try set("n.m.o", .integer(1)),
    ]
    let new = "    {\n      x: 2,\n      y: 3,\n    },\n"
    #expect(
      try edited(text, .json5, edits[0], edits[1], edits[2])
        == "{\n  r: [\n    {\n      x: 1,\n    },\n\(new)  ],\n  e: {\n    c: 1,\n  },\n  l: [1, 2],\n"
        + "  n: {\n    m: {\n      o: 1,\n    },\n  },\n}\n")
    let mixed = text.replacing("1,\n    }", with: "1\n    }")
    #expect(
      try edited(mixed, .json5, edits[1])
        == mixed.replacing("e: {}", with: "e: {\n    c: 1\n  }"))
  }
}

@Suite struct TOML11Tests {
  @Test func `TOML 1.1 is read`() throws {
    let text = """
      at = 07:32
      day = 1979-05-27 07:32Z
      esc = "\\x41\\e"
      t = {
        a = 1, # one
        b = { c = 2 },
      }
      """
    #expect(
      try read(text, as: .toml).told == [
        "at=07:32", "day=1979-05-27 07:32Z", "esc=A\u{1B}", "t.a=1", "t.b.c=2",
      ])
    for wrong in [
      "a = 7:32", "a = 07:3", "a = 07:32.5", "a = \"\\x4\"", "a = {,}", "a = { b = 1,, }",
    ] {
      #expect(throws: ParseError.self) { try read(wrong, as: .toml) }
    }
  }

  @Test func `TOML 1.1 syntax is written only if the file uses it`() throws {
    let text = "t = {\n  a = 1, # one\n}\nu = { a = 1 }\n"
    #expect(
      try edited(text, .toml, set("t.b", .integer(2)), set("u.b", .integer(2)))
        == "t = {\n  a = 1, # one\n  b = 2,\n}\nu = { a = 1, b = 2 }\n")
    #expect(
      try edited("t = {\n  a = 1\n}\n", .toml, set("t.b", .integer(2)), remove("t.a"))
        == "t = {\n  b = 2\n}\n")
    #expect(try edited("a = \"\"\n", .toml, set("a", .text("\u{1B}"))) == "a = \"\\u001B\"\n")
  }
}
