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
        try domain.set(.integer(3), for: "b")
        throw Stop()
      }
    }
    #expect(domain.value(for: "a")?.value == .integer(1))
    #expect(domain.value(for: "b") == nil)
    #expect(place.stored as NSDictionary == ["a": 1])
  }

  @Test func `a change within a transaction joins it`() throws {
    let domain = try place.domain()
    try domain.transaction { values in
      values["a"] = .integer(1)
      try domain.set(.integer(2), for: "b")
    }
    #expect(place.stored as NSDictionary == ["a": 1, "b": 2])
    #expect(domain.value(for: "b")?.value == .integer(2))
  }

  @Test func `a change through the domain in a transaction is reported once`() throws {
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
      try domain.set(.integer(2), for: "b")
      try domain.set(.integer(3), for: "b")
    }
    #expect(
      told.withLock { $0 } == ["begin", "b=3a=1", "end true", "event local [\"b\", \"a\"]"])
    #expect(try domain.history().map(\.key) == ["b", "a"])
    withExtendedLifetime((commits, events)) {}
  }

  @Test func `a failed step of a transaction keeps the steps before it`() throws {
    let domain = try place.domain()
    let told = Mutex<[String]>([])
    let commits = domain.observeCommits(
      CommitObserver(commit: { changes, _ in
        told.withLock { $0 += changes.map(\.key) }
        return nil
      }))
    struct Stop: Error {}
    try domain.transaction { values in
      try domain.set(.integer(1), for: "a")
      _ = try? domain.transaction { inner in
        try domain.set(.integer(2), for: "b")
        inner["c"] = .integer(3)
        throw Stop()
      }
      values["d"] = .integer(4)
    }
    #expect(place.stored as NSDictionary == ["a": 1, "d": 4])
    #expect(told.withLock { $0 } == ["a", "d"])
    withExtendedLifetime(commits) {}
  }

  @Test
  func `a failed transaction drops its changes, also with deferred saving`()
    throws
  {
    struct Stop: Error {}
    let domain = try place.domain(
      DomainOptions(saving: .coalesced(.seconds(60)), watches: false))
    _ = try? domain.transaction { _ in
      try domain.set(.integer(1), for: "a")
      throw Stop()
    }
    #expect(domain.value(for: "a") == nil)
    #expect(!domain.hasUnsavedChanges)
    try domain.transaction { _ in try domain.set(.integer(1), for: "a") }
    #expect(place.stored as NSDictionary == ["a": 1])
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
