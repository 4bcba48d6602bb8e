import Foundation
import SetteeValues
import SetteeTestSupport
import Testing

@testable import SetteeSchema

/// Tests which keys a program accepts according to its bundle.
@Suite struct AcceptedKeysTests {
  private func unknown(
    _ key: String, _ keys: [String], patterns: [String]? = nil, _ format: Format = .toml
  ) throws -> AcceptedKeys.UnknownKey? {
    let accepted = AcceptedKeys(
      keys: keys, patterns: patterns ?? [], isComplete: patterns != nil, format: format)
    return accepted.unknown(try #require(DocumentPath(key)))
  }

  @Test(arguments: [
    ("alias.x", true), ("alias.x.command", true), ("alias", false), ("remote.origin.url", true),
    ("remote.origin.push", false), ("Journal.X-Note", true), ("Journal.Note", false),
    ("mypy-a.b.strict", false), ("\"mypy-a.b\".strict", true), ("list[0].name", true),
    ("\"comment.type\"", true), ("comment.type", false), ("@scope:registry", true),
    ("a-b-c", true), ("a-c", false),
  ])
  func `an asterisk matches any part of one key component`(key: String, isAccepted: Bool) throws {
    let patterns = [
      "alias.*", "remote.*.url", "Journal.X-*", "mypy-*.strict", "\"*.*\"", "@*:registry", "a-*-c",
    ]
    #expect((try unknown(key, ["list"], patterns: patterns) == nil) == isAccepted)
  }

  @Test(arguments: [
    (Format.lines(.git), "CORE.Bare", true), (.lines(.git), "remote.\"A.b\".URL", true),
    (.lines(.systemd), "core.Bare", false), (.lines(.sshd), "Match User bob.BARE", true),
    (.lines(.sshd), "BARE", true), (.lines(.postgres), "pg_stat.max", true),
    (.lines(.postgres), "\"pg_stat.max\"", true), (.lines(.postgres), "bar", false),
  ])
  func `keys are compared by the rules of the format`(
    format: Format, key: String, isAccepted: Bool
  ) throws {
    let isFlat = format == .lines(.postgres) || format == .lines(.sshd)
    let patterns = isFlat ? ["bare", "*.*"] : ["core.bare", "remote.*.url"]
    #expect((try unknown(key, [], patterns: patterns, format) == nil) == isAccepted)
  }

  @Test(arguments: [
    ("coer.bare", "core.bare"), ("remote.origin.ulr", "remote.origin.url"), ("bare", "core.bare"),
    ("core.nothing.like.it", nil),
  ])
  func `the closest accepted key is suggested`(key: String, nearest: String?) throws {
    let found = try unknown(key, ["core.bare"], patterns: ["remote.*.url"])
    #expect(found == AcceptedKeys.UnknownKey(nearest: nearest, isCertain: true))
  }

  @Test func `the closest key is suggested within the scope of the unknown one`() throws {
    let found = try unknown("Match User bob.Prot", ["Port"], patterns: [], .lines(.sshd))
    #expect(found?.nearest == "Match User bob.Port")
  }

  @Test(arguments: [
    ("theem", "theme"), ("themes", "theme"), ("color", nil), ("x", nil), ("coulors", "colours"),
  ])
  func `without a complete list only typing errors are unknown`(
    key: String, nearest: String?
  ) throws {
    let found = try unknown(key, ["theme", "y", "colours"])
    #expect(found == nearest.map { .init(nearest: $0, isCertain: false) })
  }

  @Test func `a section that git doesn't define belongs to another program`() throws {
    let git = Format.lines(.git)
    #expect(try unknown("delta.navigate", ["user.name"], patterns: [], git) == nil)
    #expect(try unknown("uesr.name", ["user.name"], patterns: [], git)?.nearest == "user.name")
    #expect(try unknown("delta.navigate", ["user.name"], patterns: [], .toml) != nil)
  }

  // MARK: The included bundles

  private func included(_ name: String, _ format: Format) throws -> AcceptedKeys {
    let bundle = try SettingsBundle(at: ProjectFolder.path("Panes/Programs/\(name).bundle"))
    #expect(bundle.programFile?.knownKeys != nil)
    return AcceptedKeys(bundle, format: format)
  }

  @Test(arguments: [
    "btop", "git", "journald", "logind", "micro", "mypy", "npm", "pip", "postgresql", "redis",
    "ruff", "ssh", "sshd",
  ])
  func `an included bundle lists the keys that its program accepts`(name: String) throws {
    let path = ProjectFolder.path("Panes/Programs/\(name).bundle")
    let bundle = try SettingsBundle(at: path)
    let format = try #require(bundle.programFile?.formatName.flatMap(Format.init(option:)))
    let accepted = try included(name, format)
    for key in bundle.controls.compactMap(\.key) {
      #expect(try accepted.unknown(#require(DocumentPath(key))) == nil, "\(key)")
    }
    // In PostgreSQL and Redis, a key with a period is a parameter of an extension. In git, other
    // programs can add sections.
    let names = ["postgresql", "redis"].contains(name) ? ["it-is-so"] : ["nothing", "it-is-so"]
    let place = DocumentPath(names.map { .key(Key($0)) })
    #expect(name == "git" || accepted.unknown(place) != nil)
    #expect(try Finding.all(at: [path]) == [])
  }

  @Test(arguments: [
    ("git", Format.lines(.git), ["alias.st", "core.bare", "url.x.insteadOf", "branch.main.merge"]),
    (
      "git", .lines(.git),
      ["remote.origin.fetch", "credential.\"https://x.y\".helper", "gui.fontUI"]
    ),
    (
      "ssh", .lines(.ssh),
      ["HostName", "Host a b.IdentityFile", "Match all.ProxyCommand", "UseRoaming"]
    ),
    (
      "sshd", .lines(.sshd),
      ["Subsystem", "Ciphers", "Include", "UsePrivilegeSeparation", "keepalive"]
    ),
    (
      "postgresql", .lines(.postgres),
      ["wal_keep_segments", "shared_preload_libraries", "TimeZone"]
    ),
    ("postgresql", .lines(.postgres), ["pg_stat_statements.max", "include_dir", "io_method"]),
    (
      "redis", .lines(.redis),
      ["slaveof", "rename-command", "include", "tls-port", "user", "loadmodule"]
    ),
    ("journald", .lines(.systemd), ["Journal.RateLimitInterval", "Journal.ForwardToSocket"]),
    ("logind", .lines(.systemd), ["Login.HoldoffTimeoutSec", "Login.X-Mine"]),
    (
      "pip", .lines(.python),
      ["global.index_url", "install.no_binary", "freeze.user", "list.format"]
    ),
    (
      "mypy", .lines(.python),
      ["mypy-foo.ignore_errors", "mypy.no_warn_no_return", "mypy.html_report"]
    ),
    ("mypy", .lines(.python), ["\"mypy-a.b.*\".ignore_errors", "\"mypy.plugins.x\".y"]),
    (
      "npm", .lines(.flat),
      ["//registry.npmjs.org/:_authToken", "@scope:registry", "init.author.name"]
    ),
    ("ruff", .toml, ["lint.select", "lint.per-file-ignores.x", "lint.isort.sections.x", "extend"]),
    (
      "micro", .json(allowsComments: false),
      ["pluginchannels", "\"ft:go\".tabsize", "\"comment.type\""]
    ),
    ("btop", .lines(.flat), ["presets", "cpu_core_map", "proc_aggregate"]),
  ])
  func `valid keys of the included programs are accepted`(
    name: String, format: Format, keys: [String]
  ) throws {
    let accepted = try included(name, format)
    for key in keys {
      let place = DocumentPath(key) ?? DocumentPath(keys: Key(key))
      #expect(accepted.unknown(place) == nil, "\(key)")
    }
  }

  @Test func `every key that git and ssh print is accepted`() throws {
    let git = try included("git", .lines(.git))
    for key in try lines(of: ["git", "help", "--config"]) where key.contains(".") {
      let key = key.replacing(/<[^>]*>/, with: "x").replacing("*", with: "x")
      #expect(try git.unknown(#require(DocumentPath(key))) == nil, "\(key)")
    }
    let ssh = try included("ssh", .lines(.ssh))
    for line in try lines(of: ["ssh", "-G", "example.org"]) where !line.hasPrefix("host ") {
      let key = line.prefix { $0 != " " }
      #expect(ssh.unknown(DocumentPath(keys: Key(String(key)))) == nil, "\(key)")
    }
  }

  /// Runs a program and returns the lines it prints, or an empty list if it isn't installed.
  private func lines(of words: [String]) throws -> [String] {
    try RunningProcess(["/usr/bin/env"] + words).end().out.split(separator: "\n").map(String.init)
  }
}
