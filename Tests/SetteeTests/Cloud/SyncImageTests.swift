import Foundation
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

  // MARK: Steps

  private func cloud(_ machine: Machine) throws -> CloudSync {
    let marks = Dictionary(uniqueKeysWithValues: keys.map { ($0, CloudMarks.Mark.user) })
    return try machine.sync(mirror, marks: CloudMarks(marks))
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
