import Foundation

/// The package's own folder.
enum ProjectFolder {
  /// The sample panes.
  static let mail = path("Panes/Mail.bundle")

  /// The path of something in it.
  static func path(_ relative: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(relative).path
  }
}
