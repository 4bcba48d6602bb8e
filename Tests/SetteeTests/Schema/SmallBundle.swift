/// An in-memory bundle with a single pane that contains the given elements.
struct SmallBundle {
  var files: [String: [UInt8]]

  init(rows: String, extra: String = "") {
    files = ["B.bundle/Root.plist": Self.root(rows, extra: extra)]
  }

  /// Returns the contents of a pane's file.
  static func root(_ rows: String, extra: String = "") -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>\(extra)<key>PreferenceSpecifiers</key><array>
      \(rows)
      </array></dict></plist>
      """.utf8)
  }

  /// Returns a row that opens another pane.
  static func link(_ file: String, title: String = "More") -> String {
    """
    <dict><key>Type</key><string>PSChildPaneSpecifier</string>
    <key>Title</key><string>\(title)</string><key>File</key><string>\(file)</string></dict>
    """
  }

  /// Returns a toggle.
  static func toggle(_ key: String, extra: String = "") -> String {
    """
    <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
    <string>\(key)</string><key>Key</key><string>\(key)</string>\(extra)</dict>
    """
  }
}
