import Foundation
import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Shows, changes, undoes, and resets each element of the sample panes in a real terminal.
@Suite(.serialized) struct EveryElementTests {
  /// A terminal size and a user's locale.
  struct Setting: Sendable, CustomTestStringConvertible {
    var columns: Int
    var rows: Int
    var variables: [String: String]
    var testDescription: String { "\(columns)x\(rows) \(variables.values.joined())" }
    var language: String { variables["LANG"]?.hasPrefix("ja") == true ? "ja" : "en" }
  }

  static let locales: [[String: String]] = [
    ["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"], ["LC_ALL": "", "LANG": "ja_JP.UTF-8"],
  ]
  static let sizes = [(80, 24), (132, 50), (40, 12), (20, 5)]

  /// All combinations in the long test run, or one narrow terminal with a locale that isn't
  /// installed.
  static let settings: [Setting] = {
    let all = sizes.flatMap { size in
      locales.map { Setting(columns: size.0, rows: size.1, variables: $0) }
    }
    return RandomWalkTests.isLong ? all : [all[8]]
  }()

  @Test(arguments: settings)
  func `every element is shown, changed, undone and reset`(setting: Setting) throws {
    let terminal = try RealTerminal(
      columns: setting.columns, rows: setting.rows, variables: setting.variables)
    // Set the values that other rows depend on, so that all rows are visible and enabled.
    for (key, value) in [
      ("proxy.enabled", "on"), ("cache.compress", "on"), ("log.level", "debug"),
    ] {
      try terminal.tool(["set", RealTerminal.bundle, key, value])
    }
    try terminal.open("--no-mouse", shows: setting.language == "ja" ? "メール" : "Mail")
    let document = try Samples.mail(language: setting.language)
    var visited = 0
    for pane in document.bundle.panes {
      for control in pane.controls {
        guard let key = control.key, control.kind != .pane else { continue }
        try visit(control, key, terminal)
        visited += 1
      }
    }
    #expect(visited > 35)
    try terminal.press("q")
    try terminal.waitForShell()
  }

  private func visit(_ control: Control, _ key: String, _ terminal: RealTerminal) throws {
    // These keys belong to the pane of a list item, and are part of the list's value.
    guard !["title", "address", "enabled"].contains(key) else { return }
    let before = Self.stored(key, terminal)
    try go(to: control, key, terminal)
    guard let change = Self.change(control, key) else {
      try terminal.press("i")
      // In a small terminal, only the first lines of the details are visible.
      try terminal.wait(for: terminal.columns < 40 ? "Esc" : key.prefix(12).description)
      // Don't press Esc: together with the next key, the terminal would read it as Alt.
      try terminal.press("q")
      return
    }
    try perform(change, terminal)
    try expect(key, terminal, "was not changed") { $0 != before }
    try terminal.press("u")
    try expect(key, terminal, "was not undone") { $0 == before }
    try go(to: control, key, terminal)
    try perform(change, terminal)
    try expect(key, terminal, "was not changed again") { $0 != before }
    try go(to: control, key, terminal)
    try terminal.press("r")
    let isList = control.kind == .list
    try expect(key, terminal, "was not reset") { $0 == (isList ? "[]" : "nothing") }
    try terminal.press("u")
    try expect(key, terminal, "came not back") { $0 != before }
    try terminal.press("u")
    try expect(key, terminal, "is not as it was") { $0 == before }
  }

  /// Searches for the key, and waits until its row has the focus.
  private func go(to control: Control, _ key: String, _ terminal: RealTerminal) throws {
    try terminal.press("/")
    try terminal.type("@key:" + key)
    try terminal.press("Enter")
    let titles = [control.title, control.choices.first?.title, control.title == nil ? key : nil]
    var last = ""
    for _ in 0..<400 {
      last = try terminal.screen()
      let rows = last.split(separator: "\n").map { Self.row($0, terminal) }
      // The second symbol is the one for terminals without Unicode.
      let focused = rows.first { $0.contains("▌") || $0.hasPrefix(">") } ?? ""
      let isThere = titles.contains { $0.map { focused.contains($0.prefix(4)) } ?? false }
      if isThere || (control.kind == .list && !focused.isEmpty && !last.contains("@key")) { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    Issue.record("the focus didn't reach \(key) on\n\(last)")
  }

  /// Returns the part of a line that is to the right of the sidebar.
  private static func row(_ line: Substring, _ terminal: RealTerminal) -> Substring {
    guard terminal.columns >= 100 else { return line }
    let edge = line.firstIndex { $0 == "│" || $0 == "|" }
    return edge.map { line[line.index(after: $0)...] } ?? ""
  }

  /// Returns the input that changes an element, or nil if it can't be changed.
  ///
  /// Strings that start with a space are typed, and the others are names of keys.
  static func change(_ control: Control, _ key: String) -> [String]? {
    switch control.kind {
    case .toggle: return ["Space"]
    case .slider: return ["+"]
    case .radio: return ["Down", "Enter"]
    case .choice:
      // Choosing the default value isn't a change.
      let isLastDefault = control.choiceIndex(of: control.defaultValue) == control.choices.count - 1
      let isFirst = isLastDefault || key == "log.level" || key == "mail.pictures"
      return ["Enter", isFirst ? "Home" : "End", "Enter"]
    case .date: return ["Enter", "Up", "Enter"]
    case .textview: return ["Enter", " Hi", "F10"]
    case .text:
      switch control.input.type {
      case .integer, .real: return ["+"]
      case .list: return ["Enter", " X-A: 1", "F10"]
      default: return ["Enter", "C-e", "C-u", " " + (texts[key] ?? "Changed"), "Enter"]
      }
    case .list:
      switch key {
      case "accounts.own": return ["a", " a@example.org", "Enter"]
      case "accounts.labels": return ["a", "Enter"]
      default: return ["a", "Enter", " Home", "Enter", "End", "Enter"]
      }
    case .title, .custom, .unknown: return nil
    case .pane, .button, .link, .mail: return nil
    }
  }

  private static let texts = [
    "account.email": "b@example.org", "server.deviceCode": "ABCD1234", "log.file": "/tmp/other",
    "proxy.address": "http://p.example", "server.host": "h.example",
    "write.copyTo": "c@example.org",
  ]

  private func perform(_ change: [String], _ terminal: RealTerminal) throws {
    for step in change {
      if step.hasPrefix(" ") {
        try terminal.type(String(step.dropFirst()))
      } else {
        try terminal.press(step)
      }
    }
  }

  private static func stored(_ key: String, _ terminal: RealTerminal) -> String {
    switch RawTerminal.stored(in: terminal.folder)[key] {
    case nil: "nothing"
    case let list as [Any]: "[" + list.map { "\($0)" }.joined(separator: ", ") + "]"
    case let value?: "\(value)"
    }
  }

  private func expect(
    _ key: String, _ terminal: RealTerminal, _ complaint: String, _ holds: (String) -> Bool
  ) throws {
    var last = ""
    for _ in 0..<500 {
      last = Self.stored(key, terminal)
      if holds(last) { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    let screen = try terminal.screen()
    try #require(Bool(false), "\(key) \(complaint): it is “\(last)” on\n\(screen)")
  }
}
