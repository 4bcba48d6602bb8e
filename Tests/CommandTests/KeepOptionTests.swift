import Foundation
import Testing

/// Tests each command with each side of `--keep`, and the next sync without the option.
@Suite struct KeepOptionTests {
  static let verbs = ["pull", "push", "sync"]
  static let sides = ["here", "cloud", "newest"]

  @Test(arguments: verbs, sides)
  func `the choice for a conflict survives the next plain sync`(
    verb: String, side: String
  ) throws {
    for isNewestHere in [true, false] {
      let pair = try Pair(sharing: true)
      try pair.start()
      for sandbox in isNewestHere ? ["two", "one"] : ["one", "two"] {
        try pair.set("name", sandbox, on: sandbox)
      }
      try pair.run("push", on: "two", expecting: 0)
      try pair.run(verb, on: "one", expecting: 6)
      try pair.run(verb, "--keep", side, on: "one", expecting: 0)
      let isHere = side == "here" || side == "newest" && isNewestHere
      let status = try pair.run("status", "--json", on: "one", expecting: 0)
      #expect(status.strings("conflicts") == [])
      let isDone = verb == "sync" || verb == (isHere ? "push" : "pull")
      #expect(status.strings("pending") == (isHere && !isDone ? ["name"] : []))
      #expect(status.strings("incoming") == (!isHere && !isDone ? ["name"] : []))
      try pair.expectEnd("name", isHere ? "one" : "two")
    }
  }

  @Test(arguments: ["here", "cloud"])
  func `--follow keeps the chosen value even if the other one is newer`(side: String) throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    for sandbox in side == "here" ? ["one", "two"] : ["two", "one"] {
      try pair.set("name", sandbox, on: sandbox)
    }
    try pair.run("push", on: "two", expecting: 0)
    let follower = try RunningProcess(
      [Sandbox.program, "sync", pair.app, "--follow", "--keep", side],
      environment: pair.one.environment, folder: pair.one.path("work"))
    try waitUntil("the conflict is resolved; \(follower.complained)") {
      follower.said.contains("conflict\tname\tkept \(side)")
    }
    follower.send(SIGTERM)
    follower.end()
    try pair.expectEnd("name", side == "here" ? "one" : "two")
  }

  @Test(arguments: verbs, sides)
  func `the choice for a missing key survives the next plain sync`(
    verb: String, side: String
  ) throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.one.store(["size": "base", "more": "base"], "org.settee.verbs")
    try pair.run(verb, "--keep", side, on: "one", expecting: 0)
    let status = try pair.run("status", "--json", on: "one", expecting: 0)
    #expect(status.strings("missing") == [])
    try pair.expectEnd("name", side == "here" ? nil : "base")
  }

  @Test func `a missing key is kept and reported until the user chooses`() throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.one.store(["size": "base", "more": "base"], "org.settee.verbs")
    for verb in Self.verbs {
      let outcome = try pair.run(verb, on: "one", expecting: 0)
      #expect(outcome.err.contains("name"))
    }
    try pair.run("sync", on: "two", expecting: 0)
    #expect(try pair.value("name", on: "two") == "base")
  }

  @Test(arguments: ["push", "sync"])
  func `--keep here deletes nothing and exits 6 if most keys are missing`(verb: String) throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.one.store(["size": "base"], "org.settee.verbs")
    let outcome = try pair.run(verb, "--keep", "here", on: "one", expecting: 6)
    #expect(outcome.err.contains("didn't delete 2 missing keys, because most keys are missing"))
    let status = try pair.run("status", "--json", on: "one", expecting: 0)
    #expect(status.strings("missing") == ["more", "name"])
    try pair.run("sync", on: "two", expecting: 0)
    #expect(try pair.value("name", on: "two") == "base")
  }

  @Test(arguments: sides)
  func `two conflicting edits in a synced folder end with the chosen value`(side: String) throws {
    let pair = try Pair(sharing: false)
    try pair.start()
    for sandbox in ["one", "two"] {
      try pair.set("name", sandbox, on: sandbox)
      try pair.run("push", on: sandbox, expecting: 0)
    }
    try pair.carry()
    try pair.run("pull", "--keep", side, on: "one", expecting: 0)
    let value = side == "here" ? "one" : "two"
    #expect(try pair.value("name", on: "one") == value)
    try pair.expectEnd("name", value)
  }
}

