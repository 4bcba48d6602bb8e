import Foundation
import Testing

/// Tests changes to keys that have several lines in a file.
@Suite struct `Repeated lines` {
  @Test(arguments: [
    (
      "o.service", "[Service]\nExecStart=/a\n", [["add", "Service.ExecStart", ""]],
      "[Service]\nExecStart=/a\nExecStart=\n"
    ),
    (
      "o.service", "[Service]\n",
      [["add", "Service.ExecStart", ""], ["add", "Service.ExecStart", "/b"]],
      "[Service]\nExecStart=\nExecStart=/b\n"
    ),
    (
      "o.service", "[Service]\nExecStart=/a\nExecStart=\n", [["add", "Service.ExecStart", "/b"]],
      "[Service]\nExecStart=/a\nExecStart=\nExecStart=/b\n"
    ),
    (
      "o.service", "[Service]\nExecStart=/a\nExecStart=\nExecStart=/b\nExecStart=/c\n",
      [["remove", "Service.ExecStart[0]"]],
      "[Service]\nExecStart=/a\nExecStart=\nExecStart=/c\n"
    ),
    (
      "o.service", "[Service]\nExecStart=\nExecStart=/b\nExecStart=/c\n",
      [["move", "Service.ExecStart[1]", "0"]],
      "[Service]\nExecStart=\nExecStart=/c\nExecStart=/b\n"
    ),
    (
      "o.service", "[Service]\nType=x\nExecStart=/a\nExecStart=\nExecStart=/b\n",
      [["reset", "Service.ExecStart"]], "[Service]\nType=x\n"
    ),
    (
      ".gitconfig", "[user]\n\tname = x\n[remote \"up\"]\n\turl = a\n\tfetch = 1\n\tfetch = 2\n",
      [["remove", "remote.up"]], "[user]\n\tname = x\n[remote \"up\"]\n"
    ),
    (
      ".gitconfig", "[user]\n\tname = x\n\temail = y\n\tname = z\n", [["reset", "user"]], "[user]\n"
    ),
    (
      ".gitconfig", "[r \"o\"]\n\tu = 1\n\tf = 1\n[c]\n\tx = 1\n[r \"o\"]\n\tu = 2\n\tf = 2\n",
      [["remove", "r.o"]], "[r \"o\"]\n[c]\n\tx = 1\n[r \"o\"]\n"
    ),
    (
      "mypy.ini", "[mypy]\nstrict = True\n\n[mypy-foo.*]\nignore_errors = True\n",
      [["reset", "mypy-foo.*"]], "[mypy]\nstrict = True\n\n[mypy-foo.*]\n"
    ),
    (
      "a.ini", "[s]\na = 1\na = 2\n",
      [["set", "s", "{\"a\": [\"1\", \"3\"], \"b\": 5}", "--type", "json"]],
      "[s]\na = 1\na = 3\nb = 5\n"
    ),
    (
      "a.ini", "# file\n[a]\nx = 1\n# s\n[s]\nz = 1\n", [["reset", "a"]],
      "# file\n# s\n[s]\nz = 1\n"
    ),
    (
      "o.service", "[Unit]\nAfter=x\n[Service]\nExecStart=\nExecStart=/b\n",
      [["remove", "Service"]],
      "[Unit]\nAfter=x\n[Service]\n"
    ),
    (
      "e.network", "[Network]\nDNS=x\n\n[Route]\nGateway=1\n",
      [
        ["add", "Route", "{\"Gateway\": \"2\"}", "--type", "json"],
        ["set", "Route[1].Metric", "5"], ["set", "Route[0].Gateway", "3"],
        ["add", "Network.DNS", "y"],
      ],
      "[Network]\nDNS=x\nDNS=y\n\n[Route]\nGateway=3\n\n[Route]\nGateway=2\nMetric=5\n"
    ),
  ])
  func `every line of a key is added and removed`(
    file: String, before: String, commands: [[String]], after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    for words in commands {
      let outcome = try sandbox.run([words[0], "./\(file)"] + words.dropFirst())
      #expect(outcome.code == 0, "\(outcome)")
    }
    let path = sandbox.path("work/\(file)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
    for _ in commands {
      let undo = try sandbox.run("undo", "./\(file)")
      #expect(undo.code == 0, "\(undo)")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  static let spaces =
    "[a]\nx =\n  one  \n   two\t\n\n  # why\n  three   \n\ny = a  \n  b  \n  c  \nz = 1\n"

  @Test(arguments: [
    (["set", "a.x[1]", "new"], "   two\t\n", "  new\n"),
    (["add", "a.x", "new"], "  three   \n", "  three   \n  new\n"),
    (["remove", "a.x", "one"], "  one  \n", ""),
    (["move", "a.x[0]", "1"], "  one  \n   two\t\n", "   two\t\n  one  \n"),
    (["add", "a.y", "d"], "  c  \n", "  c  \n  d\n"),
    (["remove", "a.y[2]"], "  b  \n  c  \n", "  b  \n"),
    (["remove", "a.x", "three"], "\n  # why\n  three   \n", "  # why\n"),
    (
      ["move", "a.x[2]", "0"], "  one  \n   two\t\n\n  # why\n  three   \n",
      "  three   \n  one  \n   two\t\n  # why\n"
    ),
    (["set", "a.y[0]", "new"], "y = a  \n", "y = new\n"),
    (["move", "a.y[2]", "1"], "  b  \n  c  \n", "  c  \n  b  \n"),
  ])
  func `only the line of an item changes in a Python list`(
    words: [String], old: String, new: String
  ) throws {
    let after = Self.spaces.replacing(old, with: new)
    try expect(words, turns: Self.spaces, into: after, in: "setup.cfg")
    try expect(
      words, turns: Self.spaces.replacing("\n", with: "\r\n"),
      into: after.replacing("\n", with: "\r\n"), in: "setup.cfg")
  }

  static let mypy = "[mypy]\nfiles = src,\n    tests ,\n    docs\nstrict = True\n"

  @Test(arguments: [
    ("mypy.ini", mypy, ["add", "mypy.files", "x"], "docs\n", "docs,\n    x\n"),
    ("mypy.ini", mypy, ["add", "mypy.files", "x", "--at", "0"], "src,", "x,\n    src,"),
    (
      "mypy.ini", mypy, ["move", "mypy.files[0]", "2"], "src,\n    tests ,\n    docs",
      "tests ,\n    docs,\n    src"
    ),
    ("mypy.ini", mypy, ["set", "mypy.files[0]", "lib"], "src,", "lib,"),
    ("mypy.ini", mypy, ["remove", "mypy.files", "docs"], "tests ,\n    docs", "tests"),
    ("mypy.ini", mypy, ["remove", "mypy.files", "tests"], "    tests ,\n", ""),
    (
      "setup.cfg", "[mypy]\nplugins =\n  a\n", ["add", "mypy.plugins", "b"], "  a\n",
      "  a,\n  b\n"
    ),
    (
      ".pylintrc", "[MESSAGES CONTROL]\ndisable=a,\n  b,\n",
      ["add", "MESSAGES CONTROL.disable", "c"], "  b,\n", "  b,\n  c,\n"
    ),
    (
      "tox.ini", "[flake8]\nignore =\n  E1,\n  E2\n", ["add", "flake8.ignore", "E3"], "E2\n",
      "E2,\n  E3\n"
    ),
    (
      "tox.ini", "[flake8]\nignore =\n  E1,\n  E2\n  E3\n", ["remove", "flake8.ignore", "E2"],
      "  E2\n", ""
    ),
    (
      "tox.ini", "[flake8]\nignore =\n  E1\n  E2,\n  E3\n", ["remove", "flake8.ignore", "E1"],
      "  E1\n", ""
    ),
    (
      "mypy.ini", "[mypy]\nfiles =\n  a.py\n  b.py\n", ["set", "mypy.files[0]", "a.py,"], "a.py",
      "a.py,"
    ),
    // flake8 separates at lines too, and no program splits the other lists at commas.
    (
      "tox.ini", "[flake8]\nignore =\n  E1\n", ["add", "flake8.ignore", "E3"], "E1\n",
      "E1\n  E3\n"
    ),
    ("mypy.ini", "[mypy]\nexclude = a,\n  b\n", ["add", "mypy.exclude", "c"], "b\n", "b\n  c\n"),
    ("tox.ini", "[testenv]\ndeps =\n  a,\n  b\n", ["add", "testenv.deps", "c"], "b\n", "b\n  c\n"),
    (
      ".pylintrc", "[MAIN]\nignore=a,\n  b # x\n", ["add", "MAIN.ignore", "c"], "b # x\n",
      "b # x\n  c\n"
    ),
  ])
  func `commas separate the lines of lists that their programs split at commas`(
    file: String, before: String, words: [String], old: String, new: String
  ) throws {
    try expect(words, turns: before, into: before.replacing(old, with: new), in: file)
  }

  @Test(arguments: [
    ("main.cf", "smtpd_relay_restrictions = a\n", "smtpd_relay_restrictions"),
    ("x.nmconnection", "[ipv4]\ndns=1.1.1.1;8.8.8.8;\nmethod=auto\n", "ipv4.dns"),
    ("NetworkManager.conf", "[main]\nplugins=keyfile\n", "main.plugins"),
    ("smb.conf", "[global]\n   interfaces = lo\n", "global.interfaces"),
    ("vsftpd.conf", "listen=NO\nanon_root=/x\n", "anon_root"),
    ("lightdm.conf", "[Seat:*]\ngreeter-session=a\n", "Seat:*.greeter-session"),
    ("php.ini", "[PHP]\nmemory_limit = 128M\n", "PHP.memory_limit"),
  ])
  func `a second line of a key that has one value isn't added`(
    file: String, text: String, key: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run("add", "./\(file)", key, "new")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.err.contains("'\(key)' holds one value and isn't a list."), "\(outcome)")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test(arguments: [
    ("smb.conf", "[global]\ninclude = /a\n", "global.include", "include = new\n"),
    ("php.ini", "[PHP]\nextension = a\n", "PHP.extension", "extension = new\n"),
    ("other.ini", "[a]\nx = a\n", "a.x", "x = new\n"),
  ])
  func `a second line of a key that can have several is added`(
    file: String, text: String, key: String, line: String
  ) throws {
    try expect(["add", key, "new"], turns: text, into: text + line, in: file)
  }

  @Test func `an item of a list with commas has no comma`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/mypy.ini", Self.mypy)
    #expect(try sandbox.run("get", "./mypy.ini", "mypy.files[1]").out == "tests\n")
    let outcome = try sandbox.run("add", "./mypy.ini", "mypy.files", "x,")
    #expect(outcome.code == 3, "\(outcome)")
  }

  private func expect(
    _ words: [String], turns before: String, into after: String, in file: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let path = sandbox.path("work/\(file)")
    let change = try sandbox.run([words[0], "./\(file)"] + words.dropFirst())
    #expect(change.code == 0, "\(change)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == after)
    let undo = try sandbox.run("undo", "./\(file)")
    #expect(undo.code == 0, "\(undo)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }
}
