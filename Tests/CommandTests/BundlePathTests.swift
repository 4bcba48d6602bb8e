import Foundation
import SetteeTestSupport
import Testing

/// Tests how the domain of a bundle at any path is determined, and how the bundle is found again.
@Suite struct `Bundles opened by path` {
  private func tea(_ sandbox: borrowing Sandbox, _ folder: String = "Tea Time") throws -> String {
    try sandbox.write(
      "work/\(folder)/Settings.bundle/Root.plist",
      Plist.root([
        [
          "Type": "PSSliderSpecifier", "Key": "cup size", "DefaultValue": 2, "MinimumValue": 1,
          "MaximumValue": 4,
        ], ["Type": "PSTextFieldSpecifier", "Key": "pin", "IsSecure": true],
      ]))
    return "\(folder)/Settings.bundle"
  }

  @Test(.enabled(if: ProjectFolder.corpus != nil, "NOTE: no real bundles; set SETTEE_CORPUS"))
  func `show and snapshot work for every real bundle without a domain`() throws {
    let sandbox = try Sandbox()
    var shown = 0
    for path in ProjectFolder.bundles() {
      for verb in ["show", "snapshot"] {
        let outcome = try sandbox.run(verb, path)
        if outcome.code == 5, outcome.err.contains(", line ") { continue }
        #expect(outcome.code == 0 && !outcome.out.isEmpty, "\(verb) \(path): \(outcome)")
        shown += 1
      }
    }
    #expect(shown > 200)
  }

