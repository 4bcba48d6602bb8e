import SetteeValues
import Testing

private func insert(_ place: String, _ index: Int, _ value: Value) throws -> DocumentEdit {
  .insert(try #require(DocumentPath(place)), at: index, value)
}

private func move(_ place: String, _ target: Int) throws -> DocumentEdit {
  .move(try #require(DocumentPath(place)), to: target)
}

private func table(_ members: (Key, Value)...) -> Value {
  .table(members.map { Value.Member($0, $1) })
}

@Suite struct ItemTests {
  private let spread = "a = [\n  \"x\",  # one\n  # two\n  \"y\",\n]\nb = 1\n"

  @Test func `an item of a multiline list is added, removed, and moved with its comments`() throws {
    #expect(
      try edited(spread, .toml, insert("a", 2, .text("z")))
        == "a = [\n  \"x\",  # one\n  # two\n  \"y\",\n  \"z\",\n]\nb = 1\n")
    #expect(
      try edited(spread, .toml, insert("a", 1, .text("z")))
        == "a = [\n  \"x\",  # one\n  \"z\",\n  # two\n  \"y\",\n]\nb = 1\n")
    #expect(
      try edited(spread, .toml, insert("a", 0, .text("z")))
        == "a = [\n  \"z\",\n  \"x\",  # one\n  # two\n  \"y\",\n]\nb = 1\n")
    #expect(try edited(spread, .toml, remove("a[0]")) == "a = [\n  # two\n  \"y\",\n]\nb = 1\n")
    #expect(try edited(spread, .toml, remove("a[1]")) == "a = [\n  \"x\",  # one\n]\nb = 1\n")
    #expect(
      try edited(spread, .toml, move("a[1]", 0))
        == "a = [\n  # two\n  \"y\",\n  \"x\",  # one\n]\nb = 1\n")
  }

  @Test func `commas follow the style of the list`() throws {
    let json = "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n"
    #expect(
      try edited(json, .json, insert("a", 2, .integer(3)))
        == "{\n  \"a\": [\n    1,\n    2,\n    3\n  ]\n}\n")
    #expect(try edited(json, .json, remove("a[1]")) == "{\n  \"a\": [\n    1\n  ]\n}\n")
    #expect(
      try edited(json, .json, move("a[0]", 1)) == "{\n  \"a\": [\n    2,\n    1\n  ]\n}\n")
    let commented = "{\n  \"a\": [\n    1, // one\n    2 // two\n  ]\n}\n"
    #expect(
      try edited(commented, .jsonc, insert("a", 2, .integer(3)))
        == "{\n  \"a\": [\n    1, // one\n    2, // two\n    3\n  ]\n}\n")
    #expect(
      try edited(commented, .jsonc, move("a[1]", 0))
        == "{\n  \"a\": [\n    2, // two\n    1 // one\n  ]\n}\n")
    #expect(
      try edited("a = [1,\n  2]\n", .toml, insert("a", 2, .integer(3))) == "a = [1,\n  2,\n  3]\n")
  }

  @Test func `a heading in a box stays if the item below it is removed or moved`() throws {
    let (json, toml) = ("    // ----\n    // B\n    // ----\n", "  #####\n  # B #\n  #####\n")
    let text = "{\n  \"a\": [\n    1,\n\(json)    // two\n    2,\n    3\n  ]\n}\n"
    #expect(
      try edited(text, .jsonc, remove("a[1]"))
        == "{\n  \"a\": [\n    1,\n\(json)    3\n  ]\n}\n")
    #expect(
      try edited(text, .jsonc, move("a[1]", 0))
        == "{\n  \"a\": [\n    // two\n    2,\n    1,\n\(json)    3\n  ]\n}\n")
    #expect(
      try edited(text, .jsonc, move("a[2]", 0))
        == "{\n  \"a\": [\n    3,\n    1,\n\(json)    // two\n    2\n  ]\n}\n")
    #expect(
      try edited(text, .jsonc, insert("a", 1, .integer(4)))
        == "{\n  \"a\": [\n    1,\n    4,\n\(json)    // two\n    2,\n    3\n  ]\n}\n")
    let list = "[t]\na = [\n  1,\n\(toml)  2, # two\n]\n"
    #expect(try edited(list, .toml, remove("t.a[1]")) == "[t]\na = [\n  1,\n\(toml)]\n")
    #expect(
      try edited(list, .toml, move("t.a[1]", 0))
        == "[t]\na = [\n  2, # two\n  1,\n\(toml)]\n")
  }

  @Test func `a list on one line stays on one line if it fits in 100 columns`() throws {
    #expect(
      try edited("a = [1, 2] # c\n", .toml, insert("a", 2, .integer(3))) == "a = [1, 2, 3] # c\n")
    #expect(
      try edited("a = [ 1, 2 ]\n", .toml, insert("a", 0, .integer(0)), remove("a[2]"))
        == "a = [ 0, 1 ]\n")
    #expect(try edited("a = [1]\n", .toml, insert("a", 1, .integer(2))) == "a = [1, 2]\n")
    #expect(try edited("a = []\n", .toml, insert("a", 0, .text("x"))) == "a = [\"x\"]\n")
    #expect(try edited("a = [1]\n", .toml, remove("a[0]")) == "a = []\n")
    #expect(try edited("{\"a\":[1,2]}", .json, insert("a", 2, .integer(3))) == "{\"a\":[1,2,3]}")
    #expect(try edited("a = [0x10, 2]\n", .toml, move("a[0]", 1)) == "a = [2, 0x10]\n")
    let word = String(repeating: "x", count: 60)
    let other = String(repeating: "y", count: 60)
    #expect(
      try edited("a = [\"\(word)\"]\n", .toml, insert("a", 1, .text(other)))
        == "a = [\n  \"\(word)\",\n  \"\(other)\",\n]\n")
  }

  @Test func `a missing list is created`() throws {
    #expect(
      try edited("[t]\nx = 1\n", .toml, insert("t.a", 0, .text("v")))
        == "[t]\nx = 1\na = [\"v\"]\n")
    #expect(
      try edited("x = 1\n", .toml, insert("t.a", 0, table(("k", .integer(1)))))
        == "x = 1\n\n[[t.a]]\nk = 1\n")
    #expect(
      try edited("[a]\nx = 1\n", .git, insert("a.y", 0, .text("v")))
        == "[a]\nx = 1\n\ty = v\n"
        .replacing("\t", with: ""))
  }

  private let bindings =
    "[[b]]\nk = \"A\" # a\n\n# second\n[[b]]\nk = \"B\"\nm = 1\n\n[c]\nx = 1\n"

  @Test func `a table of an array is added, removed, and moved with its comments`() throws {
    #expect(
      try edited(bindings, .toml, insert("b", 2, table(("k", .text("C")))))
        == bindings.replacing("m = 1\n", with: "m = 1\n\n[[b]]\nk = \"C\"\n"))
    #expect(
      try edited(bindings, .toml, insert("b", 1, table(("k", .text("C")))))
        == bindings.replacing("# second", with: "[[b]]\nk = \"C\"\n\n# second"))
    #expect(
      try edited(bindings, .toml, remove("b[0]"))
        == "# second\n[[b]]\nk = \"B\"\nm = 1\n\n[c]\nx = 1\n")
    #expect(
      try edited(bindings, .toml, remove("b[1]")) == "[[b]]\nk = \"A\" # a\n\n[c]\nx = 1\n")
    #expect(
      try edited(bindings, .toml, move("b[1]", 0))
        == "# second\n[[b]]\nk = \"B\"\nm = 1\n\n[[b]]\nk = \"A\" # a\n\n[c]\nx = 1\n")
    #expect(
      try edited(bindings, .toml, insert("b", 0, .integer(1))).hasPrefix("refused: the items of b"))
    let end = "[[b]]\nk = 1\n\n[[b]]\nk = 2"
    #expect(try edited(end, .toml, move("b[0]", 1)) == "[[b]]\nk = 2\n\n[[b]]\nk = 1")
    #expect(try edited(end, .toml, remove("b[1]")) == "[[b]]\nk = 1")
  }

  @Test func `tables in a table of an array belong to it`() throws {
    let text = "[[a]]\nx = 1\n[a.s]\ny = 1\n[[a]]\nx = 2\n[[a.t]]\nz = 1\n[[a.t]]\nz = 2\n"
    #expect(
      try edited(text, .toml, move("a[0]", 1))
        == "[[a]]\nx = 2\n[[a.t]]\nz = 1\n[[a.t]]\nz = 2\n[[a]]\nx = 1\n[a.s]\ny = 1\n")
    #expect(try edited(text, .toml, remove("a[1].t[0]")).hasSuffix("x = 2\n[[a.t]]\nz = 2\n"))
  }

  @Test func `a line of a repeated key is added, removed, and moved`() throws {
    let git = "[r \"o\"]\n\turl = u\n\tfetch = a\n\t# tags\n\tfetch = b ; why\n[x]\n\ty = 1\n"
    #expect(
      try edited(git, .git, insert("r.o.fetch", 2, .text("c")))
        == git.replacing("why\n", with: "why\n\tfetch = c\n"))
    #expect(
      try edited(git, .git, insert("r.o.fetch", 1, .text("c # d")))
        == git.replacing("\t# tags", with: "\tfetch = \"c # d\"\n\t# tags"))
    #expect(
      try edited(git, .git, remove("r.o.fetch[1]"))
        == "[r \"o\"]\n\turl = u\n\tfetch = a\n[x]\n\ty = 1\n")
    #expect(
      try edited(git, .git, move("r.o.fetch[1]", 0))
        == "[r \"o\"]\n\turl = u\n\t# tags\n\tfetch = b ; why\n\tfetch = a\n[x]\n\ty = 1\n")
    #expect(
      try edited(git, .git, insert("r.o.url", 1, .text("v")))
        == git.replacing("url = u\n", with: "url = u\n\turl = v\n"))
  }

  @Test func `removing the first of adjacent lines of a key keeps the comment above them`() throws {
    let text = "# keys\nk = a\nk = b\nsize = 1\n"
    #expect(try edited(text, .flat, remove("k[0]")) == "# keys\nk = b\nsize = 1\n")
    #expect(try edited(text, .flat, move("k[1]", 0)) == "# keys\nk = b\nk = a\nsize = 1\n")
    #expect(
      try edited("AcceptEnv LANG\nPort 1\n", .sshd, insert("AcceptEnv", 1, .text("EDITOR")))
        == "AcceptEnv LANG\nAcceptEnv EDITOR\nPort 1\n")
    #expect(
      try edited("Banner x\n", .sshd, insert("Banner", 1, .text("y")))
        == "refused: Banner has one value and isn't a list")
  }

  @Test func `in systemd files, an empty assignment ends the list before it`() throws {
    let unit = "[S]\nE=a\nE=\nE=b\nE=c\n"
    #expect(try edited(unit, .systemd, remove("S.E[0]")) == "[S]\nE=a\nE=\nE=c\n")
    #expect(try edited(unit, .systemd, insert("S.E", 0, .text("n"))).contains("E=\nE=n\nE=b"))
  }

  @Test func `sections with the same name are a list in files of unknown programs`() throws {
    let peers = "[I]\nk = 0\n\n[Peer]\nk = a\n\n# two\n[Peer]\nk = b\n"
    #expect(try read(peers, as: .ini).told == ["I.k=0", "Peer[0].k=a", "Peer[1].k=b"])
    #expect(
      try edited(peers, .ini, set("Peer[0].k", .text("c")))
        == peers.replacing("k = a", with: "k = c"))
    #expect(
      try edited(peers, .ini, insert("Peer", 2, table(("k", .text("c")), ("n", .integer(1)))))
        == peers + "\n[Peer]\nk = c\nn = 1\n")
    #expect(try edited(peers, .ini, remove("Peer[1]")) == "[I]\nk = 0\n\n[Peer]\nk = a\n")
    let one = "[Peer]\nk = a\n"
    #expect(
      try edited(one, .ini, insert("Peer", 1, table(("k", .text("b")))))
        == one + "\n[Peer]\nk = b\n")
    #expect(try read(one, as: .ini).told == ["Peer.k=a"])
    #expect(try read("[a]\nx=1\n[a]\nx=2\n", as: .git).told == ["a.x=1", "a.x=2"])
  }

  @Test func `an index that doesn't exist is rejected`() throws {
    #expect(
      try edited("a = [1]\n", .toml, remove("a[1]"))
        == "refused: a has no item [1]: the number of items is 1")
    #expect(try edited("a = [1]\n", .toml, insert("a", 3, .integer(1))).hasPrefix("refused: a has"))
    #expect(
      try edited("a = 1\n", .toml, insert("a", 0, .integer(1))).hasPrefix("refused: a has one"))
    #expect(
      try edited("[a]\nx = 1\n", .toml, insert("a", 0, .integer(1))).hasPrefix("refused: a is a"))
  }

  @Test func `Windows line endings are kept`() throws {
    let text = spread.replacing("\n", with: "\r\n")
    #expect(
      try edited(text, .toml, insert("a", 2, .text("z")), move("a[2]", 0), remove("a[0]")) == text)
    let tables = bindings.replacing("\n", with: "\r\n")
    #expect(
      try edited(
        tables, .toml, insert("b", 1, table(("k", .text("C")))), move("b[1]", 0), remove("b[0]"))
        == tables)
  }
}

