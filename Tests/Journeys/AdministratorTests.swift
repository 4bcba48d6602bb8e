import Foundation
import SetteeTestSupport
import Testing

/// An administrator sets values in layers above and below the user's layer.
@Suite(.serialized) struct AdministratorTests {
  static let domain = "org.example.office"

  @Test func `managed values override the user's, site values don't, and both are reported`()
    throws
  {
    let machine = try Machine()
    let app = try machine.bundle(Self.domain, "name", "printer", "proxy")
    func origin(_ key: String) throws -> String {
      try machine.settee("get", app, key, "--origin").out
    }
    #expect(try machine.settee("set", app, "printer", "mine").code == 0)
    #expect(try machine.settee("set", app, "proxy", "mine").code == 0)
    #expect(
      try machine.settee("set", app, "printer", "hall", "--layer", "site").code == 0)
    #expect(try machine.settee("set", app, "name", "office", "--layer", "site").code == 0)
    #expect(try machine.settee("set", app, "proxy", "gate", "--layer", "managed").code == 0)
    #expect(try origin("name") == "office\tsite\n")
    #expect(try origin("printer") == "mine\tuser\n")
    #expect(try origin("proxy") == "gate\tmanaged\n")
    #expect(try machine.settee("list", app, "--managed").out == "proxy\t\"gate\"\tmanaged\n")

    // The user must not be able to change a managed value in any way.
    let own: NSDictionary = ["printer": "mine", "proxy": "mine"]
    #expect(try machine.settee("set", app, "proxy", "none").code == 4)
    #expect(try machine.settee("reset", app, "proxy").code == 4)
    #expect(
      try machine.settee("import", app, "-", input: #"{"proxy": "none", "name": "x"}"#).code == 4)
    let editor = try machine.screen(app)
    try editor.wait(for: "gate")
    try editor.press("Down", "Down", "Enter")
    let screen = try editor.wait(for: "administrator")
    #expect(screen.contains("gate") && !screen.contains("mine\u{20}none"))
    try editor.press("Escape", "q")
    #expect(try machine.values(Self.domain) == own)

    // When the user's value is removed, the site's value takes effect again.
    #expect(try machine.settee("reset", app, "printer").code == 0)
    #expect(try origin("printer") == "hall\tsite\n")
    // When a value is no longer managed, the user's value takes effect again.
    #expect(try machine.settee("reset", app, "proxy", "--layer", "managed").code == 0)
    #expect(try origin("proxy") == "mine\tuser\n")
    let layers = ["etc/settee/managed", "usr/local/etc"].map { "\(machine.root)/system/\($0)" }
    for folder in layers {
      #expect(
        FileManager.default.fileExists(atPath: "\(folder)/\(Self.domain).plist"), "\(folder)")
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to be root in somebody's home"))
  func `root in a user's home creates files for that user only and follows no links`()
    throws
  {
    let machine = try Machine()
    let (user, vault) = (UInt32(54_321), machine.root + "/vault")
    try machine.write("secret of root\n", to: vault + "/passwd")
    #expect(try machine.shell("chown -R \(user):\(user) '\(machine.home)'").code == 0)
    #expect(try machine.settee("install", ProjectFolder.mail).code == 0)
    for words in [
      ["set", "mail", "account.name", "Ann"], ["set", "mail", "account.name", "Ada"],
      ["get", "mail", "account.name"], ["undo", "mail"], ["list", "mail"],
      ["reset", "mail", "--all"],
      ["set", "mail", "account.name", "Cleo"], ["status", "mail"],
    ] {
      #expect(try machine.run([ProgramUnderTest.path] + words).code == 0, "\(words)")
    }
    #expect(
      try machine.shell("find '\(machine.home)' ! -uid \(user)").out.isEmpty,
      "root left files that their user does not own")
    let asUser = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    let own = try machine.run(
      asUser + [ProgramUnderTest.path, "set", "mail", "account.name", "Eve"])
    #expect(own.code == 0, "\(own.err)")

    // Through the user's links to root's files, root may only read. It must not write, move, or
    // change the owner of anything.
    func state() throws -> String {
      try machine.shell(
        "ls -lAn --time-style=+ '\(vault)'; cat '\(vault)'/*; stat -c %u '\(vault)'"
      ).out
    }
    let before = try state()
    for link in [".config/org.example.app.plist", ".config/.GlobalPreferences.plist"] {
      let path = "\(machine.home)/\(link)"
      #expect(
        try machine.run(asUser + ["/bin/ln", "-s", vault + "/passwd", path]).code == 0)
      for words in [
        ["get", "org.example.app", "k"], ["list", "org.example.app"], ["show", "org.example.app"],
        ["export", "org.example.app"], ["history", "org.example.app"],
        ["set", "org.example.app", "k", "v", "--type", "string"],
        ["reset", "org.example.app", "k"],
      ] {
        _ = try machine.run([ProgramUnderTest.path] + words)
        #expect(try state() == before, "\(link): \(words)")
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
