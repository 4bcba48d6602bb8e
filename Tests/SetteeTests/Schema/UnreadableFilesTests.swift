import Foundation
import Testing

@testable import Settee
@testable import SetteeFiles
@testable import SetteeSchema

/// Tests `check` on bundles that contain unreadable or unrelated files.
@Suite struct UnreadableFilesTests {
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
    return try Finding.all(at: [bundle.path]).filter { $0.rule == "unreadable-file" }
      .map { "\($0.file.dropFirst(bundle.path.count + 1)): \($0.message)" }
  }

  @Test func `a pipe, a folder and a circular link can't be a Root.plist`() throws {
    #expect(mkfifo(bundle.appending(path: "Root.plist").path, 0o600) == 0)
    try FileManager.default.createDirectory(
      at: bundle.appending(path: "More.plist"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bundle.appending(path: "Ring.plist").path, withDestinationPath: "Ring.plist")
    let found = try unreadable()
    #expect(found.contains { $0.hasPrefix("Root.plist:") && $0.contains("FIFO") })
    #expect(found.contains { $0.hasPrefix("More.plist:") && $0.contains("directory") })
  }

  @Test func `a folder with too many subfolders is not searched, which is reported`() throws {
    let files = BundleFiles.memory(["/a/b/c/x.strings": [], "/a/d/y.strings": []])
    #expect(try files.checkedBundles(at: "/a/d", mostFolders: 3).count == 1)
    let error = #expect(throws: SetteeError.self) {
      try files.checkedBundles(at: "/a", mostFolders: 3)
    }
    let text = "/a contains more than 3 directories. Give the path of a bundle or a project."
    #expect(error?.message == text)
  }

  @Test func `plural tables and string catalogs are read in their formats`() throws {
    try put(String(decoding: SmallBundle.root(""), as: UTF8.self), at: "Root.plist")
    try put("<plist version=\"1.0\"><dict><key>a</key></dict></plist>", at: "Root.stringsdict")
    try put("{\n \"sourceLanguage\": ", at: "Root.xcstrings")
    try put("{\"sourceLanguage\": \"en\", \"strings\": {}}", at: "Good.xcstrings")
    let found = try unreadable()
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("Root.stringsdict:") })
    #expect(found.contains { $0.hasPrefix("Root.xcstrings:") })
  }

  @Test func `circular, external and dangling links are distinguished`() throws {
    try put(
      String(decoding: SmallBundle.root(SmallBundle.link("Gone")), as: UTF8.self), at: "Root.plist")
    let links = [
      "self": ".", "up": "..", "Gone.plist": "Nothing.plist", "Out.plist": "/etc/passwd",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: bundle.appending(path: name).path, withDestinationPath: target)
    }
    defer { try? FileManager.default.removeItem(at: bundle.deletingLastPathComponent()) }
    let found = try Finding.all(at: [bundle.path]).map {
      "\($0.file.dropFirst(bundle.path.count + 1)) \($0.rule)"
    }
    #expect(found == ["Gone.plist unreadable-file", "Out.plist outside-file", "up outside-file"])
    let shown = try SettingsBundle(at: bundle.path)
    #expect(shown.faults == ["Root.plist: More: Gone.plist is a broken symlink"])
  }

  @Test func `an unreadable file is reported and not treated as empty`() throws {
    var files = BundleFiles.memory([
      "B.bundle/Root.plist": SmallBundle.root(""), "B.bundle/de.lproj/Root.strings": [],
    ])
    let read = files.read
    let list = files.list
    let denied = SystemError(EACCES)
    files.read = { path, limit in
      if path.hasSuffix(".plist") { throw denied }
      return try read(path, limit)
    }
    files.list = { path in
      if path.hasSuffix("de.lproj") { throw denied }
      return try list(path)
    }
    let found = try Finding.all(at: ["B.bundle"], files: files)
    #expect(found.map(\.file) == ["B.bundle/Root.plist", "B.bundle/de.lproj"])
    #expect(
      found.allSatisfy {
        $0.message.hasSuffix("Permission denied; check its owner and permissions")
      }
    )
    #expect(throws: SetteeError.self) { try SettingsBundle(at: "B.bundle", files: files) }

    files.list = { _ in throw denied }
    do {
      _ = try SettingsBundle(at: "B.bundle", files: files)
      Issue.record("a folder without rights was opened")
    } catch let error as SetteeError {
      #expect(
        error.code == .unreadableBundle && error.message.contains("Can't read B.bundle: Permission")
      )
    }
  }
}