@Suite struct NewKeyTests {
  private func place(_ text: String, _ format: Format, _ key: String) throws -> String {
    let document = try read(text, as: format)
    return document.place(ofNew: try #require(DocumentPath(key))).description
  }

  @Test func `a new key contains periods if the keys around it do`() throws {
    let code =
      "{\n  \"editor.fontSize\": 1,\n  \"files.exclude\": {\"**/.git\": true},\n  \"x\": {}\n}\n"
    #expect(try place(code, .json, "editor.tabSize") == "\"editor.tabSize\"")
    #expect(try place(code, .json, "files.exclude.**/dist") == "\"files.exclude\".**/dist")
    #expect(try place(code, .json, "files.exclude.**/*.o") == "\"files.exclude\".\"**/*.o\"")
    #expect(try place(code, .json, "x.y") == "x.y")
    #expect(try place("{\"a\": {}, \"b\": 1}", .json, "c.d") == "c.d")
    // A single key with the same beginning decides, even among many others.
    let few = "{\"a\": 1, \"b\": [1], \"editor.fontSize\": 12, \"o\": {\"k\": 1}}"
    #expect(try place(few, .json, "editor.tabSize") == "\"editor.tabSize\"")
    #expect(try place(few, .json, "edit.tabSize") == "edit.tabSize")
    #expect(try place(few, .json, "o.editor.x") == "o.editor.x")
    #expect(try place("[PHP]\nx=1\n", .ini, "PHP.date.timezone") == "PHP.\"date.timezone\"")
  }

  @Test func `a new setting is added below the comment that describes it`() throws {
    let sshd =
      "#Port 22\n#PermitRootLogin no\n#StrictModes yes\n\nUsePAM yes\n# Example\n#Match x\n#\tX11 no\n"
    #expect(
      try edited(sshd, .sshd, set("PermitRootLogin", .text("yes")))
        == sshd.replacing("Login no\n", with: "Login no\nPermitRootLogin yes\n"))
    #expect(try edited(sshd, .sshd, set("X11", .text("yes"))).contains("UsePAM yes\nX11 yes\n"))
    let redis = "# memory\n# maxmemory <bytes>\nport 1\n# maxmemory is a limit that you may set\n"
    #expect(
      try edited(redis, .redis, set("maxmemory", .text("1mb")))
        == redis.replacing("<bytes>\n", with: "<bytes>\nmaxmemory 1mb\n"))
  }

  @Test func `a new setting is added below the key with the most similar name`() throws {
    #expect(
      try edited("font_size = 1\nother = 2\n", .flat, set("font_name", .text("x")))
        == "font_size = 1\nfont_name = x\nother = 2\n")
    #expect(
      try edited("{\n  \"a.b\": 1,\n  \"c\": 2\n}\n", .json, set("\"a.x\"", .integer(3)))
        == "{\n  \"a.b\": 1,\n  \"a.x\": 3,\n  \"c\": 2\n}\n")
    // The memory for the words of a name doesn't grow with the square of its length.
    let long = String(repeating: "a-", count: 50_000) + "a = 1\n"
    #expect(try edited(long, .toml, set("b", .integer(1))) == long + "b = 1\n")
  }

  @Test func `ssh's defaults don't override hosts, and hosts go above the defaults`() throws {
    let ssh = Format.lines(.ssh)
    let hosts = "Host a\n  Port 1\n\n# all\nHost *\n  Ciphers x\n"
    #expect(try place(hosts, ssh, "Port") == "Host *.Port")
    #expect(try place("Port 1\n", ssh, "User") == "User")
    #expect(
      try edited(hosts, ssh, set("Host *.Port", .text("2"))) == hosts + "  Port 2\n")
    #expect(
      try edited(hosts, ssh, set("Host b.User", .text("u")))
        == hosts.replacing("# all", with: "Host b\n  User u\n\n# all"))
    #expect(
      try edited("Host a\n  Port 1\n", ssh, set("Host *.Port", .text("2")))
        == "Host a\n  Port 1\n\nHost *\n  Port 2\n")
    #expect(try place(hosts, ssh, "Host x.org.User") == "\"Host x.org\".User")
  }

  @Test func `a table in one line has the inner spacing of the others`() throws {
    let spaced = "{\n  \"a\": [\n    { \"k\": 1 },\n    { \"k\": 2 }\n  ]\n}\n"
    #expect(
      try edited(spaced, .json, insert("a", 2, table(("k", .integer(3)))))
        == spaced.replacing("2 }\n", with: "2 },\n    { \"k\": 3 }\n"))
    #expect(
      try edited("a = [{k = 1}]\n", .toml, insert("a", 1, table(("k", .integer(2)))))
        == "a = [{k = 1}, {k = 2}]\n")
    #expect(
      try edited(
        "{\n  \"a\": [[ 1 ]]\n}\n", .json, insert("a", 1, .list([.integer(2), .integer(3)])))
        == "{\n  \"a\": [[ 1 ], [ 2, 3 ]]\n}\n")
  }

  @Test func `the first item has the indentation of the commented-out items`() throws {
    #expect(
      try edited("a = [\n      # \"x\",\n]\n", .toml, insert("a", 0, .text("y")))
        == "a = [\n      \"y\",\n      # \"x\",\n]\n")
  }

  @Test func `tables of two arrays that alternate can be added, removed, and moved`() throws {
    let first = "[[l]]\nn = 1\n\n[l.x]\ny = 1\n\n"
    let second = "[[l]]\nn = 2\n\n[[g]]\nn = 2\n\n[l.x]\ny = 2\n\n"
    let (third, last) = ("[[l]]\nn = 3\n\n[[l]]\nn = 4\n\n", "[[g]]\nn = 3\n")
    let all = first + "[[g]]\nn = 1\n\n" + second + third + last
    #expect(
      try edited(all, .toml, insert("l", 4, table(("n", .integer(5)))))
        == all.replacing("n = 4\n", with: "n = 4\n\n[[l]]\nn = 5\n"))
    #expect(
      try edited(first + second, .toml, insert("l", 2, table(("n", .integer(3)))))
        == first + second.dropLast() + "\n[[l]]\nn = 3\n\n")
    #expect(try edited(all, .toml, remove("l[0]")) == String(all.dropFirst(first.count)))
    #expect(
      try edited(all, .toml, remove("l[2]")) == all.replacing("[[l]]\nn = 3\n\n", with: ""))
    #expect(
      try edited(all, .toml, move("l[3]", 2))
        == all.replacing("n = 3\n\n[[l]]\nn = 4", with: "n = 4\n\n[[l]]\nn = 3"))
    #expect(
      try edited(all, .toml, remove("l[1]"))
        == "refused: other tables are between the tables of l[1]; edit the file instead")
  }
}
