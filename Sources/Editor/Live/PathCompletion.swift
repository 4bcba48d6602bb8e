#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the files that a typed beginning of a path can become.
struct PathCompletion {
  /// The user's home, for `~`.
  let home: String?

  /// The paths that begin as typed, folders with a slash at their end, sorted.
  func candidates(for typed: String) -> [String] {
    let bytes = Array(typed.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
    let start = slash.map { bytes[($0 + 1)...] } ?? bytes[...]
    let place = expanded(folder.isEmpty ? "." : folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else { return [] }
    // Hidden files are offered only to who asks for them by a dot.
    let wantsHidden = start.first == UInt8(ascii: ".")
    return names.filter { name in
      name.utf8.starts(with: start) && (wantsHidden || name.utf8.first != UInt8(ascii: "."))
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { folder + $0 + (isFolder(place + "/" + $0) ? "/" : "") }
  }

  /// The path with the user's home for a `~` at its beginning.
  func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
