import Foundation
import Settee
import SetteeValues
import SetteeTestSupport
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests a domain that is stored in the settings file of another program.
@Suite struct TextFileTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private var path: String { place.root + "/a.toml" }

  private func text() -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func domain(_ format: Format = .toml, fileSystem: FileSystem = .live) throws -> Domain {
    try Domain(
      TextFile(path, TextFile.Role(format: format), fileSystem: fileSystem),
      locations: try place.locations,
      options: DomainOptions(watches: false))
  }

  @Test func `new keys of Visual Studio Code have dots, also after a change`() throws {
    try FileManager.default.createDirectory(
      atPath: place.root + "/.vscode", withIntermediateDirectories: true)
    try place.write("{}\n", to: ".vscode/settings.json")
    let role = TextFile.Role(format: .json(allowsComments: true))
    let file = TextFile(place.root + "/.vscode/settings.json", role)
    let domain = try Domain(
      file, locations: try place.locations, options: DomainOptions(watches: false))
    try domain.set(.integer(1), for: try #require(file.known?.key(written: "zoom")))
    #expect(file.known?.key(written: "editor.tabSize") == "\"editor.tabSize\"")
  }

  @Test func `each value of a file is a key, and is read as it was set`() throws {
    try place.write(
      """
      text = "a"
      number = 1
      real = 0.50
      flag = true
      list = [1, 2]
      day = 2026-01-02
      long = 123456789012345678901234567890
      "odd.key" = 1
      [t.u]
      x = {y = 1}
      [[e]]
      n = 1
      """, to: "a.toml")
    let domain = try domain()
    #expect(
      domain.keys == [
        "\"odd.key\"", "day", "e[0].n", "flag", "list", "long", "number", "real", "t.u.x.y", "text",
      ])
    for (key, value) in [
      ("text", .string("b\"\n")), ("number", .integer(-7)), ("real", .real(2)),
      ("flag", .boolean(false)),
      ("list", .array([.integer(3)])), ("day", .string("2026-01-03")), ("\"odd.key\"", .integer(2)),
      ("t.u.x.y", .integer(5)), ("e[0].n", .integer(6)), ("new.key", .string("x")),
    ] as [(String, PropertyList)] {
      try domain.set(value, for: key)
      #expect(domain.value(for: key)?.value == value, "\(key)")
      #expect(try self.domain().value(for: key)?.value == value, "\(key): \(text())")
    }
    #expect(throws: DomainError.self) { try domain.set(.string("no day"), for: "day") }
    #expect(text().contains("day = 2026-01-03\n"))
  }

  @Test func `a repeated key is a list whose lines are changed one by one`() throws {
    let text = "AcceptEnv LANG # a\nAcceptEnv LC_*\nPort 22\n"
    try place.write(text, to: "a.toml")
    let domain = try domain(.lines(.sshd))
    let list = PropertyList.array([.string("LANG"), .string("LC_*")])
    #expect(domain.value(for: "AcceptEnv")?.value == list)
    #expect(domain.text(at: SettingPath("AcceptEnv")) == nil)
    try domain.set(.array([.string("LANG"), .string("X"), .string("Y")]), for: "AcceptEnv")
    #expect(self.text() == text.replacingOccurrences(of: "LC_*", with: "X\nAcceptEnv Y"))
    try domain.set(.array([.string("X")]), for: "AcceptEnv")
    #expect(self.text() == "AcceptEnv X\nPort 22\n")
    #expect(domain.value(for: "AcceptEnv")?.value == .string("X"))
    try domain.undo()
    try domain.set(nil, for: "AcceptEnv")
    #expect(self.text() == "Port 22\n")
    try domain.undo()
    try domain.undo()
    #expect(self.text() == text)
    try domain.set(.integer(23), for: "Port")
    #expect(self.text() == text.replacingOccurrences(of: "22", with: "23"))
  }

  @Test(arguments: [ENOSPC, EIO, EACCES, EDQUOT, EMFILE])
  func `after any failed call, the file has the old or the new bytes`(code: Int32) throws {
    for format in [Format.toml, .lines(.git)] {
      let old = format == .toml ? "[a]\nx = 1 # one\n" : "[a]\n\tx = 1 ; one\n"
      var failures = 0
      for number in 0..<200 {
        let (count, failing) = (Shared(0), Shared(-1))
        let fileSystem = FileSystem.live.replaced { call, path, body in
          let now = count.value.wrappingAdd(1, ordering: .relaxed).oldValue
          // Failures in the state folder are reported, but must not fail the write, so only other
          // calls fail here.
          let isOwn = path.isEmpty || !path.contains("/.local/")
          if now == failing.value.load(ordering: .relaxed), isOwn, call != "close", call != "remove"
          {
            throw SystemError(code)
          }
          try body()
        }
        try place.write(old, to: "a.toml")
        let domain = try domain(format, fileSystem: fileSystem)
        count.value.store(0, ordering: .relaxed)
        failing.value.store(number, ordering: .relaxed)
        do {
          try domain.set(.integer(2), for: "a.x")
          #expect(text() == old.replacingOccurrences(of: "1", with: "2"), "call \(number)")
          if count.value.load(ordering: .relaxed) <= number { break }
        } catch {
          failures += 1
          let isNew = text() == old.replacingOccurrences(of: "1", with: "2")
          #expect(text() == old || isNew, "call \(number): \(text())")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: place.root)
        #expect(
          !left.contains { $0.hasSuffix(".new") || $0.hasSuffix(".lock") },
          "call \(number): \(left)")
      }
      #expect(failures > 5, "only \(failures) calls of a change can fail")
    }
  }

  @Test func `a write by another program between reading and replacing is kept`() throws {
    try place.write("a = 1\nb = 1\n", to: "a.toml")
    let path = path
    let isFirst = Shared(1)
    let fileSystem = FileSystem.live.interposed { call, name in
      guard call == "rename" || call == "sync", isFirst.value.exchange(0, ordering: .relaxed) == 1
      else { return }
      try? Data("a = 1\nb = 2\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    try domain(fileSystem: fileSystem).set(.integer(3), for: "a")
    #expect(text() == "a = 3\nb = 2\n")
  }

  @Test func `undo reverts the last change, also one through another symlink to the directory`()
    throws
  {
    try place.write("a = 1\nb = 1\n", to: "d/a.toml")
    symlink("d", place.root + "/link")
    func domain(in folder: String) throws -> Domain {
      try Domain(
        TextFile("\(place.root)/\(folder)/a.toml", TextFile.Role(format: .toml)),
        locations: try place.locations, options: DomainOptions(watches: false))
    }
    try domain(in: "link").set(.integer(2), for: "a")
    try domain(in: "d").set(.integer(2), for: "b")
    try domain(in: "link").undo()
    #expect(place.read(place.root + "/d/a.toml") == Data("a = 2\nb = 1\n".utf8))
  }

  /// Items are identified by their names, which never change; each is set to a number that
  /// identifies it.
  @Test func `two writers of arrays never change the wrong item`() throws {
    var numbers = SeededNumbers(seed: 160)
    var lines = (0..<4).map { "[[e]]\nname = \"n\($0)\"\nx = 0\n" }
    try place.write(lines.joined(), to: "a.toml")
    var (next, refused, made) = (4, 0, 0)
    let rounds = ProcessInfo.processInfo.environment["SETTEE_ROUNDS"].flatMap { Int($0) } ?? 200
    for round in 1...rounds {
      let domain = try domain()
      let seen = lines.count
      let index = Int.random(in: 0..<seen, using: &numbers)
      let name = try #require(domain.value(for: "e[\(index)].name")?.value.string)
      // Simulate another program that changes the list after it was read.
      let what = Int.random(in: 0..<4, using: &numbers)
      lines = text().components(separatedBy: "[[e]]\n").dropFirst().map { "[[e]]\n" + $0 }
      if what == 0 {
        lines.insert(
          "[[e]]\nname = \"n\(next)\"\nx = 0\n", at: Int.random(in: 0...seen, using: &numbers))
        next += 1
      } else if what == 1, lines.count > 2 {
        lines.remove(at: Int.random(in: 0..<lines.count, using: &numbers))
      }
      try place.write(lines.joined(), to: "a.toml")
      let before = lines
      do {
        if what == 3, made > 0 {
          try domain.undo()
        } else {
          try domain.set(.integer(Int64(round)), for: "e[\(index)].x")
        }
        made += 1
      } catch let error as DomainError {
        refused += 1
        #expect(
          error.code == .conflict || error.code == .missing || error.code == .denied, "\(error)")
      }
      lines = text().components(separatedBy: "[[e]]\n").dropFirst().map { "[[e]]\n" + $0 }
      let changed = zip(before, lines).filter { $0 != $1 }
      #expect(before.count == lines.count && changed.count <= 1, "round \(round)")
      guard what != 3, let (_, element) = changed.first else { continue }
      #expect(
        element.contains("name = \"\(name)\"\n") && element.contains("x = \(round)\n"), "\(element)"
      )
    }
    #expect(made > rounds / 3 && refused > rounds / 20, "\(made) made, \(refused) refused")
  }

  @Test(arguments: [
    Format.toml, .json(allowsComments: false),
  ])
  func `undo reverts the changed item at its current index`(format: Format) throws {
    func write(_ items: (name: String, height: Int)...) throws {
      let filler = String(repeating: "x", count: 80)
      let text =
        format == .toml
        ? items.map {
          "[[e]]\nname = \"\($0)\"\nb = \"\(filler)\"\nh = \($1)\na = \"\(filler)\"\n"
        }.joined()
        : "{\"e\": [\n"
          + items.map {
            "{\"name\": \"\($0)\", \"b\": \"\(filler)\", \"h\": \($1), \"a\": \"\(filler)\"}"
          }.joined(separator: ",\n") + "\n]}\n"
      try place.write(text, to: "a.toml")
    }
    func heights() throws -> [String: Int] {
      let values = try domain(format).values(in: .user)
      let items = (0..<4).compactMap { index -> (String, Int)? in
        guard case .string(let name)? = values["e[\(index)].name"],
          case .integer(let height)? = values["e[\(index)].h"]
        else { return nil }
        return (name, Int(height))
      }
      return Dictionary(items) { first, _ in first }
    }
    // One item was removed, and the next one now has the same value at that index.
    try write(("a", 5), ("b", 1), ("c", 5))
    try domain(format).set(.integer(5), for: "e[1].h")
    try write(("b", 5), ("c", 5))
    #expect(try domain(format).undo().map(\.key) == ["e[0].h"])
    #expect(try heights() == ["b": 1, "c": 5])
    // Two items were changed in one commit, and another one was inserted before them.
    try write(("a", 1), ("b", 1))
    try domain(format).apply(["e[0].h": .integer(7), "e[1].h": .integer(7)])
    try write(("new", 7), ("a", 7), ("b", 7))
    #expect(try domain(format).undo("e[0].h").map(\.key) == ["e[1].h"])
    #expect(try heights() == ["new": 7, "a": 1, "b": 7])
    #expect(try domain(format).undo().map(\.key) == ["e[2].h"])
    #expect(try heights() == ["new": 7, "a": 1, "b": 1])
    // Undo must fail if the item was deleted or isn't unique.
    try domain(format).set(.integer(9), for: "e[1].h")
    try write(("new", 7), ("b", 9))
    #expect(throws: DomainError.self) { try self.domain(format).undo() }
    try write(("a", 9), ("new", 7), ("a", 9))
    let error = #expect(throws: DomainError.self) { try self.domain(format).undo() }
    #expect(error?.exitCode == 6)
    #expect(text().contains("9"))
  }

  @Test func `keys shown on the screen follow their items`() throws {
    let items = (1...3).map { "[[e]]\nname = \"n\($0)\"\nx = 0\n" }
    try place.write("top = 1\n" + items.joined(), to: "a.toml")
    let file = TextFile(path, TextFile.Role(format: .toml))
    let domain = try Domain(
      file, locations: try place.locations, options: DomainOptions(watches: false))
    file.shownContent = file.known
    try domain.set(.integer(1), for: "e[0].x")
    #expect(file.movedKeys(["e[0].x"]).isEmpty)
    try place.write("[[e]]\nname = \"new\"\nx = 0\n" + items[2] + items[0], to: "a.toml")
    // Until the screen shows the new order, a change with an old key must be rejected.
    let error = #expect(throws: DomainError.self) { try domain.set(.integer(2), for: "e[0].x") }
    #expect(error?.exitCode == 6)
    let moved = file.movedKeys(["top", "e[0].x", "e[1].x", "e[2].x"])
    #expect(moved.map(\.old) == ["e[0].x", "e[1].x", "e[2].x"])
    #expect(moved.map(\.new) == ["e[2].x", nil, "e[1].x"])
    #expect(file.movedKeys(["e[0].x"]).isEmpty)
    try domain.set(.integer(2), for: "e[2].x")
    #expect(text().hasSuffix("name = \"n1\"\nx = 2\n"))
  }

  @Test func `undo of a change in one of two equal sections never changes the other`() throws {
    try place.write("[Peer]\nname = a\nport = 1\n", to: "a.toml")
    try domain(.lines(.systemd)).set(.integer(5), for: "Peer.port")
    let changed = "[Peer]\nname = a\nport = 5\n"
    let other = "[Peer]\nname = b\nport = 5\n"
    // Test both orders, because systemd reads a key in two sections as a list.
    for text in [changed + other, other + changed] {
      try place.write(text, to: "a.toml")
      let error = #expect(throws: DomainError.self) {
        try self.domain(.lines(.systemd)).undo()
      }
      #expect(error?.exitCode == 6 && self.text() == text)
    }
  }

  @Test func `undo finds a section that has become one of several`() throws {
    try place.write("[Peer]\nname = a\nport = 1\n", to: "a.toml")
    try domain(.lines(.plain)).set(.integer(5), for: "Peer.port")
    let (changed, other) = ("[Peer]\nname = a\nport = 5\n", "[Peer]\nname = b\nport = 5\n")
    try place.write(other + changed, to: "a.toml")
    try domain(.lines(.plain)).undo()
    #expect(text() == other + "[Peer]\nname = a\nport = 1\n")
  }

  @Test func `keys that differ only in Unicode normalization are distinct`() throws {
    let (composed, decomposed) = ("\"\u{E9}\"", "\"e\u{301}\"")
    try place.write("\(composed) = 1\n\(decomposed) = 2\n", to: "a.toml")
    try domain().set(.integer(9), for: "\u{E9}")
    #expect(text().utf8.elementsEqual("\(composed) = 9\n\(decomposed) = 2\n".utf8))
    try domain().set(nil, for: "\u{E9}")
    #expect(text().utf8.elementsEqual("\(decomposed) = 2\n".utf8))
  }

  @Test(arguments: [(1, 4), (4, 1)])
  func `files that include each other are read once, with a warning`(files: Int, lines: Int)
    throws
  {
    let names = (0..<files).map { "f\($0)" }
    let includes = names.map { String(repeating: "\tpath = \($0)\n", count: lines) }.joined()
    for (number, name) in names.enumerated() {
      try place.write("[user]\n\tkey\(number) = \(number)\n[include]\n" + includes, to: name)
    }
    try place.write("[user]\n\tname = x\n[include]\n\tpath = a.toml\n" + includes, to: "a.toml")
    let domain = try domain(.lines(.git))
    #expect(domain.value(for: "user.name")?.value == .string("x"))
    for number in 0..<files {
      #expect(domain.value(for: "user.key\(number)")?.value == .integer(Int64(number)))
    }
    #expect(domain.issues.contains { $0.message.contains("includes it in turn") })
  }

  @Test(arguments: [
    ("password", true), ("db_password", true), ("apiKey", true), ("api-key", true),
    ("authToken", true),
    ("app.secret", true), ("author", false), ("max_tokens", false), ("secretary", false),
    ("keyboard", false), ("MaxAuthTries", false), ("PasswordAuthentication", false),
    ("http_auth", true), ("password.hint", false), ("secretName", false), ("tokenRef", false),
  ])
  func `a secret is recognized by its name`(key: String, isSecret: Bool) {
    #expect(SecretName.matches(key) == isSecret)
  }

  @Test(
    arguments: [
      "passwords", "tokens", "apiKeys", "api_keys", "API_KEYS", "authtoken", "auth_token", "dbpass",
      "db_pass", "github_pat", "pat", "bearer", "jwt", "jwtSecret", "connectionString",
      "ConnectionStrings", "connection_string", "requirepass", "masterauth", "secretKeyBase",
      "private_key", "privateKey", "client_secret", "clientsecret", "password2", "accessTokens",
      "wpa_passphrase", "aws_access_key_id",
      "NEXT_PRIVATE_ENCRYPTION_SECONDARY_KEY", "private_signing_keys", "encryptionMasterKey",
    ])
  func `joined words and plurals in the name of a secret are recognized`(key: String) {
    #expect(SecretName.matches(key))
    #expect(SecretName.matches("a.\(key)[0]"))
  }

  @Test(
    arguments: [
      "path", "pattern", "passthrough", "compass", "tokenizer", "max_tokens", "maxTokens",
      "max_new_tokens", "stop_tokens", "keyboard", "publicKey", "sort_key", "accesskey",
      "PasswordAuthentication", "passwordauthentication", "bypass", "PermitEmptyPasswords",
      "permitemptypasswords", "token_count", "tokenType", "token_ttl", "connection", "patch",
      "jwt_algorithm", "api_token_env", "show_password", "bearer_format", "tokenSeparator",
      "tokenColors",
      "editor.semanticTokenColorCustomizations", "block-comment-tokens", "comment-tokens",
    ])
  func `a name that resembles the name of a secret isn't one`(key: String) {
    #expect(!SecretName.matches(key))
  }

  @Test func `the characters that start a comment aren't a secret`() throws {
    let domain = try self.domain(of: "a: b\n")
    for key in ["comment-token", "line_comment_token"] {
      for text in ["//", "#", "--", "REM "] {
        #expect(!domain.isSecret(SettingPath(key), as: .string(text)))
      }
      #expect(domain.isSecret(SettingPath(key), as: .string("ghp_x")))
      #expect(domain.isSecret(SettingPath(key), as: nil))
    }
    for key in ["pad_token", "eos_token", "stopToken"] {
      for text in ["</s>", "[MASK]", "<|endoftext|>"] {
        #expect(!domain.isSecret(SettingPath(key), as: .string(text)))
      }
      #expect(domain.isSecret(SettingPath(key), as: .string("ghp_abcdefghijklmnop1234")))
      #expect(domain.isSecret(SettingPath(key), as: nil))
    }
  }

  @Test(
    arguments: [
      "password", "db_password", "enable_password", "api_key", "secret_key", "client_secret",
      "token", "access_token", "auth_token", "PGPASSWORD", "requirepass", "passphrase",
      "private_key", "AWS_SECRET_ACCESS_KEY", "smtp.pass", "_authToken", "_auth", "webhook_secret",
      "webhookSecret", "proxy_pass", "id_token", "ansible_become_pass", "pull_secret", "http_auth",
      "secret_key_base", "token_1", "refresh_token", "encryption_key", "user_passwords",
      "github_token", "bot_token", "api-token", "tokenSecret", "pad_token_password",
      "stop_token_secret", "semantic_api_token", "token_separator_secret",
    ])
  func `a text with the name of a secret is hidden`(key: String) throws {
    let domain = try self.domain(of: "a: b\n")
    #expect(SecretName.matches(key))
    #expect(domain.isSecret(SettingPath(key), as: .string("hunter2")))
    #expect(!domain.isSecret(SettingPath(key), as: .string("${DB_PASSWORD}")))
    if SecretName.endsWithSecret(key) {
      #expect(domain.isSecret(SettingPath(key), as: .integer(1234)))
    }
  }

  @Test(
    arguments: [
      "fastcgi_pass", "uwsgi_pass", "grpc_pass", "scgi_pass", "memcached_pass",
      "become_ask_pass", "spec.tls[0].secretName", "secretKeyRef.name", "existingSecret",
      "imagePullSecrets", "automountServiceAccountToken", "tokens_per_minute",
      "access_token_expire_minutes", "secret_rotation_days", "jwt.secret_ttl",
      "passphrase_prompt", "credential_helper", "secrets_dir", "secretsmanager.region",
      "enable_secrets", "secrets.x.file", "password_min_length", "SSH_ASKPASS",
    ])
  func `a text whose name only mentions a secret is shown`(key: String) throws {
    #expect(try !domain(of: "a: b\n").isSecret(SettingPath(key), as: .string("hunter2")))
  }

  @Test(
    arguments: [
      ("proxy_pass", "http://127.0.0.1:80", false), ("proxy_pass", "http://u:p@h", true),
      ("permissions.id-token", "write", false), ("id-token", "written", true),
      ("jobs.x.secrets", "inherit", false), ("jobs.x.secrets", "abc", true),
      ("password", "${{ secrets.API_TOKEN }}", false), ("password", "${DB_PASSWORD}", false),
      ("password", "$PASSWORD", false), ("password", "$P4SSW0RD", true),
      ("ASK_REFRESH_TOKEN", "x", true), ("password_per_user", "x", true),
      ("use_password", "x", true), ("use_secret_store", "yes", false),
      ("password", "{{ vault_password }}", false),
      ("password", "{{ vault.password | trim }}", false), ("password", "$ecret", true),
      ("password", "$1", true), ("password", "${X:-hunter2}", true), ("password", "${X}y", true),
      ("password", "{{ 'hunter2' }}", true), ("password", "{{ a }}{{ b }}", true),
      ("password", "${{ '7' }}", true), ("password", "{{}}", true), ("password", "$", true),
      ("password_rounds", "on", false), ("password", "on", true), ("password_rounds", "x", true),
    ])
  func `the value of a setting can rule out a secret`(key: String, value: String, is: Bool) throws {
    #expect(try domain(of: "a: b\n").isSecret(SettingPath(key), as: .string(value)) == `is`)
  }

  @Test(arguments: [
    ("postgres://user:secret@host/db", true), ("redis://:pw@h:1", true),
    ("see amqp://a:b@c, http://d", true), ("postgres://user:${PW}@host/db", false),
    ("postgres://user@host/db", false), ("https://host:80/a@b", false), ("a:b@c", false),
    ("ssh://git@host:22/x", false), ("POSTGRES_PASSWORD=x", true), ("PASSWORD=", false),
    ("POSTGRES_PASSWORD=${PW}", false), ("A=b \"DB_PASSWORD=a b\"", true), ("USER=me", false),
    ("x PASSWORD=y", false), ("PASSWORD_FILE=/run/x", false), ("--tokens=1", false),
    ("1 = 2", false), ("=", false),
  ])
  func `a text with a password is a secret, whatever the name of its setting`(
    text: String, is: Bool
  ) throws {
    let domain = try self.domain(of: "a: b\n")
    #expect(domain.isSecret(SettingPath("a"), as: .string(text)) == `is`)
    #expect(domain.holdsSecret(.array([.string("x"), .string(text)]), at: "a") == `is`)
  }

  @Test(arguments: ["services.x.secrets", "services.x.build.secrets"])
  func `names of the declared secrets of a Compose file are shown`(key: String) throws {
    let domain = try self.domain(of: "secrets:\n  db: {file: x}\n")
    #expect(!domain.isSecret(SettingPath(key), as: .array([.string("db")])))
    #expect(domain.isSecret(SettingPath(key), as: .array([.string("db"), .string("other")])))
  }

  @Test func `numbers and switches are secrets only if their names are a secret's`() throws {
    let domain = try self.domain(of: "a: b\n")
    for key in ["password_rounds", "token_bucket", "secret_version"] {
      #expect(!domain.isSecret(SettingPath(key), as: .integer(8)))
    }
    #expect(domain.isSecret(SettingPath("db_password2"), as: .integer(8)))
    #expect(domain.isSecret(SettingPath("db_password_prod"), as: .integer(84_736_251)))
    #expect(domain.isSecret(SettingPath("pin"), as: .integer(1234)))
    #expect(!domain.isSecret(SettingPath("hide_password"), as: .boolean(true)))
    #expect(domain.isSecret(SettingPath("tokens"), as: .array([.string("${A}"), .string("b")])))
    #expect(!domain.isSecret(SettingPath("tokens"), as: .array([.string("${A}")])))
  }

  private func domain(of text: String) throws -> Domain {
    try place.write(text, to: "a.toml")
    return try domain(.yaml)
  }
}

/// A counter that closures can share.
private final class Shared: Sendable {
  let value: Atomic<Int>

  init(_ value: Int) { self.value = Atomic(value) }
}
