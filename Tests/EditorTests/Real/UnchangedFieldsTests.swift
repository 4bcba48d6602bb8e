import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Verifies that a terminal that can't show the characters in a field doesn't change the value.
@Suite(.serialized) struct UnchangedFieldsTests {
  /// Values for the text fields of the sample panes, with non-ASCII characters where a field allows
  /// them.
  static var values: [String: Any] {
    [
      "account.name": "Grüße … 日本", "account.email": "grüße@example.org",
      "account.password": "geheim …", "mail.signature": "Schöne Grüße — 山", "mail.previews": true,
      "mail.previewLines": 3, "write.greeting": "Hallo,\n\nschöne Grüße …\n",
      "write.copyTo": "büro@example.org", "server.host": "münchen.example.org", "server.port": 994,
      "server.timeout": 12.5, "proxy.enabled": true, "proxy.address": "http://прокси:8080",
      "log.level": "debug", "log.file": "/tmp/Größe.log", "cache.compress": true, "cache.days": 40,
      "server.headers": ["X-Ü: 1", "X-日: 本"], "server.deviceCode": "ABCD1234",
      "accounts.own": ["grüße@example.org", "日本@example.org"], "accounts.labels": ["red"],
      "accounts.list": [["title": "Büro", "address": "büro@example.org", "enabled": true]],
    ]
  }

  @Test(arguments: ["C", "POSIX"])
  func `saving every text field unchanged keeps every byte of the file`(
    locale: String
  ) throws {
    let terminal = try RealTerminal(rows: 50, variables: ["LC_ALL": locale])
    let file = terminal.folder.path + "/.config/org.settee.mail.plist"
    try FileManager.default.createDirectory(
      atPath: terminal.folder.path + "/.config", withIntermediateDirectories: true)
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: Self.values, format: .xml, options: 0)
    try bytes.write(to: URL(fileURLWithPath: file))
    try terminal.open("--no-mouse", shows: "Mail")
    var kept: [String] = []
    for pane in try Samples.mail().bundle.panes {
      for control in pane.controls {
        guard let key = control.key else { continue }
        switch control.kind {
        case .text, .textview:
          try go(to: key, terminal)
          try keep(control.input.type == .list || control.kind == .textview, terminal)
        // Users choose the labels of that list instead of typing them.
        case .list where key != "accounts.labels":
          try go(to: key, terminal)
          try keepElement(of: key, terminal)
        default: continue
        }
        kept.append(key)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes, "\(key) in \(locale)")
      }
    }
    #expect(kept.count == 17)
    #expect(Set(kept).isSubset(of: Self.values.keys))
    try terminal.press("q")
    try terminal.waitForShell()
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
  }

  private func go(to key: String, _ terminal: RealTerminal) throws {
    try terminal.press("/")
    try terminal.wait(for: "edit here")
    try terminal.type("@key:" + key)
    try terminal.wait(for: "@key:" + key)
    try terminal.press("Enter")
    try terminal.wait(for: "edit here", gone: true)
  }

  /// Opens the focused field and saves its value unchanged.
  private func keep(_ isLong: Bool, _ terminal: RealTerminal) throws {
    try terminal.press("Enter")
    try terminal.wait(for: " save ")
    try terminal.press(isLong ? "F10" : "Enter")
    try terminal.wait(for: " save ", gone: true)
  }

  /// Saves the first item of a list unchanged: the fields of its pane, or the item itself.
  private func keepElement(of key: String, _ terminal: RealTerminal) throws {
    guard key == "accounts.list" else { return try keep(false, terminal) }
    try terminal.press("Enter")
    try terminal.wait(for: "Description")
    for _ in 0..<2 {
      try keep(false, terminal)
      try terminal.press("Down")
    }
    try terminal.press("Left")
    try terminal.wait(for: "Description", gone: true)
  }
}
