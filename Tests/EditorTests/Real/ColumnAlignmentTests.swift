import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Checks the alignment of columns in a real terminal, with the widths that the terminal uses.
@Suite struct ColumnAlignmentTests {
  static let texts = [
    "plain", "日本語のテキスト", "한국어", "e\u{301}a\u{308}o\u{302}", "\u{1F600} smile",
    "\u{2764}\u{FE0F} heart", "\u{2764} heart", "\u{2602}\u{FE0F}\u{2603}", "1\u{FE0F}\u{20E3} key",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} family", "\u{1F1E9}\u{1F1EA} flag",
    "\u{1F44D}\u{1F3FD} thumb", "ก็ไก่", "हिन्दी", "العربية", "كِتابٌ", "ｱﾊﾟｰﾄ", "\u{1FAE8} new",
  ]

  @Test(arguments: [80, 99])
  func `wide, combining and emoji characters keep the values in one column`(columns: Int) throws {
    let terminal = try RealTerminal(columns: columns, rows: 48)
    let rows = Self.texts.enumerated().map { number, text in
      """
      <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
      <string>\(text)</string><key>Key</key><string>k\(number)</string>
      <key>DefaultValue</key><true/></dict>
      <dict><key>Type</key><string>PSTitleValueSpecifier</string><key>Title</key>
      <string>Value</string><key>Key</key><string>v\(number)</string>
      <key>DefaultValue</key><string>\(text)|</string></dict>
      """
    }
    try terminal.folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>Title</key><string>Columns</string>
      <key>PreferenceSpecifiers</key><array>\(rows.joined())</array></dict></plist>
      """, to: "Columns.bundle/Root.plist")
    try terminal.type(
      "\(RealTerminal.program) \(terminal.folder.path)/Columns.bundle --domain org.example.c")
    try terminal.press("Enter")
    try terminal.wait(for: "Value")
    // The position of the copy cursor at the end of a line shows how many columns the terminal
    // counts.
    try terminal.press("Down", "Up")
    var ends: [Int: String] = [:]
    try terminal.copyMode("top-line")
    for row in 0..<2 * Self.texts.count {
      try terminal.copyMode("start-of-line")
      for _ in 0..<(row == 0 ? 2 : 1) { try terminal.copyMode("cursor-down") }
      try terminal.copyMode("end-of-line")
      guard row.isMultiple(of: 2) else { continue }
      ends[Int(try terminal.ask("#{copy_cursor_x}")) ?? -1, default: ""] += " \(row)"
    }
    // All toggles start in the value column, so they must also end in the same column.
    let screen = try terminal.screen()
    #expect(ends.count == 1, "switches end at \(ends) on\n\(screen)")
  }
}
