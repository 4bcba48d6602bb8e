import Foundation
import Settee
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests the history of changes with their source, and undo.
@Suite struct DomainHistoryTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  @Test func `the history records changes, and is kept after the process exits`() throws {
    try place.domain().apply(["a": .integer(1), "b": .string("x")])
    let history = try place.domain().history()
    #expect(history.map(\.key) == ["a", "b"])
    #expect(history.map(\.new) == [.integer(1), .string("x")])
    #expect(history.allSatisfy { $0.process == getpid() && !$0.user.isEmpty })
  }

  @Test func `undo reverts one commit after another`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    try domain.apply(["a": .integer(2), "b": .integer(3)])
    #expect(try domain.undo().map(\.key).sorted() == ["a", "b"])
    #expect(place.stored as NSDictionary == ["a": 1])
    try domain.undo()
    #expect(place.stored.isEmpty)
    let error = #expect(throws: DomainError.self) { try domain.undo() }
    #expect(error?.code == .missing)
  }

  @Test func `undo of one key keeps the others of its commit`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1), "b": .integer(1)])
    try domain.undo("a")
    #expect(place.stored as NSDictionary == ["b": 1])
    try domain.undo()
    #expect(place.stored.isEmpty)
  }

  @Test func `undo fails if the value has changed since`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    try place.write(DomainPlace.plist("<key>a</key><integer>9</integer>"))
    let error = #expect(throws: DomainError.self) { try domain.undo() }
    #expect(error?.exitCode == 6)
    #expect(place.stored as NSDictionary == ["a": 9])
  }

  @Test func `a secret is only in the file and its backups, and can be undone only in its session`()
    throws
  {
    let options = DomainOptions(secrets: ["token"], watches: false)
    let domain = try place.domain(options)
    try domain.apply(["token": .string("hunter2")])
    try domain.apply(["token": .string("hunter3")])
    let history = place.read(place.state + "/history") ?? Data()
    #expect(!history.isEmpty)
    var holders: Set<String> = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: place.root))
    {
      let bytes = place.read(place.root + "/" + name) ?? Data()
      guard bytes.range(of: Data("hunter".utf8)) != nil else { continue }
      let file = name.split(separator: "/").last.map(String.init) ?? name
      holders.insert(file)
    }
    #expect(holders == ["\(DomainPlace.name).plist", "user.last-good-1", "user.last-good-2"])
    #expect(try domain.history().allSatisfy { $0.isSecret && $0.old == nil && $0.new == nil })
    // Another process doesn't have the values.
    let path = place.state + "/history"
    let kept = ProcessState.current.secretChanges.withLock { $0.removeValue(forKey: path) }
    let error = #expect(throws: DomainError.self) { try domain.undo() }
    #expect(error?.exitCode == 1)
    ProcessState.current.secretChanges.withLock { $0[path] = kept }
    // A domain that was opened again in the same process has them.
    try place.domain(options).undo()
    #expect(place.stored as NSDictionary == ["token": "hunter2"])
  }

  @Test func `a secret stays secret for a domain without its declaration`() throws {
    try place.domain(DomainOptions(secrets: ["token"], watches: false))
      .apply(["token": .string("hunter2"), "name": .string("x")])
    let bare = try place.domain()
    #expect(bare.isSecret("token"))
    #expect(!bare.isSecret("name"))
    try bare.apply(["token": .string("hunter3")])
    #expect(try bare.history().filter { $0.key == "token" }.allSatisfy { $0.isSecret })
    #expect(
      !String(decoding: place.read(place.state + "/history") ?? Data(), as: UTF8.self).isEmpty)
    #expect(place.read(place.state + "/secrets.plist").map { $0.count } ?? 0 > 0)
  }

  @Test func `a secret that another program wrote is recorded when it is read`() throws {
    try place.write(DomainPlace.plist("<key>token</key><string>hunter2</string>"))
    _ = try place.domain(DomainOptions(secrets: ["token"], watches: false))
    #expect(try place.domain().isSecret("token"))
    #expect(try place.domain().isSecret(SettingPath("token", "inner")))
  }

  @Test func `nothing is recorded if no secret is stored`() throws {
    _ = try place.domain(DomainOptions(secrets: ["token"], watches: false))
    #expect(place.read(place.state + "/secrets.plist") == nil)
  }

  @Test func `the history is limited in size, and a truncated line is skipped`() throws {
    let domain = try place.domain()
    for number in 0..<40 {
      let text = String(repeating: "x", count: 9000)
      try domain.apply(["a": .string("\(number)" + text)])
    }
    let path = place.state + "/history"
    #expect((place.read(path)?.count ?? 0) < 300_000)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\n123 torn".utf8))
    try file.close()
    try domain.apply(["b": .integer(1)])
    #expect(try domain.history().last?.key == "b")
  }

  @Test func `a change of any size is undone completely, and its record is limited`() throws {
    let domain = try place.domain()
    try domain.apply(["key1": .string("first")])
    let before = place.stored as NSDictionary
    var change = ChangeSet()
    for number in 0..<3000 { change[SettingPath("key\(number)")] = .integer(Int64(number)) }
    try domain.apply(change)
    #expect(try place.domain().history().count == 3001)
    #expect(try place.domain().undo().count == 3000)
    #expect(place.stored as NSDictionary == before)
    let files = { try FileManager.default.contentsOfDirectory(atPath: self.place.state) }
    #expect(try files().count { $0.hasPrefix("history-") } == 2)
    // Large records must be deleted when their lines are removed from the history.
    for number in 0..<60 {
      try domain.apply(["a": .string("\(number)" + String(repeating: "x", count: 9000))])
    }
    #expect(try files().count { $0.hasPrefix("history-") } == 0)
  }

  @Test func `undo stops at an unrecorded change, and reverts no older one`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    var change = ChangeSet()
    for number in 0..<3000 { change[SettingPath("key\(number)")] = .integer(Int64(number)) }
    try domain.apply(change)
    for name in try FileManager.default.contentsOfDirectory(atPath: place.state)
    where name.hasPrefix("history-") {
      try FileManager.default.removeItem(atPath: place.state + "/" + name)
    }
    let error = #expect(throws: DomainError.self) { try self.place.domain().undo() }
    #expect(error?.exitCode == 6)
    #expect(place.stored.count == 3001)
    // Undoing a single key doesn't need the record, because the current value shows whether the key
    // has changed since.
    #expect(try place.domain().undo("a").count == 1)
  }

  @Test func `undo stops at a change that couldn't be recorded on a full disk`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    let fileSystem = FileSystem.live.replaced { call, path, body in
      if path.hasSuffix("/history"), call == "open" { throw SystemError(ENOSPC) }
      try body()
    }
    let full = try place.domain(fileSystem: fileSystem)
    try full.apply(["b": .integer(2)])
    #expect(full.issues.map(\.kind) == [.unnoted])
    let error = #expect(throws: DomainError.self) { try self.place.domain().undo() }
    #expect(error?.exitCode == 6)
    try domain.apply(["c": .integer(3)])
    #expect(try place.domain().undo().map(\.key) == ["c"])
    #expect(throws: DomainError.self) { try self.place.domain().undo() }
    #expect(place.stored as NSDictionary == ["a": 1, "b": 2])
  }
}
