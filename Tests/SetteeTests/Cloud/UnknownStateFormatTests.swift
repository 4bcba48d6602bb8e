import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud

/// Tests what happens to a saved sync state that this version can't read.
@Suite struct UnknownStateFormatTests {
  let here: Machine
  let mirror = MemoryStore()

  init() throws {
    here = try Machine()
    try here.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    _ = try here.sync(mirror).sync(.automatic)
  }

  @Test(arguments: [2, 0, nil] as [Int64?])
  func `with a state of another format, a device syncs as a new one and loses nothing`(
    format: Int64?
  ) throws {
    var list = try state
    list["format"] = format.map(PropertyList.integer)
    try Data(PropertyList.dictionary(list).binary()).write(to: URL(filePath: "\(stem).plist"))
    try here.set(["c": .integer(9)])
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.reason == .initialSync && report.conflicts.map(\.kept) == [.local])
    #expect(try here.value("c") == .integer(9))
    #expect(try state["format"] == .integer(1))
    try expectQuiet()
  }

  // MARK: Helpers

  private func expectQuiet() throws {
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.sent.isEmpty && report.received.isEmpty && report.conflicts.isEmpty)
    #expect(report.reason == .serverChange)
    #expect(try here.sync(mirror).pending().isEmpty)
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
}
