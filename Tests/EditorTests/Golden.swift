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
