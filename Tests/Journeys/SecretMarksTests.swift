import Foundation
import SetteeTestSupport
import Testing

/// A user decides which values of a file are secrets.
@Suite struct SecretMarksTests {
  private func file(_ machine: Machine, _ name: String, _ text: String) throws -> String {
    let path = "\(machine.root)/files/\(name)"
    try machine.write(text, to: path)
    return path
  }

  /// Returns the bytes of all files that Settee has stored for a user.
  private func state(_ machine: Machine) -> String {
    let files = FileManager.default.enumerator(atPath: machine.home)?.allObjects as? [String] ?? []
    return files.compactMap { FileManager.default.contents(atPath: "\(machine.home)/\($0)") }
      .map { bytes in
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        // A line of the history is a checksum and a Base64-encoded property list.
        let decoded = lines.compactMap { $0.split(separator: " ").last }
          .compactMap { Data(base64Encoded: String($0)) }
        return ([bytes] + decoded).map { String(decoding: $0, as: UTF8.self) }.joined()
      }.joined()
  }

  @Test func `a value that is marked as not secret is shown, recorded, and undone`() throws {
    let machine = try Machine()
    let path = try file(machine, ".env", "AUTH_TOKEN=first-value\nAPI_KEY=hidden-value\n")
    #expect(try machine.settee("get", path, "AUTH_TOKEN").code == 4)
    let marked = try machine.settee("set", path, "AUTH_TOKEN", "--not-secret")
    #expect(marked.code == 0 && marked.err.contains("AUTH_TOKEN is now shown"), "\(marked)")
    #expect(try machine.settee("get", path, "AUTH_TOKEN").out == "first-value\n")
    let listed = try machine.settee("list", path)
    #expect(listed.out.contains("first-value") && !listed.out.contains("hidden-value"))
    #expect(try machine.settee("set", path, "AUTH_TOKEN", "second-value").code == 0)
    #expect(try machine.settee("history", path).out.contains("second-value"))
    #expect(state(machine).contains("second-value"))
    #expect(try machine.settee("undo", path).code == 0)
    #expect(try machine.settee("get", path, "AUTH_TOKEN").out == "first-value\n")
  }

