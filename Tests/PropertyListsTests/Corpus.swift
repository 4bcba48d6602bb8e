import Foundation

/// Real Settings.bundles, when they are there: `SETTEE_CORPUS`, or a folder beside the package's.
enum Corpus {
  static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appending(path: "shared/corpus")
    let chosen = ProcessInfo.processInfo.environment["SETTEE_CORPUS"].map { URL(filePath: $0) }
    let folder = chosen ?? beside
    guard FileManager.default.fileExists(atPath: folder.path) else {
      print("NOTE: no corpus at \(folder.path); set SETTEE_CORPUS to test with real bundles")
      return nil
    }
    return folder
  }()

  /// Every property list and table: its path inside the corpus and its bytes.
  static let files: [(path: String, bytes: [UInt8])] = {
    guard let folder, let walker = FileManager.default.enumerator(atPath: folder.path) else {
      return []
    }
    let paths = walker.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".plist") || $0.hasSuffix(".strings")
    }
    return paths.sorted().compactMap { path in
      (try? Data(contentsOf: folder.appending(path: path))).map { (path, Array($0)) }
    }
  }()
}
