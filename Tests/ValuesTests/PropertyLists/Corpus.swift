import Foundation
import SetteeTestSupport

/// The files of the real settings bundles, if the corpus is available.
enum Corpus {
  /// All property lists and strings tables, with their paths in the corpus.
  static let files: [(path: String, bytes: [UInt8])] = {
    guard let folder = ProjectFolder.corpus,
      let walker = FileManager.default.enumerator(atPath: folder.path)
    else { return [] }
    let paths = walker.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".plist") || $0.hasSuffix(".strings")
    }
    return paths.sorted().compactMap { path in
      (try? Data(contentsOf: folder.appending(path: path))).map { (path, Array($0)) }
    }
  }()
}