  @Test func `a command without a domain suggests the option, and the domain is remembered`() throws
  {
    let sandbox = try Sandbox()
    let path = try tea(sandbox)
    let shown = try sandbox.run("show", path, "--json")
    #expect(shown.code == 0 && !shown.out.contains(#""domain""#), "\(shown)")
    let refused = try sandbox.run("set", path, "cup size", "3")
    #expect(refused.code == 2 && refused.out.isEmpty)
    let command = try #require(refused.err.split(separator: ": ").last).trimmingCharacters(
      in: .newlines)
    #expect(command == "settee list 'Tea Time/Settings.bundle' --domain local.tea-time")
    #expect(try sandbox.shell(command).code == 0)
    // The bundle is found by its path, from another folder, and by the last part of its domain.
    // Values are validated in each case.
    #expect(try sandbox.run("set", path, "cup size", "3").code == 0)
    #expect(try sandbox.shell("cd /; settee set tea-time 'cup size' 9").code == 3)
    #expect(try sandbox.shell("cd /; settee get tea-time 'cup size'").out == "3\n")
    #expect(try sandbox.stored("local.tea-time") == ["cup size": 3])
    #expect(try sandbox.run("show", path, "--json").out.contains("local.tea-time"))
  }

  @Test func `a bundle that was opened once is found by the last part of its domain`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("get", "mail", "mail.sort").code == 2)
    #expect(try sandbox.run("show", Sandbox.mail).code == 0)
    #expect(try sandbox.run("set", "mail", "mail.sort", "by-mood").code == 3)
    #expect(try sandbox.run("set", "mail", "mail.sort", "size").code == 0)
    #expect(try sandbox.run("apps").out.contains("org.settee.mail\tMail\tuser\t\(Sandbox.mail)\n"))
    #expect(try sandbox.run("set", "mail", "account.password", "x").code == 2)
  }

  @Test func `a deleted bundle is reported, and its values remain accessible`() throws {
    let sandbox = try Sandbox()
    let path = try tea(sandbox)
    _ = try sandbox.run("set", path, "cup size", "3", "--domain", "org.example.tea")
    try FileManager.default.moveItem(
      atPath: sandbox.path("work/Tea Time"), toPath: sandbox.path("away"))
    let known = try sandbox.run("get", "tea", "cup size")
    #expect(known.code == 0 && known.out == "3\n" && known.err.contains("is no longer at "))
    // Without its bundle, a value can't be validated, so it's written only if a type is given.
    #expect(try sandbox.run("set", "tea", "new", "1").code == 2)
    #expect(try sandbox.run("set", "tea", "new", "1", "--type", "int").code == 0)
    // After the bundle is opened at its new path, values are validated again.
    #expect(
      try sandbox.run(
        "list", sandbox.path("away/Settings.bundle"), "--domain", "org.example.tea"
      ).code == 0)
    let back = try sandbox.run("set", "tea", "cup size", "9")
    #expect(back.code == 3 && !back.err.contains("no longer"), "\(back)")
  }

  @Test func `another app's bundle at the same path is not used for checks`() throws {
    let sandbox = try Sandbox()
    for domain in ["org.example.one", "org.example.two"] {
      try sandbox.write(
        "work/Settings.bundle/Root.plist",
        Plist.root([["Type": "PSTextFieldSpecifier", "Key": domain]], domain: domain))
      _ = try sandbox.run("list", "Settings.bundle")
      try FileManager.default.removeItem(atPath: sandbox.path("work/Settings.bundle"))
    }
    try sandbox.write(
      "work/Settings.bundle/Root.plist",
      Plist.root([["Type": "PSTextFieldSpecifier", "Key": "k"]], domain: "org.example.two"))
    #expect(try sandbox.run("list", "org.example.one").err.contains("is no longer at "))
    #expect(try sandbox.run("list", "two").out.hasPrefix("k\t"))
  }

  @Test(arguments: ["None.plist", "none.toml", "none.json", "Mail.bundle"])
  func `a missing path is never used as a domain`(name: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("set", name, "k", "v", "--type", "string")
    #expect(outcome.code == 2 && outcome.err.contains("No such file or directory"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("config/\(name).plist")))
  }

  /// Returns the commands that `c` copies for each numbered row in plain mode.
  private func copied(_ sandbox: borrowing Sandbox, _ app: String, rows: Int) throws -> [String] {
    let script = (1...rows).map { "c \($0)\n" }.joined()
    let text = try sandbox.run("--plain", app, input: script).out
    return text.components(separatedBy: "> ").dropFirst().dropLast()
      .map { $0.trimmingCharacters(in: .newlines) }
  }

  @Test func `commands that c copies work in another folder and are checked`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/a b/Hard.bundle/Root.plist",
      Plist.root(
        ["a key", "-x", "lines", "tail"].map { ["Type": "PSTextFieldSpecifier", "Key": $0] }
          + [
            ["Type": "PSTextFieldSpecifier", "Key": "unset", "DefaultValue": "d"],
            ["Type": "PSTextFieldSpecifier", "Key": "pin", "IsSecure": true],
            [
              "Type": "PSSliderSpecifier", "Key": "size", "MinimumValue": 1, "MaximumValue": 40,
              "DefaultValue": 7,
            ],
          ], domain: "org.example.hard"))
    let values: [String: Any] = [
      "a key": "it's $HOME; `rm` \\\\ \\'", "-x": "--json", "lines": "-a\n%s\u{1B}[2J\\n\n",
      "tail": "back\\", "pin": "hunter2", "size": 14,
    ]
    try sandbox.store(values, "org.example.hard")
    let commands = try copied(sandbox, "a b/Hard.bundle", rows: 7)
    #expect(commands.count == 7)
    #expect(commands[4] == "settee reset org.example.hard unset")
    #expect(commands[5] == "settee set --stdin org.example.hard pin")
    #expect(commands[6] == "settee set org.example.hard size 14")
    try sandbox.store(["pin": "hunter2", "unset": "x"], "org.example.hard")
    for (row, command) in commands.enumerated() where row != 5 {
      #expect(!command.unicodeScalars.contains { $0.value < 0x20 }, "\(command)")
      let outcome = try sandbox.shell("cd /; \(command)")
      #expect(outcome.code == 0, "\(command): \(outcome)")
    }
    #expect(try sandbox.stored("org.example.hard") == values as NSDictionary)
    let wrong = commands[6].replacingOccurrences(of: "14", with: "99")
    #expect(try sandbox.shell("cd /; \(wrong)").code == 3)
    // After the bundle is deleted, the command must not write a value without validation.
    try FileManager.default.removeItem(atPath: sandbox.path("work/a b"))
    _ = try sandbox.run("reset", "org.example.hard", "size")
    #expect(try sandbox.shell("cd /; \(wrong)").code == 2)
  }
}
