import Foundation
import SetteeTestSupport
import Testing

/// A user uses Settee for the first time after installation.
@Suite(.serialized) struct FirstUseTests {
  @Test func `a new user finds an app, changes settings and undoes a change`() throws {
    let machine = try Machine()
    #expect(try machine.settee("check", ProjectFolder.mail).code == 0)
    #expect(try machine.settee("install", ProjectFolder.mail).code == 0)
    #expect(try machine.settee("apps").out.contains("org.settee.mail"))

    let editor = try machine.screen("mail")
    try editor.wait(for: "Your name")
    try editor.enter("Ada")
    try editor.wait(for: "Saved")
    try editor.press("q")
    try editor.waitForEnd()
    #expect(try machine.values("org.settee.mail") == ["account.name": "Ada"])
    #expect(
      try machine.settee("list", "mail", "--modified").out == "account.name\t\"Ada\"\tuser\n")

    let refused = try machine.settee("set", "mail", "mail.textSize", "99")
    #expect(refused.code == 3)
    #expect(refused.err.contains("from 10 to 24"))
    #expect(try machine.settee("set", "mail", "mail.textSize", "16").code == 0)
    #expect(try machine.settee("history", "mail").out.split(separator: "\n").count == 2)
    #expect(try machine.settee("undo", "mail").code == 0)
    #expect(try machine.values("org.settee.mail") == ["account.name": "Ada"])

    #expect(try machine.settee("reset", "mail", "--all").code == 0)
    #expect(try machine.values("org.settee.mail") == [:])
    #expect(try machine.settee("list", "mail", "--modified").out.isEmpty)
  }

  @Test
  func `a bundle without a domain can be viewed, prompts once, and is found by name afterwards`()
    throws
  {
    let machine = try Machine()
    let bundle = machine.root + "/Player/Settings.bundle"
    try machine.write(
      [
        "PreferenceSpecifiers": [
          ["Type": "PSTextFieldSpecifier", "Title": "Greeting", "Key": "greeting"],
          [
            "Type": "PSSliderSpecifier", "Key": "volume", "MinimumValue": 0, "MaximumValue": 10,
            "DefaultValue": 5,
          ],
        ]
      ], to: bundle + "/Root.plist")
    for words in [["show", bundle], ["check", bundle], ["snapshot", bundle]] {
      #expect(try machine.run([ProgramUnderTest.path] + words).code == 0, "\(words)")
    }
    let unnamed = try machine.settee("set", bundle, "greeting", "hello")
    #expect(unnamed.code == 2)
    #expect(unnamed.err.contains("--domain local.player"), "\(unnamed.err)")
    #expect(machine.files(below: machine.home + "/.config").isEmpty)

    let editor = try machine.screen(bundle)
    try editor.wait(for: "local.player")
    try editor.press("Enter")
    try editor.wait(for: "Greeting")
    try editor.enter("hello")
    try editor.wait(for: "Saved")
    try editor.press("q")
    try editor.waitForEnd()
    // Settee remembers the domain, so it can be omitted, and values are validated.
    #expect(try machine.settee("get", bundle, "greeting").out == "hello\n")
    #expect(try machine.settee("get", "player", "greeting").out == "hello\n")
    #expect(try machine.settee("set", "player", "volume", "11").code == 3)
  }

  @Test(.enabled(if: ProgramUnderTest.share != nil, "not installed from the package"))
  func `the package includes Settee's settings, manual page and completions`() throws {
    let machine = try Machine()
    let share = try #require(ProgramUnderTest.share)
    #expect(try machine.settee("apps").out.contains("org.settee.settee"))
    #expect(try machine.settee("set", "org.settee.settee", "keys.mouse", "false").code == 0)
    #expect(try machine.settee("get", "org.settee.settee", "keys.mouse").out == "false\n")
    let manual = try machine.shell("gzip -dc '\(share)/man/man1/settee.1.gz'")
    #expect(try manual.out == machine.settee("man").out)
    for (shell, path) in [
      ("bash", "bash-completion/completions/settee"), ("zsh", "zsh/vendor-completions/_settee"),
      ("fish", "fish/vendor_completions.d/settee.fish"),
    ] {
      let installed = try String(contentsOfFile: "\(share)/\(path)", encoding: .utf8)
      #expect(try installed == machine.settee("completions", shell).out, "\(shell)")
    }
  }
}
