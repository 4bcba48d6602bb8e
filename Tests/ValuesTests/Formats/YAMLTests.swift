import SetteeValues
import Testing

/// Tests how YAML is parsed.
@Suite struct YAMLReadingTests {
  @Test func `every scalar has its path and its text`() throws {
    let document = try read(
      """
      service:
        image: "a:1"   # pinned
        ports: ['80:80', 443]
        command: >-
          one
          two

          three
        env: {A: x, "B": y}
        text: |
          first
            second
      on: push
      "a.b": it''s
      empty:
      """, as: .yaml)
    #expect(
      document.told == [
        "service.image=a:1", "service.ports[0]=80:80", "service.ports[1]=443",
        "service.command=one two\nthree", "service.env.A=x", "service.env.B=y",
        "service.text=first\n  second\n", "on=push", "\"a.b\"=it''s", "empty=",
      ])
  }

  @Test(arguments: [
    ("no", Scalar.ScalarType.text), ("True", .boolean), ("FALSE", .boolean), ("yes", .text),
    ("~", .null), ("Null", .null), ("", .null), ("012", .integer), ("0o17", .integer),
    ("0xFf", .integer), ("-1", .integer), ("1_000", .text), ("1:30", .text), ("1.5", .decimal),
    (".5", .decimal), ("5.", .decimal), ("1e3", .decimal), ("-.inf", .decimal),
    (".NaN", .decimal), ("1.2.3", .text), ("e3", .text), ("+", .text), (".", .text),
    ("2026-01-02", .text), ("'1'", .text), ("!!str 1", .text), ("!!int 1", .integer),
    ("!secret 1", .text),
  ])
  func `a plain scalar has its type of YAML 1.2`(source: String, kind: Scalar.ScalarType) throws {
    let document = try read("a: \(source)\n", as: .yaml)
    #expect(document.nodes[1].form == .value(kind))
  }

  /// libfyaml 0.7.12 can't parse the first of each pair.
  @Test(arguments: [
    ("b:\n-\nurl: hello\n", ["b[0]=", "url=hello"]),
    ("b:\n- a\n- # none\n\n# c\n-\n-\nurl: x\n", ["b[0]=a", "b[1]=", "b[2]=", "b[3]=", "url=x"]),
    ("\u{FEFF}b:\r\n- -\r\n  -\r\nc: |\r\n  -\r\n  x\r\n", ["b[0][0]=", "b[0][1]=", "c=-\nx\n"]),
    ("m:\n  - k:\n    -\n  -\nu: &b x\nv: *b\n", ["m[0].k[0]=", "m[1]=", "u=x", "v=x"]),
    // The end of the file instead of a key.
    ("l:\n- \n\nk:\n- \n", ["l[0]=", "k[0]="]), ("k:\n- a\n-", ["k[0]=a", "k[1]="]),
    ("m:\n  k:\n  - # none\n\n# end\n", ["m.k[0]="]), ("k:\n- -\n", ["k[0][0]="]),
    ("k:\n-\n...\n", ["k[0]="]), ("a: |\n  -\nk:\n-\n", ["a=-\n", "k[0]="]),
  ])
  func `a list that isn't indented can end in an empty item`(
    source: String, told: [String]
  ) throws {
    let document = try read(source, as: .yaml)
    #expect(document.told == told)
    #expect(document.nodes.contains { $0.form == .value(.null) })
  }

  @Test func `a file that declares YAML 1.1 has its Booleans`() throws {
    let document = try read("%YAML 1.1\n---\na: yes\nb: 012\n", as: .yaml)
    #expect(document.nodes[1].form == .value(.boolean))
    #expect(document.literal(of: 1)?.boolean == true)
    // YAML 1.1 reads this as the octal number 10.
    #expect(document.literal(of: 2)?.text == "012")
  }

  @Test func `a block scalar ends according to its header and the file`() throws {
    func text(_ source: String) throws -> String? {
      try read(source, as: .yaml).literal(of: 1)?.text
    }
    #expect(try text("a: |\n  x\n\n") == "x\n")
    #expect(try text("a: |+\n  x\n\n") == "x\n\n")
    #expect(try text("a: |-\n  x\n\n") == "x")
    // libfyaml 0.7.12 adds a line ending to this value.
    #expect(try text("a: |\n  x") == "x")
    #expect(try text("a: |\n") == "")
    #expect(try text("a: |2\n    x\n") == "  x\n")
    #expect(try text("a: >\n  x\n  y\n\n   z\n  w\n") == "x y\n\n z\nw\n")
    #expect(try text("a: |\r\n  x\r\n  y\r\n") == "x\ny\n")
  }

  @Test func `quoted text has its escapes and folded lines`() throws {
    func text(_ source: String) throws -> String? {
      try read(source, as: .yaml).literal(of: 1)?.text
    }
    #expect(try text(#"a: "\t\x41\u00e9\U0001F600\e\_\N""#) == "\tAé😀\u{1B}\u{A0}\u{85}")
    #expect(try text("a: \"one \\\n   two\"\n") == "one two")
    #expect(try text("a: \"one  \n\n  two\"\n") == "one\ntwo")
    #expect(try text("a: 'it''s\n  so'\n") == "it's so")
    #expect(try text("a: plain\n  text\n\n  more\n") == "plain text\nmore")
  }

  @Test(arguments: ["", "\n", "# about\n", "---\n", "--- # x\n...\n", "\u{FEFF}", "...\n"])
  func `a file without values is read, and a first key can be added`(source: String) throws {
    let document = try read(source, as: .yaml)
    #expect(document.told.isEmpty)
    #expect(document.settings.isEmpty && document.disabledSettings.isEmpty)
    for node in document.nodes.indices {
      _ = document.literal(of: node)
      #expect(document.readOnlyReason(of: node) == nil)
    }
    for edit in [DocumentEdit.set(.root, .text("x")), .insert(.root, at: 0, .text("x"))] {
      _ = try? document.changed(by: edit)
    }
    if let new = try? document.changed(by: set("a", .text("x"))).document {
      #expect(new.told == ["a=x"])
    }
  }

  @Test func `several documents are a list`() throws {
    let document = try read("a: 1\n---\n- x\n- y: 2\n...\n", as: .yaml)
    #expect(document.told == ["[0].a=1", "[1][0]=x", "[1][1].y=2"])
    #expect(document.settings.map(\.place.description) == ["[0].a", "[1][0]", "[1][1].y"])
  }

  @Test func `an alias has the value of its anchor`() throws {
    let document = try read("a: &x 1\nb: *x\nc: &y {p: 2}\nd: *y\n", as: .yaml)
    #expect(document.literal(of: 2)?.integer == 1)
    let place = try #require(DocumentPath("d.p"))
    #expect(document.node(at: place).map { document.place(of: $0).description } == "c.p")
  }

  @Test(arguments: [
    ("a: 1\nb: [1\n", 3), ("a: 1\na: 2\n", 2), ("a: b: c\n", 1), ("x: *y\n", 1),
    ("a:\n\tb: 1\n", 2), ("a: 1\r\nb: \r2\n", 2), ("a: 1\nb: \"\\q\"\n", 2),
    ("a: 1\n\u{FEFF}b: 2\n", 2),
  ])
  func `invalid YAML is rejected with its line`(source: String, line: Int) {
    #expect(throws: ParseError.self) { try read(source, as: .yaml) }
    do { _ = try read(source, as: .yaml) } catch let error as ParseError {
      #expect(error.line == line)
    } catch {}
  }

  @Test func `a template is recognized and reported`() throws {
    do {
      _ = try read("x:\n  {{- toYaml .y }}\nz: 1\n", as: .yaml)
      Issue.record("it was read")
    } catch let error as ParseError {
      #expect(error.message.contains("line 2 contains {{, so the file is a template"))
    }
    let document = try read("x: {{ .Values.y }}\nz: 1\n", as: .yaml)
    let z = try #require(DocumentPath("z"))
    #expect(document.node(at: z).flatMap(document.readOnlyReason) == nil)
    #expect(document.readOnlyReason(of: 1)?.message.contains("a template expression") == true)
  }

  @Test func `hostile files are read or rejected within bounds`() throws {
    // libfyaml 0.7.12 hangs on these five bytes.
    #expect(throws: ParseError.self) {
      try Document(reading: Array("%YAM".utf8) + [0xE0], as: .yaml)
    }
    #expect(throws: ParseError.self) { try Document(reading: [0x61, 0x3A, 0, 0x0A], as: .yaml) }
    #expect(throws: ParseError.self) {
      try read(String(repeating: "[", count: 100_000), as: .yaml)
    }
    #expect(throws: ParseError.self) {
      try read(String(repeating: "- ", count: 10_000) + "x\n", as: .yaml)
    }
    #expect(throws: ParseError.self) {
      try read("[" + String(repeating: "x,", count: 300_000) + "]\n", as: .yaml)
    }
    // libfyaml 0.7.12 needs quadratic time for blank lines in a block scalar.
    let blank = String(repeating: "\n", count: 100_000)
    let text = try read("a: |\n  x\n\(blank)  y\n", as: .yaml).literal(of: 1)?.text
    #expect(text == "x\n\(blank)y\n")
    // A document in which each level refers to the previous one nine times. Settee never expands
    // aliases.
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let uses = String(repeating: "*a\(level - 1), ", count: 9)
      bomb += "a\(level): &a\(level) [\(uses)]\n"
    }
    #expect(try read(bomb, as: .yaml).nodes.count < 1000)
  }
}

