import SetteeValues
import Testing

@Suite struct LineTests {
  @Test func `git sections, continuations and valueless keys are parsed like git`() throws {
    let text = "[Core] editor = vim ; yes\n[remote \"O.k\"]\n\turl = \"a;b\" c\\\n d # x\n\tbare\n"
    let document = try read(text, as: .git)
    #expect(
      document.told == ["Core.editor=vim", "remote.\"O.k\".url=a;b c d", "remote.\"O.k\".bare="])
    #expect(document.node(at: DocumentPath(keys: "core", "EDITOR")) != nil)
    #expect(document.node(at: DocumentPath(keys: "remote", "o.k", "url")) == nil)
  }

  @Test func `git values are quoted if necessary, and a valueless key is set to false`() throws {
    #expect(
      try edited("[core] editor = vim\n", .git, set("core.editor", .text("code # x")))
        == "[core] editor = \"code # x\"\n")
    #expect(
      try edited("[a]\n\tb ; why\n", .git, set("a.b", .boolean(false)))
        == "[a]\n\tb = false ; why\n")
    #expect(try edited("[a]\n\tb\n", .git, set("a.b", .boolean(true))) == "[a]\n\tb\n")
    #expect(
      try edited(
        "[core] editor = vim\n", .git, remove("core.editor"), set("core.pager", .text("x")))
        == "[core]\n\tpager = x\n")
    #expect(
      try edited("", .git, set("remote.\"a\\\"b\".url", .text("u")))
        == "[remote \"a\\\"b\"]\n\turl = u\n")
  }

  @Test func `an edit changes the effective line of a repeated key`() throws {
    #expect(
      try edited(
        "[a]\nx=1\n[b]\n[a]\nx=2\n", .ini, set("a[1].x", .text("3")), set("a[1].y", .text("4")))
        == "[a]\nx=1\n[b]\n[a]\nx=3\ny=4\n")
    #expect(
      try edited("Port 1\nPort 2\n", .sshd, set("port", .integer(3))) == "Port 3\nPort 2\n")
    #expect(
      try edited("[a]\nx=1\nx=2\n", .systemd, set("a.x[0]", .text("5"))) == "[a]\nx=5\nx=2\n")
  }

  @Test func `repeated keys are a list in formats that define it`() throws {
    func elements(_ text: String, _ format: Format, _ place: String) throws -> [String] {
      let document = try read(text, as: format)
      let wanted = try #require(DocumentPath(place))
      let node = try #require(document.node(at: wanted))
      return document.elements(of: document.lines(of: node)).map {
        document.literal(of: $0)?.text ?? ""
      }
    }
    let sshd = "AcceptEnv LANG\nacceptenv LC_*\nBanner a\nBanner b\nMatch User x\nAcceptEnv X\n"
    #expect(try elements(sshd, .sshd, "AcceptEnv") == ["LANG", "LC_*"])
    #expect(try elements(sshd, .sshd, "Banner") == ["a"])
    let unit = "[S]\nExec=a\nExec=b\nExec=\nExec=c\n\nExec=d\n"
    #expect(try elements(unit, .systemd, "S.Exec") == ["c", "d"])
    #expect(try elements("[a]\nx = 1\nx = 2\n", .git, "a.x") == ["1", "2"])
  }

  @Test func `a lone carriage return is not a line ending, and such a line is read-only`() throws {
    let error = #expect(throws: ParseError.self) { try read("a = 1\rb = 2\r", as: .ini) }
    #expect(error?.line == 1 && error?.column == 6)
    let text = "a = 1\rb = 2\nc = 3\n"
    for edit in [try set("a", .integer(5)), try remove("a")] {
      #expect(
        try edited(text, .ini, edit).hasPrefix("refused: the line contains a carriage return"))
    }
    #expect(try edited(text, .ini, set("c", .integer(4))) == "a = 1\rb = 2\nc = 4\n")
    #expect(
      try edited("a = 1\r\nc = 3\r\n", .ini, set("c", .integer(4))) == "a = 1\r\nc = 4\r\n")
  }

  @Test func `a new line uses the most common separator`() throws {
    #expect(
      try edited(
        "Port 22\nUsePAM yes\nSubsystem\tsftp\n", .sshd, set("X11Forwarding", .boolean(true)))
        == "Port 22\nUsePAM yes\nSubsystem\tsftp\nX11Forwarding yes\n")
    #expect(
      try edited("Port\t22\nUsePAM\tyes\n", .sshd, set("X11Forwarding", .boolean(true)))
        == "Port\t22\nUsePAM\tyes\nX11Forwarding\tyes\n")
  }

  @Test(arguments: [
    ("Banner", "/etc/is sue", "\"/etc/is sue\""), ("Banner", "/it's", "\"/it's\""),
    ("PidFile", "/a\\b", "\"/a\\\\b\""), ("Banner", "/a#b", "/a#b"),
    ("AuthorizedKeysFile", ".ssh/a .ssh/b", ".ssh/a .ssh/b"),
    ("ForceCommand", "/a b # c", "/a b # c"), ("VersionAddendum", "\"x\"", "\"x\""),
    ("forcecommand", "a \"b c\"", "a \"b c\""),
  ])
  func `a value of sshd is quoted only if its key has one word as its value`(
    key: String, value: String, written: String
  ) throws {
    let text = "Port 22\n\(key) x # y\n"
    for text in [text, "Port 22\n"] {
      let new = try edited(text, .sshd, set(key, .text(value)))
      #expect(new.hasPrefix("Port 22\n\(key) \(written)"), "\(new)")
      #expect(try read(new, as: .sshd).told.last?.hasPrefix("\(key)=\(value)") == true)
    }
  }

  @Test(arguments: [
    ("User", ""), ("ProxyCommand", ""), ("ProxyCommand", "a 'b"), ("ProxyCommand", " a"),
    ("IdentityFile", "a\nb"),
  ])
  func `a value that ssh rejects is invalid`(key: String, value: String) throws {
    let document = try read("Host h\n    Port 1\n", as: .lines(.ssh))
    let error = #expect(throws: EditError.self) {
      try document.changed(by: set("Host h.\(key)", .text(value)))
    }
    #expect(error?.isInvalidValue == true, "\(String(describing: error))")
  }

  @Test func `quotes and comment characters are part of a command of ssh`() throws {
    let text =
      "Host h\n    ProxyCommand nc \"a b\" # c\n    LocalCommand \"a b\"\n    User \"a b\" # c\n"
    #expect(
      try read(text, as: .lines(.ssh)).told == [
        "Host h.ProxyCommand=nc \"a b\" # c", "Host h.LocalCommand=\"a b\"", "Host h.User=a b",
      ])
  }

  @Test func `comments inside a continued systemd line are kept`() throws {
    let text = "[S]\nExec=a \\\n# why\n  b\nX=1\n"
    #expect(try read(text, as: .systemd).told == ["S.Exec=a  b", "S.X=1"])
    #expect(
      try edited(text, .systemd, set("S.Exec", .text("c"))).hasPrefix("refused: the value contains")
    )
    #expect(try edited(text, .systemd, set("S.X", .text("2"))).hasSuffix("X=2\n"))
  }

  @Test func `indented lines continue a Python value`() throws {
    let text = "[t]\nlist =\n    a\n    b\nx = 1\n"
    #expect(try read(text, as: .python).told == ["t.list=\na\nb", "t.x=1"])
    #expect(
      try edited(text, .python, set("t.list", .text("\nc\nd")), set("t.y", .text("2")))
        == "[t]\nlist =\n    c\n    d\nx = 1\ny = 2\n")
  }

  @Test func `comments inside a Python value stay with the line below`() throws {
    let text = "[t]\nlist =\n    # one\n    a\n    # two\n      b\nx = 1\n"
    for (new, wanted) in [
      ("\na\nc", "\n    # one\n    a\n    # two\n    c"),
      ("\nnew\na\nb", "\n    new\n    # one\n    a\n    # two\n      b"),
      ("\na\nmid\nb", "\n    # one\n    a\n    mid\n    # two\n      b"),
      ("\nb", "\n    # one\n    # two\n      b"),
      ("\na\nb\nc\nd", "\n    # one\n    a\n    # two\n      b\n    c\n    d"),
      ("word", "word\n    # one\n    # two"),
    ] {
      let isWord = !new.hasPrefix("\n")
      #expect(
        try edited(text, .python, set("t.list", .text(new)))
          == "[t]\nlist =\(isWord ? " " : "")\(wanted)\nx = 1\n")
    }
    let windows = text.replacing("\n", with: "\r\n")
    #expect(
      try edited(windows, .python, set("t.list", .text("\nb")))
        == "[t]\r\nlist =\r\n    # one\r\n    # two\r\n      b\r\nx = 1\r\n")
    #expect(
      try edited(text, .python, set("t.list", .text("\na\n# c"))).hasPrefix("refused: this string"))
  }

  @Test func `translations in a desktop entry are separate keys`() throws {
    let text = "[Desktop Entry]\nName=A\nName[de]=B\n"
    #expect(
      try edited(text, .desktop, set("Desktop Entry.\"Name[de]\"", .text(" C\n")))
        == "[Desktop Entry]\nName=A\nName[de]=\\sC\\n\n")
  }

  @Test func `a color is not a comment, and a comment after a value is kept`() throws {
    #expect(
      try edited("[c]\na = #fff ; white\n", .ini, set("c.a", .text("#000")))
        == "[c]\na = #000 ; white\n")
    #expect(try edited("[c]\na = 1\n", .ini, set("c.a", .text("x ; y"))).hasPrefix("refused"))
  }

  @Test func `an invalid line prevents additions but not changes`() throws {
    let text = "[a]\nx=1\nwhat is this\n"
    #expect(try edited(text, .ini, set("a.x", .text("2"))) == "[a]\nx=2\nwhat is this\n")
    #expect(
      try edited(text, .ini, set("a.y", .text("2")))
        == "refused: line 3 can't be parsed, so new settings can't be added; existing ones can be "
        + "changed")
  }

  @Test func `a PostgreSQL value is quoted if necessary, and keeps its unit`() throws {
    #expect(
      try edited(
        "work_mem = 4MB\t# x\nport 5432\n", .postgres, set("WORK_MEM", .text("8MB")),
        set("port", .integer(1)), set("search_path", .text("it's, a")))
        == "work_mem = 8MB\t# x\nport 1\nsearch_path 'it''s, a'\n")
  }

  @Test func `sshd scopes have separate paths, and a new line precedes the first scope`() throws {
    let text = "PermitRootLogin no\n\nMatch User a\n    X11Forwarding yes\n"
    let document = try read(text, as: .sshd)
    #expect(document.told == ["PermitRootLogin=no", "Match User a.X11Forwarding=yes"])
    #expect(
      try edited(text, .sshd, set("Port", .integer(22)), set("Match User a.Banner", .text("none")))
        == "PermitRootLogin no\nPort 22\n\nMatch User a\n    X11Forwarding yes\n    Banner none\n")
  }

  @Test func `a Redis value is quoted if it is empty or has special characters`() throws {
    #expect(
      try edited(
        "logfile \"\"\nsave 900 1\n", .redis, set("logfile", .text("a b")), set("save", .text("")))
        == "logfile \"a b\"\nsave \"\"\n")
  }

  @Test func `environment files keep their quotes, and references are read-only`() throws {
    let text = "export A=1 # one\nB='x'\nC=\"$A/b\"\nD=\"two\nlines\"\n"
    let document = try read(text, as: .env)
    #expect(document.told == ["A=1", "B=x", "C=\"$A/b\"", "D=two\nlines"])
    #expect(
      try edited(text, .env, set("A", .text("a b")), set("B", .text("$y")), remove("D"))
        == "export A=\"a b\" # one\nB='$y'\nC=\"$A/b\"\n")
    #expect(
      try edited(text, .env, set("C", .text("z")))
        == "refused: the value refers to other variables; edit the file instead")
  }

  @Test func `bytes that aren't UTF-8 are kept outside of the value`() throws {
    let bytes = Array("# caf".utf8) + [0xE9, 0x0A] + Array("x = 1\n".utf8)
    let document = try Document(reading: bytes, as: .flat)
    let after = try document.changed(by: set("x", .integer(2))).document
    #expect(after.bytes == bytes.dropLast(2) + [0x32, 0x0A])
  }

  @Test func `a new line is aligned with the lines around it`() throws {
    #expect(
      try edited("[a]\nlong_key = 1\nkey      = 2\n", .ini, set("a.other", .integer(3)))
        == "[a]\nlong_key = 1\nkey      = 2\nother    = 3\n")
  }

  @Test func `a new variable has export only if most of the others have it`() throws {
    let text = "A=1\nB=2\nexport C=3\n"
    #expect(try edited(text, .env, set("D", .text("4"))) == text + "D=4\n")
    let exports = "export A=1\nexport B=2\nC=3\n"
    #expect(try edited(exports, .env, set("D", .text("4"))) == exports + "export D=4\n")
    let prefixed = "a.b = 1\na.c = 1\n-a.d = 1\n"
    #expect(
      try edited(prefixed, .lines(.sysctl), set("e", .text("2"))) == prefixed + "e = 2\n")
  }

  @Test(
    arguments: [
      ("a'b\"c", #""a'b\"c""#), ("it's $HOME", #""it's \$HOME""#), ("'`\\", #""'\`\\""#),
      ("$HOME", "'$HOME'"), ("it's", "\"it's\""),
    ])
  func `a text with both quotes is written with escapes`(text: String, written: String) throws {
    let new = try edited("A=1\n", .env, set("A", .text(text)))
    #expect(new == "A=\(written)\n")
    let document = try read(new, as: .env)
    #expect(document.told == ["A=\(text)"])
  }

  @Test func `a host that isn't in an ssh configuration is a new section`() throws {
    let document = try read("Host *\n  User a\n", as: .lines(.ssh))
    #expect(
      document.place(ofNew: DocumentPath(keys: "Host web"), quoted: [0])
        == DocumentPath(keys: "Host web"))
    #expect(
      document.place(ofNew: DocumentPath(keys: "Port")) == DocumentPath(keys: "Host *", "Port"))
  }

  @Test func `a new line isn't added inside a comment of several lines`() throws {
    let text = """
      #a = 1\t# one
      \t\t# two

      #b = 2
      c = 3\t# one
      \t\t# two
      #d = 4

      """
    #expect(
      try edited(text, .postgres, set("a", .integer(5)))
        == text.replacing("# two\n\n#b", with: "# two\na = 5\n\n#b"))
    #expect(
      try edited(text, .postgres, set("c_d", .integer(5)))
        == text.replacing("# two\n#d", with: "# two\nc_d = 5\n#d"))
    // A comment below a setting without a comment belongs to the next one.
    #expect(
      try edited("a = 1\n  # next\nb = 2\n", .flat, set("a_b", .integer(3)))
        == "a = 1\na_b = 3\n  # next\nb = 2\n")
  }
}
