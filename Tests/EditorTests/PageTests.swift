import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Checks invariants of the page at every size: columns, controls, markers, keys, and click
/// targets.
@Suite struct PageTests {
  static let widths = [60, 80, 99, 100, 129, 130, 160, 200]
  static let panes = [
    "Root", "Accounts", "Notifications", "Sounds", "Writing", "Server", "Advanced",
  ]

  static func player(
    _ pane: String = "Root", columns: Int = 80, rows: Int = 40, language: String = "en"
  ) throws -> Player {
    let document = try Samples.mail(language: language)
    var player = Player(
      document, readings: GoldenTests.readings(document), look: GoldenTests.look(language),
      size: Size(rows: rows, columns: columns))
    player.state.path = document.way(to: try #require(document.pane(named: pane)))
    player.state.rebuildItems()
    player.state.settle()
    return player
  }

  /// Rows with short and long titles in many scripts.
  static let scripts = Samples.document(
    [
      "Name", "名前を表示", "الاسم", "👩‍🚀 Rakete", "e\u{301}te\u{301}", "A title of thirty-one letters it",
      String(repeating: "長い題名 ", count: 20),
      "Ein langer Titel ohne ein Ende " + String(repeating: "x", count: 80),
    ]
    .enumerated().map { index, title in
      var control = Control(.text(TextInput(type: .string)), key: "k\(index)", title: title)
      control.defaultValue = .string("value")
      return control
    })

  /// Checks that every value of the pane starts in the value column.
  static func checkColumn(_ state: EditorState) {
    var state = state
    for index in state.items.indices {
      guard case .row = state.items[index], let face = state.face(of: state.items[index]),
        face.isLabeled, !face.value.isEmpty
      else { continue }
      state.focus(on: index)
      state.settle()
      let screen = render(state)
      let column = state.valueColumn
      let isThere = state.focusedRows.contains { row in
        let cells = screen.rows[row]
        let before = cells[(column - 2)..<column].allSatisfy { $0.glyph == .blank }
        let isReverse = cells[column].style.attributes.contains(.reverse)
        return before
          && (cells[column].glyph != .blank || isReverse || cells[column].style.surface == .field)
      }
      #expect(isThere, "\(face.title) at \(state.size)\n\(screen.text)")
      let titles = state.lines(at: index).flatMap(\.left).map(\.text).joined()
      for word in face.title.split(separator: " ") { #expect(titles.contains(word)) }
    }
  }

  @Test(arguments: widths)
  func `every value of a pane starts in one column, and no title is clipped`(columns: Int) throws {
    for (pane, language) in zip(Self.panes, ["en", "de", "ja", "en", "de", "ja", "en"]) {
      Self.checkColumn(try Self.player(pane, columns: columns, language: language).state)
    }
    Self.checkColumn(EditorState(Self.scripts, size: Size(rows: 40, columns: columns)))
    var ascii = Appearance()
    ascii.lettering = .ascii
    Self.checkColumn(EditorState(Self.scripts, look: ascii, size: Size(rows: 40, columns: columns)))
  }

  @Test(arguments: [40, 60, 80, 100, 132, 200])
  func `the key hints for the screen stay in place when the focus moves`(columns: Int) throws {
    for pane in Self.panes {
      var player = try Self.player(pane, columns: columns)
      var places: [String: Int] = [:]
      for index in player.state.items.indices where player.state.canFocus(index) {
        player.state.focus(on: index)
        player.state.settle()
        let hints = player.state.hintLine
        #expect(hints.right.contains { $0.press == .command(.help) })
        #expect(hints.right.contains { $0.press == .command(.quit) })
        var column = hints.places(player.state.look, columns: columns).right.lowerBound
        let end = hints.indent + player.state.look.columns(of: hints.left)
        #expect(end < column, "the hints for the row end at \(end)")
        for span in hints.right {
          // On a narrow screen, the other hints depend on the length of the hints for the row.
          if span.style == .key, columns >= 60 || ["?", "q"].contains(span.text) {
            let place = places.updateValue(column, forKey: span.text) ?? column
            #expect(place == column, "\(span.text)")
          }
          column += player.state.look.columns(of: span.text)
        }
      }
    }
  }

  @Test func `states differ without color`() {
    var seen: [String: RowModel.RowFlags] = [:]
    let states: [RowModel.RowFlags] = [
      [], .changed, [.changed, .unpushed], .staged, .managed, .fault, [.changed, .restart],
    ]
    let state = EditorState(Samples.document([EditingTests.toggle()]))
    for marks in states {
      var face = RowModel(title: "Row")
      face.marks = marks
      let text = (state.markSpans(face) + state.valueSpans(face, room: 20)).map(\.text).joined()
      #expect(seen.updateValue(marks, forKey: text) == nil, "\(marks)")
    }
  }

  @Test func `a disabled row explains its condition when it has the focus`() throws {
    var player = try Self.player()
    player.focus("mail.previewLines")
    #expect(player.screen.contains("requires Show previews"))
    #expect(!player.screen.contains("‹"))
  }

  @Test(arguments: [80, 132])
  func `entering a slider doesn't move it`(columns: Int) throws {
    var player = try Self.player(columns: columns)
    player.focus("mail.textSize")
    let list = player.state.frame.list
    let before = render(player.state).lines[list]
    player.press("Enter")
    #expect(!player.state.dialogs.isEmpty && render(player.state).lines[list] == before)
  }

  @Test func `a saved change is confirmed until the next key`() throws {
    var player = try Self.player()
    player.focus("app.shake")
    player.press("Space")
    #expect(player.screen.contains("✓ Saved"))
    player.press("Down")
    #expect(!player.screen.contains("✓ Saved"))
  }

  @Test func `the source of a change is shown until the focus moves`() throws {
    var player = try Self.player()
    let name = SettingName(domain: "org.settee.mail", key: "account.name")
    let reading = SettingState(value: .string("Eve"), origin: .user, stored: .string("Eve"))
    player.act(.event(.readings([name: reading], by: .otherProcess)))
    #expect(player.screen.contains("changed by another program"))
    player.press("Down", "Up")
    #expect(!player.screen.contains("changed by another program"))
  }

  @Test func `without a mirror nothing mentions pushing`() throws {
    var player = try Self.player(columns: 132, rows: 60)
    #expect(player.screen.contains("not pushed") && player.screen.contains("Push to cloud"))
    player.state.hasMirror = false
    #expect(!player.screen.lowercased().contains("push to cloud"))
    #expect(!player.screen.contains("not pushed") && !player.screen.contains("↑"))
  }

  // MARK: The tree of panes

  @Test func `the counts in the tree add up to the total`() throws {
    let state = try Self.player(columns: 100).state
    let sum = state.document.tree.reduce(0) { $0 + (state.tally.ofPane[$1.pane] ?? 0) }
    #expect(sum == state.tally.changed.count && sum > 0)
  }

  @Test func `o and Left focus the tree, Enter opens a pane, Left returns`() throws {
    var player = try Self.player(columns: 100)
    for key in ["o", "F7", "Left"] {
      player.press(key)
      #expect(player.state.context == .panes)
      #expect(render(player.state).cursor.column == 0)
      player.press("Left")
      #expect(player.state.context == .rows && player.state.path.count == 1)
    }
    player.press("o", "Down", "Down", "Down", "Enter")
    #expect(player.state.pane.file == "Sounds" && player.state.path.count == 3)
    player.press("Esc", "Esc", "Esc")
    let quits = player.effects.contains { if case .quit = $0 { true } else { false } }
    #expect(quits && player.state.dialogs.isEmpty, "Esc on the first pane quits without a question")
    player.act(.event(.resized(Size(rows: 24, columns: 80))))
    player.press("o")
    player.type("advan")
    player.press("Enter")
    #expect(player.state.pane.file == "Advanced")
  }

  // MARK: The mouse

  /// Returns the screen and the number of requested effects.
  private static func visibleState(_ player: Player) -> (Screen, Int) {
    (render(player.state), player.effects.count)
  }

  @Test(arguments: [(80, 24), (132, 40), (40, 12)], panes)
  func `everything that looks clickable can be clicked`(size: (Int, Int), pane: String) throws {
    let start = try Self.player(pane, columns: size.0, rows: size.1)
    for index in start.state.items.indices where start.state.items[index].isRow {
      var focused = start
      focused.state.focus(on: index)
      focused.state.settle()
      if focused.state.control(of: focused.state.focused).flatMap(focused.state.obstacle) != nil {
        continue
      }
      let (frame, look) = (focused.state.frame, focused.state.look)
      let lines = focused.state.lines(at: index)
      for (offset, line) in lines.enumerated() {
        for column in 0..<frame.pane.count {
          guard let found = line.press(at: column, look, columns: frame.pane.count) else {
            continue
          }
          let row = focused.state.focusedRows.lowerBound + offset
          var player = focused
          let (before, effects) = Self.visibleState(player)
          player.act(.press(Position(row: row, column: frame.pane.lowerBound + column)))
          let after = Self.visibleState(player)
          if case .option(_, _, _) = player.state.focused { continue }
          // A click on the knob doesn't move it, and neither end of the track allows a further
          // step.
          if case .rail = found.press { continue }
          #expect(
            after.0 != before || after.1 != effects,
            "\(found.press) of \(lines[0].left.map(\.text).joined())")
        }
      }
    }
  }

  @Test(arguments: [(80, 24), (132, 40), (40, 12), (20, 5), (7, 3)])
  func `a click anywhere keeps the editor's invariants`(columns: Int, rows: Int) throws {
    let start = try Self.player("Sounds", columns: columns, rows: rows)
    for row in 0..<rows {
      for column in stride(from: 0, to: columns, by: 3) {
        var player = start
        player.act(.press(Position(row: row, column: column)))
        player.act(.press(Position(row: row, column: column)))
        RandomWalkTests.check(player, "\(row) \(column)")
      }
    }
  }

  /// Clicks the middle of a string on the screen.
  static func press(_ text: String, _ player: inout Player) throws {
    let lines = render(player.state).lines
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let before = try #require(
      lines[row].split(separator: text, maxSplits: 1, omittingEmptySubsequences: false).first)
    let column = player.state.look.columns(of: String(before)) + text.count / 2
    player.act(.press(Position(row: row, column: column)))
  }

