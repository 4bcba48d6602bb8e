import Settee
import SetteeTerminal

/// A picture of a pane, as the screen would show it: for documents, and for whoever asks what
/// somebody else sees.
struct Snapshot: Sendable {
  /// The picture.
  let screen: Screen

  /// Draws a pane.
  ///
  /// - Parameters:
  ///   - document: The panes.
  ///   - readings: What the store says of their keys.
  ///   - pane: The name of the pane; nil for the root. An unknown name gives no picture.
  ///   - size: How many cells there are.
  ///   - look: How things are drawn.
  ///   - key: The key of the row to focus; nil for the first one.
  init?(
    _ document: Document, readings: Readings, pane: String? = nil,
    size: Size = Size(rows: 24, columns: 80), look: Look = Look(), key: String? = nil
  ) {
    var state = EditorState(document, readings: readings, look: look, size: size)
    if let pane {
      guard let index = document.pane(named: pane) else { return nil }
      state.path = document.way(to: index)
      state.rebuildItems()
    }
    if let key { state.focus(onKey: key) }
    state.settle()
    screen = render(state)
  }

  /// The picture as text, a line for each row.
  var text: String { screen.text }

  /// The picture with colours.
  var svg: String { screen.svg }
}

extension Size {
  /// Reads `80x24`: columns, then rows.
  init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.init(rows: rows, columns: columns)
  }
}

extension EditorState {
  /// Puts the focus on the row of a key of the pane on the screen.
  mutating func focus(onKey key: String) {
    let found = items.firstIndex { id in
      id.isRow && (control(of: id)?.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false)
    }
    if let found { focus(on: found) }
  }
}
