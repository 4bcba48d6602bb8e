import Foundation
import Synchronization
import Testing

@testable import Settee

/// A large store is kept as the document that was sent, beside a state that names it.
@Suite struct SyncImageTests {
  let here: Machine
  let there: Machine
  let mirror = MemoryMirror()
  let keys = (0..<100).map { "key\($0)" }

  init() throws { (here, there) = (try Machine(), try Machine()) }

  @Test func `one document stands beside the state, and holds what is agreed`() throws {
    for round in 0..<4 {
      try change(here, round)
      #expect(try sync(here).sent.count == 100)
      #expect(try documents(of: here).count == (round == 0 ? 1 : 2), "the last one, and its base")
      #expect(try cloud(here).pending().isEmpty)
    }
    let quiet = try sync(here)
    #expect(quiet.sent.isEmpty && quiet.taken.isEmpty && quiet.conflicts.isEmpty)
    #expect(try documents(of: here).count == 1)
    let size = try FileManager.default.attributesOfItem(atPath: state(of: here))[.size] as? Int
    #expect(try #require(size) < 10_000, "the values stand in the document only")
    #expect(try sync(there).taken.count == 100)
    try expectEqual()
  }

  @Test func `a push whose note is lost is settled from the document`() throws {
    try change(here, 0)
    _ = try sync(here)
    try change(here, 1)
    _ = try sync(here)
    for note in try files(of: here) where note.hasSuffix(".landed") {
      try FileManager.default.removeItem(atPath: "\(folder(of: here))/\(note)")
    }
    let again = try sync(here)
    #expect(again.sent.isEmpty && again.taken.isEmpty && again.conflicts.isEmpty)
    #expect(try cloud(here).pending().isEmpty)
  }

  @Test func `what others changed since is kept beside the document`() throws {
    try change(here, 0)
    _ = try sync(here)
    _ = try sync(there)
    try there.set(["key7": .string("new"), "key8": nil])
    _ = try sync(there)
    #expect(try sync(here).taken.sorted() == ["key7", "key8"])
    #expect(try cloud(here).pending().isEmpty)
    #expect(try sync(here).taken.isEmpty)
    try here.set(["key7": nil])
    #expect(try sync(here).sent == ["key7"])
    _ = try sync(there)
    try expectEqual()
  }

  @Test func `a document that nobody names goes, and one that is named stays`() throws {
    try change(here, 0)
    _ = try sync(here)
    let named = try #require(try documents(of: here).first)
    let stem = named.prefix { $0 != "." }
    // What a crash leaves between the document and the state that was to name it.
    let stray = "\(stem).sent-99.abc"
    for other in [stray, "\(stem)x.sent-9.abc", "\(stem).sent-note"] {
      try Data("x".utf8).write(to: URL(filePath: "\(folder(of: here))/\(other)"))
    }
    try here.set(["key1": .string("changed")])
    _ = try sync(here)
    let left = try files(of: here)
    #expect(!left.contains(stray))
    #expect(left.contains("\(stem)x.sent-9.abc") && left.contains("\(stem).sent-note"))
    #expect(try cloud(here).pending().isEmpty)
  }

  @Test(arguments: [nil, "", "bplist00 torn"])
  func `without its document a device meets the mirror anew, and loses nothing`(
    bytes: String?
  ) throws {
    try change(here, 0)
    _ = try sync(here)
    for name in try documents(of: here) {
      let path = "\(folder(of: here))/\(name)"
      try FileManager.default.removeItem(atPath: path)
      if let bytes { try Data(bytes.utf8).write(to: URL(filePath: path)) }
    }
    try here.set(["key3": .string("mine")])
    #expect(try sync(here).reason == .initialSync)
    _ = try sync(there)
    try expectEqual()
    #expect(try here.value("key3") == .string("mine"))
  }

  @Test func `a pull says what the mirror held after the last push from here`() throws {
    let asked = AskedMirror(mirror)
    var pushed: [CloudRevision] = []
    for round in 0..<3 {
      try change(here, round)
      pushed.append(try cloud(here, at: asked).run(.automatic).revision)
    }
    #expect(asked.known.map(\.revision) == Array(pushed.dropLast()))
    for known in asked.known {
      let written = try #require(known.document.devices.values.first).written
      #expect(try known.document.bytes() == asked.pushed[written]?.bytes())
    }
  }