/// Tests how YAML is edited.
@Suite struct YAMLEditingTests {
  @Test(arguments: [
    ("a: old # why\n", "a", "new", "a: new # why\n"),
    ("a: 'old'\n", "a", "it's", "a: 'it''s'\n"),
    ("a: \"old\"\n", "a", "tab\there", "a: \"tab\\there\"\n"),
    ("a: old\n", "a", "yes", "a: 'yes'\n"),
    ("a: old\n", "a", "1.2.3", "a: 1.2.3\n"),
    ("a: old\n", "a", "07", "a: '07'\n"),
    ("a: old\n", "a", "key: value", "a: 'key: value'\n"),
    ("a: {b: old}\n", "a.b", "x, y", "a: {b: 'x, y'}\n"),
    ("a:\nb: 1\n", "a", "x", "a: x\nb: 1\n"),
    ("a:\n  - b:\n    c: 1\n", "a[0].b", "x", "a:\n  - b: x\n    c: 1\n"),
    ("a: old\nb: 1\n", "a", "one\ntwo\n", "a: |\n  one\n  two\nb: 1\n"),
    ("a: |\n    old\n\nb: 1\n", "a", "one\ntwo", "a: |-\n    one\n    two\n\nb: 1\n"),
    ("a: >\n  old\n  text\n", "a", "new\n", "a: >\n  new\n"),
    ("a: !secret old\n", "a", "no", "a: !secret no\n"),
    ("a: ! old\n", "a", "new", "a: ! new\n"),
    ("a: |\n \t\nb: 1\n", "a", "", "a: ''\n\nb: 1\n"),
    ("a: &x old\n", "a", "new", "a: &x new\n"),
    ("a: 1\r\nb: old\r\n", "b", "new", "a: 1\r\nb: new\r\n"),
    ("a: old", "a", "new", "a: new"),
    ("just text\n", "", "other", "other\n"),
  ])
  func `a string replaces exactly the old one`(
    source: String, path: String, text: String, result: String
  ) throws {
    let place = path.isEmpty ? .root : try #require(DocumentPath(path))
    #expect(try edited(source, .yaml, .set(place, .text(text))) == result)
  }

