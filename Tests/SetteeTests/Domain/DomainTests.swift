import Foundation
import Settee
import Synchronization
import Testing

/// Tests reads and changes of a domain in one process.
@Suite struct DomainTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  @Test func `a change is on disk when the call returns`() throws {
    let domain = try place.domain()
    let changes = try domain.apply(["name": .string("a"), "count": .integer(2)])
    #expect(changes.map(\.key) == ["name", "count"])
    #expect(place.stored as NSDictionary == ["name": "a", "count": 2])
    #expect(domain.value(for: "name")?.origin == .user)
  }

  @Test func `a change to the same value writes nothing`() throws {
    let domain = try place.domain()
    try domain.set(.string("a"), for: "name")
    let before = try FileManager.default.attributesOfItem(atPath: place.file)
    #expect(try domain.apply(["name": .string("a"), "none": nil]).isEmpty)
    let after = try FileManager.default.attributesOfItem(atPath: place.file)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  @Test func `unknown keys and types are kept`() throws {
    try place.write(
      DomainPlace.plist(
        "<key>other</key><dict><key>deep</key><array><date>2026-01-02T03:04:05Z</date></array></dict>"
      ))
    let before = place.stored["other"] as? NSDictionary
    try place.domain().set(.integer(1), for: "mine")
    #expect(before != nil && place.stored["other"] as? NSDictionary == before)
  }

  @Test func `values in a nested dictionary are set one by one`() throws {
    let domain = try place.domain()
    try domain.apply(ChangeSet("proxy", .dictionary(["host": .string("h"), "port": .integer(1)])))
    let changes = try domain.apply(ChangeSet(SettingPath("proxy", "port"), .integer(2)))
    #expect(changes.map(\.key) == ["proxy.port"])
    #expect(place.stored["proxy"] as? NSDictionary == ["host": "h", "port": 2])
    try domain.apply([SettingPath("proxy", "port"): nil, SettingPath("proxy", "host"): nil])
    #expect(place.stored["proxy"] == nil)
  }

  @Test func `a binary file stays binary`() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["old": 1], format: .binary, options: 0)
    try place.write(data)
    try place.domain().set(.integer(2), for: "new")
    #expect(place.read()?.prefix(6) == Data("bplist".utf8))
    #expect(place.stored as NSDictionary == ["old": 1, "new": 2])
  }

  @Test func `a new file is private, and an existing one keeps its mode`() throws {
    let domain = try place.domain()
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: place.file)[.posixPermissions] as? Int
    }
    try domain.set(.integer(1), for: "a")
    #expect(try mode() == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.file)
    try domain.set(.integer(2), for: "a")
    #expect(try mode() == 0o640)
  }

  @Test func `a symbolic link to the file is kept`() throws {
    try place.write(DomainPlace.plist("<key>a</key><integer>1</integer>"), to: "dots/real.plist")
    try FileManager.default.createSymbolicLink(
      atPath: place.file, withDestinationPath: "../../dots/real.plist")
    let domain = try place.domain()
    #expect(domain.value(for: "a")?.value == .integer(1))
    try domain.set(.integer(2), for: "a")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: place.file)
        == "../../dots/real.plist")
    #expect(place.stored["a"] as? Int == 2)
  }

  @Test func `a transaction applies all changes or none`() throws {
    struct Stop: Error {}
    let domain = try place.domain()
    try domain.set(.integer(1), for: "a")
    #expect(throws: Stop.self) {
      try domain.transaction { values in
        values["a"] = .integer(2)
        values["b"] = .integer(3)
        throw Stop()
      }
    }
    #expect(domain.value(for: "a")?.value == .integer(1))
    #expect(domain.value(for: "b") == nil)
    #expect(place.stored as NSDictionary == ["a": 1])
  }

  /// All methods that write a domain, in the order of their names.
  private static let writes: [(name: String, write: @Sendable (Domain) throws -> Void)] = [
    ("apply", { try $0.apply(["b": .integer(2)], to: .site) }),
    ("flush", { try $0.flush() }),
    ("list edit", { try $0.apply(ListEdit(.insert(.integer(2), at: nil), at: "list")) }),
    ("set", { try $0.set(.integer(2), for: "b") }),
    ("transaction", { try $0.transaction { $0["b"] = .integer(2) } }),
    ("undo", { try $0.undo() }),
  ]

  @Test(arguments: ["apply", "flush", "list edit", "set", "transaction", "undo"])
  func `a write during a transaction is rejected, and the transaction loses nothing`(
    _ name: String
  ) throws {
    let write = try #require(Self.writes.first { $0.name == name }?.write)
    for saving in [DomainOptions.Saving.immediate, .coalesced(.seconds(60))] {
      let place = try DomainPlace()
      let domain = try place.domain(DomainOptions(saving: saving, watches: false))
      try domain.apply(["first": .integer(0), "list": .array([.integer(1)])])
      try domain.transaction { values in
        values["a"] = .integer(1)
        let error = #expect(throws: DomainError.self) { try write(domain) }
        #expect(error?.code == .busy)
        #expect(
          error?.message
            == "Can't write \(DomainPlace.name) during a transaction that changes it: change the"
            + " values that are passed to the transaction's closure, or write after the"
            + " transaction.")
        values["c"] = .integer(3)
      }
      let expected: NSDictionary = ["first": 0, "list": [1], "a": 1, "c": 3]
      #expect(place.stored as NSDictionary == expected)
      #expect(domain.value(for: "c")?.value == .integer(3))
      #expect(!domain.hasUnsavedChanges)
      // The domain can be written again after the transaction.
      try domain.set(.integer(4), for: "d")
      try domain.flush()
      #expect(place.stored["d"] as? Int == 4)
    }
  }

  @Test func `a write through another domain of the same file is rejected too`() throws {
    let domain = try place.domain()
    let other = try place.domain()
    try domain.transaction { values in
      values["a"] = .integer(1)
      let error = #expect(throws: DomainError.self) { try other.set(.integer(2), for: "b") }
      #expect(
        error?.message
          == "Can't write \(place.file) during a transaction that changes it: change the values"
          + " that are passed to the transaction's closure, or write after the transaction.")
      values["c"] = .integer(3)
    }
    #expect(place.stored as NSDictionary == ["a": 1, "c": 3])
    try other.set(.integer(2), for: "b")
    #expect(place.stored as NSDictionary == ["a": 1, "b": 2, "c": 3])
  }

  @Test func `a rejected write is reported to no observer and not recorded`() throws {
    let domain = try place.domain()
    let told = Mutex<[String]>([])
    let commits = domain.observeCommits(
      CommitObserver(
        begin: { told.withLock { $0.append("begin") } },
        commit: { changes, _ in
          told.withLock { $0.append(changes.map { "\($0.key)=\($0.new?.int ?? 0)" }.joined()) }
          return nil
        }, end: { written in told.withLock { $0.append("end \(written)") } }))
    let events = domain.observe { event in
      told.withLock { $0.append("event \(event.source) \(event.changes.map(\.key))") }
    }
    try domain.transaction { values in
      values["a"] = .integer(1)
      try? domain.set(.integer(2), for: "b")
    }
    #expect(told.withLock { $0 } == ["begin", "a=1", "end true", "event local [\"a\"]"])
    #expect(try domain.history().map(\.key) == ["a"])
    withExtendedLifetime((commits, events)) {}
  }

  @Test func `an unhandled rejection abandons the transaction`() throws {
    let domain = try place.domain()
    #expect(throws: DomainError.self) {
      try domain.transaction { values in
        values["a"] = .integer(1)
        try domain.set(.integer(2), for: "b")
      }
    }
    #expect(place.read() == nil)
    try domain.set(.integer(2), for: "b")
    #expect(place.stored as NSDictionary == ["b": 2])
  }

  @Test func `an observer of a change that a transaction reads can write`() throws {
    let domain = try place.domain()
    let watch = domain.observe { event in
      if event.source == .otherProcess { try? domain.set(.integer(2), for: "answer") }
    }
    try domain.transaction { values in
      // The closure runs again, because the file changes.
      if place.read() == nil {
        try DomainToolRun.run(place, "foundation", DomainPlace.name, "f", "1")
        try domain.reload()
        #expect(domain.value(for: "f.0")?.value == .integer(0))
        #expect(domain.value(for: "answer") == nil)
      }
      values["a"] = .integer(1)
    }
    #expect(place.stored as NSDictionary == ["a": 1, "f.0": 0, "answer": 2])
    withExtendedLifetime(watch) {}
  }

  @Test func `a preview reports changes and writes nothing`() throws {
    let domain = try place.domain()
    let changes = try domain.preview(["a": .integer(1)])
    #expect(changes.map(\.key) == ["a"])
    #expect(place.read() == nil)
  }

  @Test func `coalesced changes are visible immediately and saved by a flush`() throws {
    let domain = try place.domain(
      DomainOptions(saving: .coalesced(.seconds(60)), watches: false))
    try domain.set(.integer(1), for: "a")
    #expect(domain.value(for: "a")?.value == .integer(1))
    #expect(place.read() == nil)
    #expect(domain.hasUnsavedChanges)
    try domain.flush()
    #expect(place.stored["a"] as? Int == 1)
    #expect(!domain.hasUnsavedChanges)
  }

  @Test func `an external change never overwrites an unsaved one`() throws {
    let domain = try place.domain(DomainOptions(saving: .manual, watches: false))
    try domain.set(.string("mine"), for: "a")
    try place.domain().apply(["a": .string("theirs"), "b": .string("theirs")])
    try domain.reload()
    #expect(domain.value(for: "a")?.value == .string("mine"))
    #expect(domain.value(for: "b")?.value == .string("theirs"))
  }

  @Test(arguments: ["", "../x", "a/b", "..", "a\u{1}b", ".", String(repeating: "x", count: 300)])
  func `a domain name that could change the path is rejected`(name: String) {
    let error = #expect(throws: DomainError.self) { try DomainName(name) }
    #expect(error?.code == .usage)
  }

  @Test func `a missing HOME is an error`() {
    let error = #expect(throws: DomainError.self) { try SettingsDirectories(environment: [:]) }
    #expect(error?.message.contains("HOME") == true)
    #expect(throws: DomainError.self) { try SettingsDirectories(environment: ["HOME": "relative"]) }
  }
}