/// Two devices that share a mirror folder, or have one each that a sync program copies.
struct Pair: ~Copyable {
  let one: Sandbox
  let two: Sandbox
  let app: String
  private let isSharing: Bool

  init(sharing: Bool) throws {
    isSharing = sharing
    var first = try Sandbox()
    var second = try Sandbox()
    first.environment["SETTEE_MIRROR"] = "folder:\(first.path("mirror"))"
    second.environment["SETTEE_MIRROR"] =
      "folder:\(sharing ? first.path("mirror") : second.path("mirror"))"
    let rows = ["name", "size", "more"].map { key -> [String: Any] in
      ["Type": "PSTextFieldSpecifier", "Title": key, "Key": key]
    }
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["PreferenceSpecifiers": rows], format: .xml, options: 0)
    try first.write(
      "org.settee.verbs.bundle/Root.plist", String(decoding: plist, as: UTF8.self))
    app = first.path("org.settee.verbs.bundle")
    one = first
    two = second
  }

  /// Syncs the same three values to both devices.
  func start() throws {
    for key in ["name", "size", "more"] { try set(key, "base", on: "one") }
    for sandbox in ["one", "two", "one"] {
      try run("sync", on: sandbox, expecting: 0)
      try carry()
    }
  }

  @discardableResult
  func run(_ verb: String, _ words: String..., on sandbox: String, expecting code: Int32) throws
    -> Sandbox.Outcome
  {
    let words = [verb, app] + words
    let outcome = try sandbox == "one" ? one.run(words) : two.run(words)
    #expect(outcome.code == code, "\(sandbox): \(words.joined(separator: " ")): \(outcome)")
    return outcome
  }

  func set(_ key: String, _ value: String, on sandbox: String) throws {
    try run("set", key, value, on: sandbox, expecting: 0)
  }

  func value(_ key: String, on sandbox: String) throws -> String? {
    let outcome = try sandbox == "one" ? one.run("get", app, key) : two.run("get", app, key)
    return outcome.code == 0 ? String(outcome.out.dropLast()) : nil
  }

  /// Syncs both devices without options, and expects both to have the given value.
  func expectEnd(_ key: String, _ value: String?) throws {
    for sandbox in ["one", "two", "one", "two"] {
      try run("sync", on: sandbox, expecting: 0)
      try carry()
    }
    for sandbox in ["one", "two"] {
      #expect(try self.value(key, on: sandbox) == value, "on \(sandbox)")
    }
  }

  /// Copies the newest version of each file to both folders, like `rsync --update` in both
  /// directions.
  func carry() throws {
    if isSharing { return }
    let folders = [one.path("mirror"), two.path("mirror")]
    for (from, to) in [(folders[0], folders[1]), (folders[1], folders[0])] {
      for name in FileManager.default.subpaths(atPath: from) ?? [] where name.hasSuffix(".plist") {
        try Self.copy("\(from)/\(name)", "\(to)/\(name)")
      }
    }
  }

  private static func copy(_ from: String, _ to: String) throws {
    let files = FileManager.default
    func time(_ path: String) -> Date? {
      (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
    if let known = time(to), let new = time(from), known >= new { return }
    try files.createDirectory(
      atPath: (to as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try? files.removeItem(atPath: to)
    try files.copyItem(atPath: from, toPath: to)
    if let new = time(from) { try files.setAttributes([.modificationDate: new], ofItemAtPath: to) }
  }
}

extension Sandbox.Outcome {
  /// Returns the strings in a field of the JSON output.
  func strings(_ field: String) -> [String] {
    ((try? json()) as? [String: Any])?[field] as? [String] ?? []
  }
}
