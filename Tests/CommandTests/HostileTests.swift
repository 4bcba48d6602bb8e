import Foundation
import Testing

@Suite struct `Hostile content` {
  static let nasty = "a\u{1B}[2J\u{9B}1m\u{202E}b\u{7}\r\nc\td\u{2066}"

  @Test func `no terminal control character is printed unescaped`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/Bad.bundle/Root.plist",
      Plist.root(
        [
          ["Type": "PSGroupSpecifier", "Title": Self.nasty, "FooterText": Self.nasty],
          [
            "Type": "PSTextFieldSpecifier", "Key": "k" + Self.nasty, "Title": Self.nasty,
            "DefaultValue": Self.nasty,
          ],
          [
            "Type": "PSMultiValueSpecifier", "Key": "m", "Title": "M", "DefaultValue": "x",
            "Titles": [Self.nasty, "X"], "Values": [Self.nasty, "x"],
          ],
          ["Type": "PSChildPaneSpecifier", "File": Self.nasty, "Title": Self.nasty],
          ["Type": Self.nasty, "Title": Self.nasty],
        ], domain: "org.example.app"))
    try sandbox.store([Self.nasty: Self.nasty])
    for words in [
      ["show", "Bad.bundle"], ["show", "Bad.bundle", "--json"], ["list", "Bad.bundle"],
      ["list", "Bad.bundle", "--json"], ["describe", "Bad.bundle", "m"], ["check", "Bad.bundle"],
      ["check", "Bad.bundle", "--json"], ["check", "Bad.bundle", "--format", "github"],
      ["set", "Bad.bundle", "m", Self.nasty + "?"], ["get", "Bad.bundle", Self.nasty + "?"],
      ["get", Self.nasty, "k"], [Self.nasty], ["get", "--" + Self.nasty], ["diff", "Bad.bundle"],
      ["find", "a"], ["export", "Bad.bundle", "--format", "json"], ["apps"],
      ["reset", "Bad.bundle", Self.nasty], ["history", "Bad.bundle"], ["undo", "Bad.bundle"],
      ["__complete", "--", "get", "Bad.bundle", ""], ["help", Self.nasty],
    ] {
      let outcome = try sandbox.run(words)
      let text = (outcome.out + outcome.err).unicodeScalars
      let raw = text.filter { scalar in
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(raw.isEmpty, "\(words): \(outcome)")
    }
  }

  @Test func `a pipe receives the value unescaped`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["k": Self.nasty])
    #expect(try sandbox.run("get", "org.example.app", "k").out == Self.nasty + "\n")
  }

  @Test func `a closed pipe ends the program quietly`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key\($0)", $0) }))
    let outcome = try sandbox.shell(
      "settee list org.example.app | head -1; echo ${PIPESTATUS[0]}; trap '' PIPE; settee list org.example.app | head -1; echo ${PIPESTATUS[0]}"
    )
    #expect(outcome.out == "key0\t0\tuser\n141\nkey0\t0\tuser\n141\n", "\(outcome)")
    #expect(outcome.err.isEmpty)
  }

  @Test func `output that cannot be written is an error`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["k": 1])
    let outcome = try sandbox.shell("settee list org.example.app > /dev/full")
    #expect(outcome.code == 5)
    #expect(
      outcome.err == "settee: Can't write standard output: No space left on device.\n")
  }

  @Test func `a change is reported as saved when its report can't be written`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell("settee set org.example.app k v --type string > /dev/full")
    #expect(outcome.code == 5)
    #expect(
      outcome.err
        == "settee: Can't write standard output: No space left on device. The change was saved anyway.\n"
    )
    #expect(try sandbox.stored() == ["k": "v"])
    let same = try sandbox.shell("settee set org.example.app k v --type string > /dev/full")
    #expect(same.err == "settee: Can't write standard output: No space left on device.\n")
  }

  @Test(arguments: [
    ("add a.toml l 4", "l = [1, 2, 4]\n"), ("remove a.toml 'l[0]'", "l = [2]\n"),
    ("move a.toml 'l[0]' 1", "l = [2, 1]\n"), ("set a.toml 'l[0]' 5", "l = [5, 2]\n"),
  ])
  func `a change to a list is reported as saved when its report can't be written`(
    words: String, expected: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "l = [1, 2]\n")
    let dry = try sandbox.shell("settee \(words) --dry-run > /dev/full")
    #expect(dry.code == 5 && !dry.err.contains("saved anyway"), "\(dry)")
    let outcome = try sandbox.shell("settee \(words) > /dev/full")
    #expect(outcome.code == 5 && outcome.err.contains("The change was saved"), "\(outcome)")
    let read = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
    #expect(read == expected)
  }

  @Test func `an installed bundle is reported as saved when its path can't be written`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell("settee install '\(Sandbox.mail)' > /dev/full")
    #expect(outcome.code == 5 && outcome.err.contains("The change was saved"), "\(outcome)")
    #expect(try sandbox.run("get", "org.settee.mail", "mail.sort").code == 0)
  }

  @Test func `a value that makes a file too large to open is rejected`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "l = [1, 2]\n")
    for words in ["set a.toml big", "add a.toml l --type json"] {
      let outcome = try sandbox.shell(
        #"(printf '"'; head -c 34000000 /dev/zero | tr '\0' a; printf '"') | settee \#(words) --stdin"#
      )
      #expect(outcome.code == 5 && outcome.err.contains("the limit is 33554432"), "\(outcome.err)")
    }
    let read = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
    #expect(read == "l = [1, 2]\n")
  }

  @Test func `a file of the wrong type is reported and left alone`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: sandbox.path("config/org.example.dir.plist"), withIntermediateDirectories: true)
    let outcome = try sandbox.run("set", "org.example.dir", "k", "1", "--type", "int")
    #expect(outcome.code == 5 && outcome.err.contains("directory"), "\(outcome)")
    #expect(try sandbox.run("get", "org.example.dir", "k").code == 5)
  }
}