  @Test func `the bar, the tree, the key hints and the scroll bar can be clicked`() throws {
    var player = try Self.player("Sounds", columns: 132, rows: 24)
    try Self.press("Notifications ›", &player)
    #expect(player.state.pane.file == "Notifications")
    try Self.press("  Server", &player)
    #expect(player.state.pane.file == "Server")
    try Self.press(" Mail  ", &player)
    #expect(player.state.pane.file == "Root")
    try Self.press("5 changed", &player)
    #expect(player.state.filter != nil)
    try Self.press("m all", &player)
    #expect(player.state.filter == nil)
    let thumb = try #require(player.state.thumb)
    let column = try #require(player.state.frame.thumb)
    player.act(.press(Position(row: thumb.upperBound, column: column)))
    #expect(player.state.place.top > 0)
    try Self.press("? help", &player)
    #expect(player.state.context == .page)
  }

  @Test func `a click on a slider track sets the number`() throws {
    var player = try Self.player()
    player.focus("mail.textSize")
    let row = render(player.state).cursor.row
    player.act(.press(Position(row: row, column: player.state.valueColumn)))
    #expect(player.stored["mail.textSize"] == .real(10))
    player.act(.press(Position(row: row, column: player.state.valueColumn + 19)))
    #expect(player.stored["mail.textSize"] == .real(24))
  }

