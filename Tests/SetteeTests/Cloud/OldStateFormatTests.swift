import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud

/// Tests the state format of earlier versions, which stored the last document in a separate file
/// and recorded pushes.
@Suite struct OldStateFormatTests {
  let here: Machine
  let mirror = KeyedMirror(MemoryStore())

  init() throws {
    here = try Machine()
    try here.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    _ = try here.sync(mirror).sync(.automatic)
  }

  @Test func `the state and its document are read and rewritten as one file`()
    throws
  {
    let document = try document
    let base = document.records.filter { $0.key == "a" }
    try save(["base": base.propertyList, "absent": .array([])], naming: document)
    try expectQuiet()
    #expect(try state["format"] == .integer(1))
    #expect(try files.allSatisfy { !$0.contains(".sent-") && !$0.hasSuffix(".landed") })
  }

  @Test func `a push whose records are in its document is complete`() throws {
    let before = try state
    try here.set(["a": .integer(4), "b": nil])
    _ = try here.sync(mirror).sync(.automatic)
    let document = try document
    let write = try #require(document.devices.values.first).written
    let attempt: PropertyList = ["write": .string(write.text), "forgotten": .array(["b"])]
    try save(["attempts": .array([attempt])], over: before, naming: document, inBase: false)
    try expectQuiet()
  }

  @Test(arguments: [nil, "", "bplist00 torn"])
  func `without its document, a device syncs as a new one and loses nothing`(
    bytes: String?
  ) throws {
    try save(["base": .dictionary([:]), "absent": .array([])], naming: try document)
    for name in try files where name.contains(".sent-") {
      let path = "\(folder)/\(name)"
      try FileManager.default.removeItem(atPath: path)
      if let bytes { try Data(bytes.utf8).write(to: URL(filePath: path)) }
    }
    try here.set(["c": .integer(9)])
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.reason == .initialSync && report.conflicts.map(\.kept) == [.local])
    #expect(try here.value("c") == .integer(9))
    try expectQuiet()
  }

  // MARK: Helpers

  private func expectQuiet() throws {
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.sent.isEmpty && report.received.isEmpty && report.conflicts.isEmpty)
    #expect(report.reason == .serverChange)
    #expect(try here.sync(mirror).pending().isEmpty)
  }

  private var document: CloudDocument {
    get throws {
      let address = try CloudAddress(account: "ann", domain: Machine.name)
      return try #require(try mirror.pull(address, by: .seconds(1)).document)
    }
  }

  private var folder: String { "\(here.locations.state)/\(Machine.name)/cloud" }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder) }
  }

  /// The path of the state file without its extension.
  private var stem: String {
    get throws {
      let name = try #require(try files.first { $0.hasSuffix("-ann.plist") })
      return "\(folder)/\(name.dropLast(".plist".count))"
    }
  }

  private var state: PropertyListDictionary {
    get throws {
      let data = try Data(contentsOf: URL(filePath: "\(stem).plist"))
      return try #require(try PropertyList(reading: Array(data)).dictionary)
    }
  }

  private func save(
    _ changes: PropertyListDictionary, over old: PropertyListDictionary? = nil,
    naming document: CloudDocument, inBase: Bool = true
  ) throws {
    let write = try #require(document.devices.values.first).written.text
    var list = try old ?? state
    for (key, value) in changes { list[key] = value }
    list["format"] = .integer(2)
    if inBase { list["image"] = .string(write) }
    let bytes = try PropertyList.dictionary(list).binary()
    try Data(bytes).write(to: URL(filePath: "\(stem).plist"))
    try Data(document.bytes()).write(to: URL(filePath: "\(stem).sent-\(write)"))
    try Data("an old note".utf8).write(to: URL(filePath: "\(stem).landed"))
  }
}