  @Test func `a Boolean keeps the spelling of the old value`() throws {
    #expect(try edited("a: True\n", .yaml, set("a", .boolean(false))) == "a: False\n")
    #expect(try edited("a: ON\n", .yaml, set("a", .boolean(false))) == "a: OFF\n")
    #expect(try edited("a: x\n", .yaml, set("a", .boolean(true))) == "a: true\n")
    #expect(try edited("a: '1'\n", .yaml, set("a", .integer(2))) == "a: 2\n")
  }

  @Test func `a number that YAML 1.1 reads differently is rejected`() throws {
    #expect(
      try edited("a: 1\n", .yaml, set("a", .source("012")))
        == "refused: '012' is 12 in YAML 1.2 and 10 in YAML 1.1")
  }

  @Test(arguments: [
    ("a: 1\n\n# other\nb: 2\n", "c", "a: 1\n\n# other\nb: 2\nc: x\n"),
    ("m:\n    a: 1\n", "m.b.c", "m:\n    a: 1\n    b:\n        c: x\n"),
    ("m: {a: 1}\n", "m.b", "m: {a: 1, b: x}\n"),
    ("m: {}\n", "m.b", "m: {b: x}\n"),
    ("m: # later\nn: 1\n", "m.b", "m: # later\n  b: x\nn: 1\n"),
    ("m: null\nn: 1\n", "m.b", "m:\n  b: x\nn: 1\n"),
    ("l:\n- a: 1\n- a: 2\n", "l[0].b", "l:\n- a: 1\n  b: x\n- a: 2\n"),
    ("", "a", "a: x\n"),
    ("# about\n", "a", "# about\na: x\n"),
    ("a: 1\n---\nb: 2\n", "[0].c", "a: 1\nc: x\n---\nb: 2\n"),
  ])
  func `a new key is added after the last key of its mapping`(
    source: String, path: String, result: String
  ) throws {
    #expect(try edited(source, .yaml, set(path, .text("x"))) == result)
  }

  @Test(arguments: [
    ("a: 1\nb: 2 # two\nc: 3\n", "b", "a: 1\nc: 3\n"),
    ("m:\n  a: 1\nn: 2\n", "m.a", "m: {}\nn: 2\n"),
    ("l:\n  # one\n  - a\n  - b\n", "l[0]", "l:\n  - b\n"),
    ("l: [a, b]\n", "l[1]", "l: [a]\n"),
    ("- a: 1\n  b: 2\n", "[0].a", "- b: 2\n"),
  ])
  func `removing an entry removes its lines`(
    source: String, path: String, result: String
  ) throws {
    #expect(try edited(source, .yaml, remove(path)) == result)
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", "a", "'a' is also used as *x in line 2"),
    ("a: &x 1\nb: *x\n", "b", "'b' is an alias of &x in line 1"),
    ("? a\n: 1\n", "a", "Can't change 'a': its key is written with '?'"),
    (
      "a: !!python/name:x\n", "a", "Can't change 'a': its value is only the tag !!python/name:x"
    ),
    ("a: 1\n---\nb: 1\n", "a", "the file has 2 documents"),
  ])
  func `a change that isn't safe is rejected with the reason`(
    source: String, path: String, reason: String
  ) throws {
    #expect(try edited(source, .yaml, set(path, .text("x"))) == "refused: \(reason)")
  }

  @Test func `a new item is separated as the others are`() throws {
    let text = "a:\n  - x: 1\n\n  - x: 2\n\nb: 1\n"
    let item = Value.table([Value.Member("x", .integer(3))])
    let list = DocumentPath(keys: "a")
    #expect(
      try edited(text, .yaml, .insert(list, at: 2, item))
        == "a:\n  - x: 1\n\n  - x: 2\n\n  - x: 3\n\nb: 1\n")
    #expect(
      try edited(text, .yaml, .insert(list, at: 0, item))
        == "a:\n  - x: 3\n\n  - x: 1\n\n  - x: 2\n\nb: 1\n")
    #expect(
      try edited("a:\n- 1\n- 2\n\nb: 1\n", .yaml, .insert(list, at: 2, .integer(3)))
        == "a:\n- 1\n- 2\n- 3\n\nb: 1\n")
  }

  @Test(arguments: ["-----", "##########"])
  func `a heading in a box above an item stays if the item doesn't`(rule: String) throws {
    let box = "  # \(rule)\n  # YAML\n  # \(rule)\n"
    let (head, new) = ("l:\n  - k: a\n", "  - k: d\n")
    let (b, c) = ("  # b\n  - k: b\n", "  - k: c\n")
    let item = Value.table([Value.Member("k", .text("d"))])
    let list = DocumentPath(keys: "l")
    let text = head + box + b + c
    #expect(try edited(text, .yaml, remove("l[1]")) == head + box + c)
    #expect(try edited(text, .yaml, .insert(list, at: 1, item)) == head + new + box + b + c)
    func moved(_ place: String, _ target: Int) throws -> String {
      try edited(text, .yaml, .move(try #require(DocumentPath(place)), to: target))
    }
    #expect(try moved("l[2]", 0) == "l:\n" + c + "  - k: a\n" + box + b)
    #expect(try moved("l[1]", 0) == "l:\n" + b + "  - k: a\n" + box + c)
    #expect(try moved("l[1]", 2) == head + box + c + b)
    #expect(try edited(head + box + b, .yaml, remove("l[1]")) == head + box)
    let rootBox = "# \(rule)\n# YAML\n# \(rule)\n"
    #expect(try edited(rootBox + "- a\n- b\n", .yaml, remove("[0]")) == rootBox + "- b\n")
    let root = "- a\n\(rootBox)\n- b\n\n\(rootBox)- c\n"
    #expect(
      try edited(root, .yaml, .move(try #require(DocumentPath("[2]")), to: 0))
        == "- c\n\(rootBox)\n- a\n\n- b\n\(rootBox)")
  }

  @Test func `a new list is written as most lists with its key are`() throws {
    let text = "a:\n  e:\n    - A=1\n  c: [x, y]\n  p: [z]\nb:\n  i: 1\n"
    let list = Value.list([.text("w")])
    #expect(try edited(text, .yaml, set("b.e", list)) == text + "  e:\n    - w\n")
    #expect(try edited(text, .yaml, set("b.c", list)) == text + "  c: [w]\n")
    #expect(try edited(text, .yaml, set("b.q", list)) == text + "  q: [w]\n")
  }
}
