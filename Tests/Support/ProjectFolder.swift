package import Foundation

/// The package's folder, and the real files that may exist next to it.
package enum ProjectFolder {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of the sample panes.
  package static let mail = path("Panes/Mail.bundle")

  /// Returns the path of a file in the package.
  package static func path(_ relative: String) -> String {
    root.appendingPathComponent(relative).path
  }

  /// The folder of real settings bundles, or nil if it doesn't exist.
  ///
  /// `SETTEE_CORPUS` names it. By default, it is next to the package.
  package static let corpus = folder("SETTEE_CORPUS", beside: "shared/corpus")

  /// The folder of real settings files, or nil if it doesn't exist.
  ///
  /// `SETTEE_FILES` names it. By default, it is next to the package.
  package static let files = folder("SETTEE_FILES", beside: "shared/files")

  /// Returns the paths of the real bundles in `bundles` or `derived`.
  package static func bundles(in folder: String = "bundles") -> [String] {
    guard let base = corpus?.appendingPathComponent(folder) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.sorted().map { base.appendingPathComponent("\($0)/Settings.bundle").path }
  }

  private static func folder(_ variable: String, beside path: String) -> URL? {
    let beside = root.deletingLastPathComponent().appendingPathComponent(path)
    let chosen = ProcessInfo.processInfo.environment[variable].map { URL(fileURLWithPath: $0) }
    let folder = chosen ?? beside
    if FileManager.default.fileExists(atPath: folder.path) { return folder }
    print("NOTE: nothing real at \(folder.path); set \(variable) to test with it")
    return nil
  }
}
