import Foundation
import Testing

@testable import Settee
@testable import SetteeSchema

@Suite struct SwiftSourceTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every bundle that can be read: the samples, and the real ones where they are at hand.
  private static func bundles() -> [SettingsBundle] {
    let sample = [package.appending(path: "Panes/Mail.bundle").path]
    return (sample + Corpus.bundles() + Corpus.bundles(in: "derived")).compactMap {
      try? SettingsBundle(at: $0)
    }
  }

  @Test func `what is printed for every bundle compiles as it is, warnings as errors`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (number, bundle) in Self.bundles().enumerated() {
      let file = folder.appending(path: "Bundle\(number).swift")
      try SwiftSource(of: bundle, name: "Prefs\(number)").text
        .write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    #expect(!files.isEmpty)
    let outcome = try Compiler.typecheck(files)
    #expect(outcome.isEmpty, "\(outcome.prefix(4000))")
  }

  @Test func `the defaults are the bundle's`() {
    for bundle in Self.bundles() {
      let ours = SwiftSource(of: bundle).defaults
      for (key, theirs) in bundle.registeredDefaults() {
        guard let value = ours[key] else { continue }
        let isSame =
          value.matches(theirs) || PlainText.of(value) == PlainText.of(theirs)
          || value.bool == Bool.from(settingValue: theirs)
        #expect(isSame, "\(bundle.path) \(key): \(value) for \(theirs)")
      }
    }
  }
}
