import Foundation
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Compares screens with text files that record their characters, styles, and cursor position.
///
/// `RECORD=1 swift test --filter GoldenTests` rewrites the files. Review the difference before you
/// commit it.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")
  private static let records = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// Compares a screen with the file of the given name, or writes that file when recording.
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
  /// The styles as text, in two lines for each row.
  ///
  /// The first line shows the foreground of each column: `.` for text, the first character of
  /// another color (uppercase if bold), `o` for off, or `s` for shade. The second line shows the
  /// background: `.` for the page, the first character of another color, `f` for a field, `t` for a
  /// sheet, or `n` for a band. It is uppercase if the foreground and the background are swapped.
  fileprivate var styleText: String {
    rows.flatMap { cells in
      [cells.map { Self.letter(ofInk: $0.style) }, cells.map { Self.letter(ofSurface: $0.style) }]
    }.map { letters in
      var line = letters
      while line.last == "." { line.removeLast() }
      return String(line)
    }.joined(separator: "\n") + "\n"
  }

  private static func letter(ofInk style: Style) -> Character {
    let letter: Character =
      switch style.ink {
      case .text: style.attributes.contains(.bold) ? "t" : "."
      case .quiet: "q"
      case .off: "o"
      case .accent: "a"
      case .good: "g"
      case .warn: "w"
      case .note: "n"
      case .bad: "b"
      case .held: "h"
      case .line: "l"
      case .shade: "s"
      }
    return style.attributes.contains(.bold) ? Character(letter.uppercased()) : letter
  }

  private static func letter(ofSurface style: Style) -> Character {
    let letter: Character =
      switch style.surface {
      case .page: style.attributes.contains(.reverse) ? "p" : "."
      case .side: "s"
      case .sheet: "t"
      case .bar: "b"
      case .field: "f"
      case .band: "n"
      }
    if style.attributes.contains(.underline) { return "_" }
    return style.attributes.contains(.reverse) ? Character(letter.uppercased()) : letter
  }
}
