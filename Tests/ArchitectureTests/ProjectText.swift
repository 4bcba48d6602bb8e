import Foundation

/// A text file of the project that isn't Swift source, such as a page, a script, or a sample.
struct ProjectText {
  /// The path relative to the package's root.
  let path: String
  let lines: [String]

  /// The file name without its extension.
  var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }

  /// The names of the pages that this page links to.
  var links: [String] {
    lines.flatMap { line in
      line.components(separatedBy: "<doc:").dropFirst().compactMap {
        $0.split(separator: ">").first.map(String.init)
      }
    }
  }

  /// Returns all UTF-8 text files in a folder, or the file at that path.
  static func all(below folder: String, ending: [String] = [""]) throws -> [ProjectText] {
    let base = SourceFile.root.appendingPathComponent(folder)
    guard
      let names = FileManager.default.enumerator(atPath: base.path)?.compactMap({ $0 as? String }),
      !names.isEmpty
    else { return [text(folder)].compactMap(\.self) }
    return names.filter { name in ending.contains { $0.isEmpty || name.hasSuffix($0) } }.sorted()
      .compactMap { text("\(folder)/\($0)") }
  }

  private static func text(_ path: String) -> ProjectText? {
    let url = SourceFile.root.appendingPathComponent(path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    return ProjectText(path: path, lines: text.components(separatedBy: "\n"))
  }
}
