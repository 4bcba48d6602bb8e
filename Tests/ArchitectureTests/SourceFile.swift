import Foundation

/// A Swift file of the package.
struct SourceFile {
  /// The path relative to the package's root.
  let path: String
  let lines: [String]

  /// The package's root, two folders above the folder of this file.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns all Swift files in a folder of the package.
  static func all(below folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    return try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      return SourceFile(path: "\(folder)/\(name)", lines: text.components(separatedBy: "\n"))
    }
  }

  /// The name of the file's module, which is its folder in `Sources`.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The modules that the file imports in any branch of `#if`.
  var imports: Set<String> {
    Set(lines.compactMap(Self.importedModule))
  }

  private static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || accessWords.contains(first) {
      words.removeFirst()
    }
    guard words.first == "import", words.count >= 2 else { return nil }
    // In `import struct Module.Name`, the third token names the module.
    let name = kindWords.contains(words[1]) && words.count >= 3 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }

  private static let accessWords: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kindWords: Set = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]
}