  @Test func `what was pushed by others since is known to be something else`() throws {
    let asked = AskedMirror(mirror)
    try change(here, 0)
    let first = try cloud(here, at: asked).run(.automatic).revision
    _ = try sync(there)
    try there.set(["key7": .string("new")])
    let later = try sync(there).revision
    #expect(later != first)
    #expect(try cloud(here, at: asked).run(.automatic).taken == ["key7"])
    #expect(asked.known.map(\.revision) == [first])
    try expectEqual()
  }

  @Test func `a push whose reply was lost is not known by a revision`() throws {
    let asked = AskedMirror(mirror)
    for round in 0..<2 {
      try change(here, round)
      _ = try cloud(here, at: asked).run(.automatic)
    }
    for note in try files(of: here) where note.hasSuffix(".landed") {
      try FileManager.default.removeItem(atPath: "\(folder(of: here))/\(note)")
    }
    // Without the note the push before it is the last one that is known.
    let quiet = try cloud(here, at: asked).run(.automatic)
    #expect(quiet.sent.isEmpty && quiet.taken.isEmpty && quiet.conflicts.isEmpty)
    _ = try cloud(here, at: asked).run(.automatic)
    #expect(asked.known.count == 2)
    #expect(Set(asked.known.map(\.revision)).count == 1)
  }

  // MARK: Steps

  private func cloud(_ machine: Machine, at other: (any CloudMirror)? = nil) throws -> CloudSync {
    let marks = Dictionary(uniqueKeysWithValues: keys.map { ($0, CloudMarks.Mark.user) })
    return try machine.sync(other ?? mirror, marks: CloudMarks(marks))
  }

  private func sync(_ machine: Machine) throws -> CloudReport { try cloud(machine).run(.automatic) }

  private func change(_ machine: Machine, _ round: Int) throws {
    let text = String(repeating: "x", count: 900)
    let values = keys.map { ($0, PropertyList?.some(.string("\($0) \(round) \(text)"))) }
    try machine.set(Dictionary(uniqueKeysWithValues: values))
  }

  private func expectEqual() throws {
    let (ours, theirs) = (
      try here.domain().values(in: .user), try there.domain().values(in: .user)
    )
    #expect(ours == theirs)
  }

  private func folder(of machine: Machine) -> String {
    "\(machine.locations.state)/\(Machine.name)/cloud"
  }

  private func files(of machine: Machine) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(of: machine))
  }

  private func documents(of machine: Machine) throws -> [String] {
    try files(of: machine).filter { $0.contains(".sent-") }
  }

  private func state(of machine: Machine) throws -> String {
    let name = try files(of: machine).first { $0.hasSuffix("-ann.plist") }
    return "\(folder(of: machine))/\(try #require(name))"
  }
}

/// A mirror that remembers what it was told and given.
private final class AskedMirror: CloudMirror {
  private struct Notes {
    var known: [CloudKnown] = []
    var pushed: [CloudWrite: CloudDocument] = [:]
  }

  private let mirror: MemoryMirror
  private let notes = Mutex(Notes())

  init(_ mirror: MemoryMirror) { self.mirror = mirror }

  var known: [CloudKnown] { notes.withLock { $0.known } }
  var pushed: [CloudWrite: CloudDocument] { notes.withLock { $0.pushed } }
  var place: String { mirror.place }

  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot
  {
    try mirror.pull(address, by: deadline)
  }

  func pull(
    _ address: CloudAddress, knowing known: CloudKnown, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    notes.withLock { $0.known.append(known) }
    return try mirror.pull(address, by: deadline)
  }

  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    notes.withLock { notes in
      if let write = document.devices[device]?.written { notes.pushed[write] = document }
    }
    return try mirror.push(document, to: address, from: device, expecting: revision, by: deadline)
  }

  func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch {
    mirror.changes(at: address, after: revision, notice: notice)
  }
}
