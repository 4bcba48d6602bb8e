import Foundation
import SetteeTestSupport
import Testing

/// A user mistypes a key in the settings file of another program.
@Suite struct UnknownKeysTests {
  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  /// Settings files with a mistyped key each, and the key that was meant.
  static let mistyped = [
    ("sshd_config", "UsePAM yes\n", "Portt", "Port"),
    ("postgresql.conf", "port = 5432\n", "max_conections", "max_connections"),
    ("journald.conf", "[Journal]\nCompress=yes\n", "Journal.SystemMaxUs", "Journal.SystemMaxUse"),
    ("redis.conf", "port 1\n", "maxmemry", "maxmemory"),
  ]

  @Test(arguments: mistyped)
  func `a key that the program doesn't know is rejected unless it is forced`(
    file: String, content: String, key: String, meant: String
  ) throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    let path = "\(machine.root)/files/\(file)"
    try machine.write(content, to: path)
    let rejected = try machine.settee("set", path, key, "1")
    #expect(
      rejected.code == 2
        && rejected.err.contains("Unknown key '\(key)' in \(path). Did you mean '\(meant)'?"),
      "\(rejected)")
    #expect(text(path) == content)
    let values = "\(machine.root)/files/values.json"
    try machine.write("{\"\(key)\": \"1\"}", to: values)
    let imported = try machine.settee("import", path, values)
    #expect(imported.code == 2 && imported.err.contains("Did you mean '\(meant)'?"), "\(imported)")
    #expect(text(path) == content)
    machine.environment["EDITOR"] = "sh -c 'echo \"{\\\"\(key)\\\": \\\"1\\\"}\" > \"$0\"'"
    let edited = try machine.settee("edit", path)
    #expect(edited.code == 2 && edited.err.contains("Did you mean '\(meant)'?"), "\(edited)")
    #expect(text(path) == content)
    #expect(try machine.settee("set", path, key, "1", "--force").code == 0)
    // The file now contains the key, so it is accepted.
    #expect(try machine.settee("set", path, key, "2").code == 0)
    #expect(try machine.settee("get", path, key).out == "2\n")
    let checked = try machine.settee("check", path)
    #expect(
      checked.code == 1
        && checked.out.contains("error: unknown key '\(key)'; did you mean '\(meant)'?"),
      "\(checked)")
  }

  @Test func `keys without a row and keys in scopes are accepted`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    let scoped = "Port 22\nMatch User bob\n    X11Forwarding no\n"
    for (file, content, key, value) in [
      ("sshd_config", scoped, "Match User bob.PermitTTY", "no"),
      ("sshd_config", scoped, "Ciphers", "aes256-ctr"),
      ("postgresql.conf", "port = 1\n", "pg_stat_statements.max", "100"),
      ("redis.conf", "port 1\n", "tls-port", "7000"),
    ] {
      let path = "\(machine.root)/files/\(file)"
      try machine.write(content, to: path)
      let run = try machine.settee("set", path, key, value)
      #expect(run.code == 0, "\(key): \(run)")
      #expect(try machine.settee("get", path, key).out.contains(value) || value == "no")
      #expect(try machine.settee("check", path).out == "")
    }
    try machine.write("[user]\n\tname = A\n", to: "\(machine.home)/.gitconfig")
    for key in ["alias.st", "core.bare", "delta.navigate", "remote.origin.url"] {
      let run = try machine.settee("set", "git", key, "true")
      #expect(run.code == 0, "\(key): \(run)")
    }
    #expect(try machine.settee("check", "git").out == "")
  }

  @Test func `on the screen, a row reports its unknown key`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    let path = "\(machine.root)/files/sshd_config"
    try machine.write("Portt 3\n", to: path)
    let screen = try machine.screen(path, "--key", "Portt", columns: 140)
    try screen.wait(for: "Did you mean Port?")
    try screen.press("q")
  }
}
