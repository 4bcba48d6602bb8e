import Foundation
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeSchema

@Suite struct SwiftSourceTests {
  /// Every bundle that can be read: the samples, and the real ones where they are at hand.
  private static func bundles() -> [SettingsBundle] {
    let real = ProjectFolder.bundles() + ProjectFolder.bundles(in: "derived")
    return ([ProjectFolder.mail] + real).compactMap { try? SettingsBundle(at: $0) }
  }

  @Test func `what is printed for every bundle compiles as it is, warnings as errors`() throws {
    let folder = try Folder()
    var files: [String] = []
    for (number, bundle) in Self.bundles().enumerated() {
      let source = SwiftSource(of: bundle, name: "Prefs\(number)").text
      files.append(try folder.write(source, to: "Bundle\(number).swift"))
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
