import Foundation
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Screens as text files beside the tests: what is drawn, how it looks, and where the cursor is.
///
/// `RECORD=1 swift test --filter GoldenTests` writes them anew; look at the difference before it is
/// kept.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")
  private static let records = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// Compares a screen with the file of a name, or writes the file when recording.
  static func check(_ screen: Screen, _ name: String) throws {
    let text = """
      \(screen.text)--- cursor \(screen.cursor.row) \(screen.cursor.column)
      \(screen.styleText)
      """
    let file = folder.appendingPathComponent(name + ".txt")
    if records {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let kept = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      kept.map { $0.utf8.elementsEqual(text.utf8) } ?? false,
      "\(name) differs; it is now\n\(text)\nIf that is right: RECORD=1 swift test --filter GoldenTests"
    )
  }
}

extension Screen {
  /// The looks as text, a letter for each column: `.` plain, `b` bold, `d` dim, `u` underline,
  /// `r` reverse, `#` several, capitals in colour.
  fileprivate var styleText: String {
    rows.map { cells in
      var line = cells.map { Self.letter(of: $0.style) }
      while line.last == "." { line.removeLast() }
      return String(line)
    }.joined(separator: "\n") + "\n"
  }

  private static func letter(of style: Style) -> Character {
    let isColored = style.foreground != .standard || style.background != .standard
    switch style.attributes.subtracting(.link) {
    case []: return isColored ? "C" : "."
    case .bold: return isColored ? "B" : "b"
    case .dim: return isColored ? "D" : "d"
    case .underline: return isColored ? "U" : "u"
    case .reverse: return isColored ? "R" : "r"
    default: return "#"
    }
  }
}