  @Test func `a value that is marked as secret again is hidden, and its history is removed`()
    throws
  {
    let machine = try Machine()
    let path = try file(machine, ".env", "AUTH_TOKEN=first-value\nPORT=1\n")
    #expect(
      try machine.settee("set", path, "AUTH_TOKEN", "second-value", "--not-secret").code == 0)
    #expect(try machine.settee("set", path, "PORT", "2").code == 0)
    #expect(state(machine).contains("second-value"))
    #expect(try machine.settee("set", path, "AUTH_TOKEN", "--secret").code == 0)
    #expect(try machine.settee("get", path, "AUTH_TOKEN").code == 4)
    #expect(try !machine.settee("list", path).out.contains("second-value"))
    #expect(try !machine.settee("history", path).out.contains("value"))
    let stored = state(machine)
    #expect(!stored.contains("second-value") && !stored.contains("first-value"))
    // Other changes can still be undone.
    #expect(try machine.settee("undo", path).code == 0)
    #expect(try machine.settee("get", path, "PORT").out == "1\n")
    #expect(try machine.settee("undo", path, "AUTH_TOKEN").code == 1)
  }

  @Test func `a value with any name can be a secret`() throws {
    let machine = try Machine()
    let path = try file(machine, "a.toml", "[db]\nurl = \"pg://h?pw\"\n")
    #expect(try machine.settee("set", path, "db.url", "pg://h?pw2").code == 0)
    #expect(state(machine).contains("pw2"))
    #expect(try machine.settee("set", path, "db.url", "--secret").code == 0)
    #expect(try machine.settee("get", path, "db.url").code == 4)
    #expect(try machine.settee("get", path, "db").code == 4)
    #expect(try machine.settee("set", path, "db.url", "x").code == 2)
    #expect(!state(machine).contains("pw2"))
    #expect(try machine.settee("set", path, "db.url", "--not-secret").code == 0)
    #expect(try machine.settee("get", path, "db.url").out == "pg://h?pw2\n")
  }

  @Test(arguments: [
    (
      "compose.yml", "services:\n  db:\n    environment:\n    - PASSWORD=planted\n    - USER=me\n",
      "services.db.environment"
    ),
    (
      "a.service", "[Service]\nEnvironment=PASSWORD=planted\nEnvironment=USER=me\n",
      "Service.Environment"
    ),
    ("a.toml", "[db]\nurls = [\"pg://u:planted@h\", \"USER=me\"]\n", "db.urls"),
  ])
  func `a list with a secret shows only its other items`(name: String, text: String, key: String)
    throws
  {
    let machine = try Machine()
    let path = try file(machine, name, text)
    for words in [
      ["list"], ["get", key], ["get", key + "[0]"], ["show"], ["export"], ["describe", key],
    ] {
      let run = try machine.run([ProgramUnderTest.path, words[0], path] + words.dropFirst())
      #expect(!(run.out + run.err).contains("planted"), "\(words): \(run)")
    }
    #expect(try machine.settee("get", path, key + "[1]").out == "USER=me\n")
    #expect(try machine.settee("add", path, key, "TOKEN=x").code == 2)
    #expect(try machine.settee("add", path, key, "HOST=x").code == 0)
    let added = try machine.run(
      [ProgramUnderTest.path, "add", path, key, "--stdin"], input: "TOKEN=planted")
    #expect(added.code == 0 && !added.out.contains("planted"), "\(added)")
    #expect(!state(machine).contains("planted"))
    let removed = try machine.settee("remove", path, key + "[0]", "--dry-run")
    #expect(removed.code == 0 && !removed.out.contains("planted"), "\(removed)")
    #expect(try machine.settee("remove", path, key + "[0]").code == 0)
    #expect(try !machine.settee("history", path).out.contains("planted"))
    #expect(!state(machine).contains("planted"))
  }

  @Test func `a list with a secret can be marked as not secret`() throws {
    let machine = try Machine()
    let path = try file(machine, "a.toml", "urls = [\"pg://u:pw@h\"]\n")
    #expect(try machine.settee("get", path, "urls").code == 4)
    #expect(try machine.settee("set", path, "urls", "--not-secret").code == 0)
    #expect(try machine.settee("get", path, "urls").out == "[\"pg://u:pw@h\"]\n")
  }

  @Test func `a placeholder can be an argument, but not the secret that replaces it`() throws {
    let machine = try Machine()
    let text = """
      secrets: {a: {file: a}, b: {file: b}}
      services:
        web:
          password: ${PW}
          token_limit: 5

      """
    let path = try file(machine, "c.yaml", text)
    func set(_ key: String, _ value: String...) throws -> (code: Int32, text: String) {
      let run = try machine.run([ProgramUnderTest.path, "set", path, key] + value)
      return (run.code, run.out + run.err)
    }
    #expect(try set("services.web.secrets", "[\"a\", \"b\"]", "--type", "json").code == 0)
    #expect(try set("services.web.password", "$OTHER").code == 0)
    #expect(try set("services.web.token_limit", "6").code == 0)
    let refused = try set("services.web.password", "planted")
    #expect(refused.code == 2 && refused.text.contains("is a secret"), "\(refused)")
    #expect(try set("services.web", "{\"password\": \"planted\"}", "--type", "json").code == 2)
    for arguments in [["--dry-run"], []] {
      let run = try machine.run(
        [ProgramUnderTest.path, "set", path, "services.web.password", "--stdin"] + arguments,
        input: "planted\n")
      #expect(run.code == 0 && !(run.out + run.err).contains("planted"), "\(run)")
    }
    #expect(try set("services.web.password", "${OTHER}").code == 0)
    #expect(!state(machine).contains("planted"))
    #expect(try machine.settee("get", path, "services.web.password").out == "${OTHER}\n")
  }

  @Test func `an item of a list of placeholders can be a secret`() throws {
    let machine = try Machine()
    let path = try file(machine, "q.yaml", "passwords: [\"${A}\", \"${B}\"]\n")
    #expect(try machine.settee("add", path, "passwords", "planted").code == 2)
    #expect(try machine.settee("add", path, "passwords", "${C}").code == 0)
    #expect(!state(machine).contains("planted"))
  }

  @Test func `a value that is marked as a secret in another file isn't shown`() throws {
    let machine = try Machine()
    let other = try file(machine, "b.toml", "a = 2\nfoo = \"planted\"\n")
    #expect(try machine.settee("set", other, "foo", "--secret").code == 0)
    let path = try file(machine, "a.toml", "a = 1\n")
    for verb in ["diff", "import"] {
      let run = try machine.run([ProgramUnderTest.path, verb, path, other])
      #expect(!(run.out + run.err).contains("planted"), "\(run)")
    }
    #expect(try machine.settee("get", path, "a").out == "2\n")
    #expect(!state(machine).contains("planted"))
  }

  @Test func `a mark is for one file, and for a field in all items`() throws {
    let machine = try Machine()
    let text = "[[s]]\npin = 11\n\n[[s]]\npin = 22\n"
    let path = try file(machine, "a.toml", text)
    let other = try file(machine, "b.toml", text)
    #expect(try machine.settee("set", path, "s[1].pin", "--not-secret").code == 0)
    let listed = try machine.settee("list", path)
    #expect(listed.out.contains("11") && listed.out.contains("22"), "\(listed)")
    #expect(try machine.settee("get", path, "s").out.contains("22"))
    #expect(try machine.settee("get", other, "s[1].pin").code == 4)
  }

  @Test func `a mark needs a file, a key, and one direction`() throws {
    let machine = try Machine()
    let path = try file(machine, ".env", "AUTH_TOKEN=value\n")
    #expect(try machine.settee("set", path, "AUTH_TOKEN", "--secret", "--not-secret").code == 2)
    #expect(try machine.settee("set", path, "NONE", "--not-secret").code == 1)
    #expect(try machine.settee("set", "org.example.app", "k", "--secret").code == 2)
    let dry = try machine.settee("set", path, "AUTH_TOKEN", "--not-secret", "--dry-run")
    #expect(dry.code == 0 && dry.err.contains("would be"), "\(dry)")
    #expect(try machine.settee("get", path, "AUTH_TOKEN").code == 4)
  }

  @Test func `the editor marks the focused value, and shows it from then on`() throws {
    let machine = try Machine()
    let path = try file(machine, ".env", "AUTH_TOKEN=first-value\n")
    let screen = try machine.screen(path)
    try screen.wait(for: "AUTH_TOKEN")
    #expect(try !screen.text().contains("first-value"))
    try screen.press("F9")
    try screen.wait(for: "Actions")
    try screen.type("Show the value")
    try screen.wait(for: "it isn't a secret")
    try screen.press("Enter")
    try screen.wait(for: "first-value")
    try screen.press("q")
    #expect(try machine.settee("get", path, "AUTH_TOKEN").out == "first-value\n")
  }
}