  // MARK: The inspector

  @Test func `the inspector requests details only for the focused row and unknown values`() throws {
    var player = try Self.player(columns: 132)
    player.focus("mail.signature")
    let name = try #require(player.state.unknownKey)
    #expect(name.key == "mail.signature")
    let line = HistoryLine(time: "09:30", author: "ada", old: "not set", new: "Hello")
    player.act(
      .event(
        .about(
          KeyFacts(
            name: name, file: "~/.config/org.settee.mail.plist",
            cloud: CloudValue(value: .string("Bye")), history: [line]))))
    #expect(player.state.unknownKey == nil)
    for text in ["Cloud    Bye", "09:30    not set → Hello", "org.settee.mail.plist"] {
      #expect(player.screen.contains(text), "\(text)")
    }
    player.press("Up")
    #expect(player.state.unknownKey != nil && !player.screen.contains("Bye"))
    let narrow = try Self.player(columns: 100)
    #expect(narrow.state.unknownKey == nil)
  }

  @Test func `setting details name elements and files only for a bundle opened by path`() {
    let bundle = Samples.document([EditingTests.toggle()]).bundle
    for isOpenedByPath in [false, true] {
      var player = Player(
        PaneTree(bundle, word: "org.example", isOpenedByPath: isOpenedByPath))
      player.press("i")
      #expect(player.screen.contains("Setting details"))
      #expect(player.screen.contains("Type") == isOpenedByPath)
    }
  }
}
