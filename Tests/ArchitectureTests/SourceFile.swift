import Foundation

/// One Swift file of the package, read for what it imports and how it is built.
struct SourceFile {
  /// The path below the package's root.
  let path: String
  let lines: [String]

  /// The package's root, two folders above this file's.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file below a folder of the package.
  static func all(below folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    return try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      return SourceFile(path: "\(folder)/\(name)", lines: text.components(separatedBy: "\n"))
    }
  }

  /// The folder below `Sources` that the file stands in: its room.
  var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The modules that the file imports, in any branch of any `#if`.
  var imports: Set<String> {
    Set(lines.compactMap(Self.importedModule))
  }

  private static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || accessWords.contains(first) {
      words.removeFirst()
    }
    guard words.first == "import", words.count >= 2 else { return nil }
    // `import struct Module.Name` names its module in the third word.
    let name = kindWords.contains(words[1]) && words.count >= 3 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }

  private static let accessWords: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kindWords: Set = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]
}
