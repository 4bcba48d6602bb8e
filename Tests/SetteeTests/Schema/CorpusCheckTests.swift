import Foundation
import Settee
import SetteeTestSupport
import Testing

/// Runs `check` on real bundles, and on copies of them in other formats.
@Suite(.enabled(if: ProjectFolder.corpus != nil)) struct CorpusCheckTests {
  /// Expects each type of problem that was found in real bundles to occur in the corpus.
  @Test func `each type of problem in real bundles is found somewhere`() throws {
    let found = Set(try Finding.all(at: ProjectFolder.bundles()).map(\.rule))
    let expected: Set = [
      "unreadable-file", "odd-format", "repeated-key", "no-specifiers", "empty-pane",
      "missing-type", "missing-part", "loose-type", "empty-key", "spaces-in-key",
      "misspelt-key", "unknown-word", "duplicate-key", "half-toggle", "toggle-default",
      "counts-differ", "no-choices", "default-not-a-choice", "default-near-a-choice",
      "missing-file", "unreachable-pane", "secure-default", "missing-table", "untranslated",
      "unused-string",
    ]
    #expect(expected.subtracting(found).isEmpty)
  }

  /// Expects no errors in valid bundles.
  ///
  /// An error means that users of the app notice the problem, and each known one was reviewed.
  @Test func `valid bundles have no errors`() throws {
    let judged: Set = [
      "missing-file", "default-not-a-choice", "counts-differ", "missing-type", "unreadable-file",
      "no-specifiers",
    ]
    for finding in try Finding.all(at: ProjectFolder.bundles())
    where finding.severity == .error {
      #expect(judged.contains(finding.rule), "\(finding.text)")
    }
  }

  @Test func `a copy in another format is the same bundle`() throws {
    for copy in ProjectFolder.bundles(in: "derived") {
      let name = URL(filePath: copy).deletingLastPathComponent().lastPathComponent
      let original = try #require(ProjectFolder.corpus).appending(
        path: "bundles/\(name.components(separatedBy: "--")[0])/Settings.bundle")
      let languages = BundleOptions(languages: ["de"])
      let ours = try SettingsBundle(at: copy, options: languages)
      let theirs = try SettingsBundle(at: original.path, options: languages)
      #expect(ours.panes.map(\.path) == theirs.panes.map(\.path), "\(name)")
      for (left, right) in zip(ours.controls, theirs.controls) {
        #expect(left.title == right.title && left.key == right.key, "\(name): \(right.label)")
        #expect(left.specifier == right.specifier, "\(name): \(right.label)")
      }
      #expect(ours.controls.count == theirs.controls.count)
    }
  }
}
