import Foundation
import Settee
import Testing

/// What `check` says of a bundle that holds other things than readable tables and panes.
@Suite struct OddFilesTests {
  let bundle: URL

  init() throws {
    bundle = FileManager.default.temporaryDirectory
      .appending(path: "settee-\(UUID().uuidString)/Odd.bundle")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
  }

  private func put(_ text: String, at name: String) throws {
    try Data(text.utf8).write(to: bundle.appending(path: name))
  }

  private func unreadable() throws -> [String] {
    defer { try? FileManager.default.removeItem(at: bundle.deletingLastPathComponent()) }
    return try BundleCheck.findings(at: [bundle.path]).filter { $0.rule == "unreadable-file" }
      .map { "\($0.file.dropFirst(bundle.path.count + 1)): \($0.message)" }
  }

  @Test func `a pipe, a folder and a link in a circle are no Root`() throws {
    #expect(mkfifo(bundle.appending(path: "Root.plist").path, 0o600) == 0)
    try FileManager.default.createDirectory(
      at: bundle.appending(path: "More.plist"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bundle.appending(path: "Ring.plist").path, withDestinationPath: "Ring.plist")
    let found = try unreadable()
    #expect(found.contains { $0.hasPrefix("Root.plist:") && $0.contains("FIFO") })
    #expect(found.contains { $0.hasPrefix("More.plist:") && $0.contains("directory") })
  }

  @Test func `tables of plurals and string catalogs are read in their own formats`() throws {
    try put(String(decoding: SmallBundle.root(""), as: UTF8.self), at: "Root.plist")
    try put("<plist version=\"1.0\"><dict><key>a</key></dict></plist>", at: "Root.stringsdict")
    try put("{\n \"sourceLanguage\": ", at: "Root.xcstrings")
    try put("{\"sourceLanguage\": \"en\", \"strings\": {}}", at: "Good.xcstrings")
    let found = try unreadable()
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("Root.stringsdict:") })
    #expect(found.contains { $0.hasPrefix("Root.xcstrings:") })
  }
}
