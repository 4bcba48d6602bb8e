import Foundation

/// Real bundles that stand beside the package where its authors work; absent elsewhere.
enum Corpus {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/corpus")

  static var isThere: Bool { FileManager.default.fileExists(atPath: root.path) }

  /// The path of every bundle of a folder, `bundles` or `derived`.
  static func bundles(in folder: String = "bundles") -> [String] {
    let base = root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.sorted().map { base.appending(path: "\($0)/Settings.bundle").path }
  }
}
