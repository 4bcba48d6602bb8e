import Settee
import SetteeTerminal

/// The tree of panes in the sidebar, while the user moves through it with the keyboard.
///
/// Moving the focus in the pane tree never writes any settings.
struct PanesDialog: ListDialog {
  var place: ListSelection

  var context: KeyContext { .panes }

  func pick(in state: inout EditorState) -> [Effect] {
    _ = leave(&state)
    return state.open(tree: place.focus)
  }

  func count(_ state: EditorState) -> Int { state.document.tree.count }

  func entryRows(_ state: EditorState) -> Range<Int> { 0..<state.treeRows }

  // The sidebar is drawn next to the rows, which remain visible, so the dialog draws nothing
  // itself.
  func draw(on canvas: inout Canvas, _ state: EditorState) {}
}

extension EditorState {
  /// Moves the focus to the pane tree in the sidebar, or shows the tree as a menu if the sidebar is
  /// hidden.
  mutating func openPanes() {
    let tree = document.tree
    if frame.sidebar != nil {
      return modes.append(PanesDialog(place: ListSelection(focus: treeIndex, top: treeTop)))
    }
    let entries = tree.indices.map { index in
      let count = tally.ofPane[tree[index].pane] ?? 0
      return PickList.Entry(
        id: index,
        title: String(repeating: "  ", count: min(tree[index].depth, 5)) + tree[index].title,
        detail: count > 0 ? "\(look.glyphs.changed)\(count)" : "")
    }
    let list = PickList(entries, focus: treeIndex)
    openMenu(.panesTitle, list) { $1.open(tree: $0) }
  }

  /// Opens a pane from the pane tree, or explains why the pane isn't available.
  mutating func open(tree index: Int) -> [Effect] {
    guard document.tree.indices.contains(index) else { return [] }
    let pane = document.tree[index].pane
    guard pane != place.pane || place.element != nil else { return [] }
    if path.contains(where: { $0.element?.index == nil && $0.element?.draft.isEmpty == false }) {
      return askDropElement()
    }
    if let barrier = barrier(toPane: pane) { return fail(barrier.reason) }
    path = document.way(to: pane)
    arrive()
    return []
  }

  /// The position of the current pane in the pane tree, or of its nearest ancestor that the tree
  /// shows.
  var treeIndex: Int {
    for visit in path.reversed() where visit.element == nil {
      if let index = document.tree.firstIndex(where: { $0.pane == visit.pane }) { return index }
    }
    return 0
  }

  private var treeArea: Range<Int> {
    let end = frame.hints ?? size.rows
    return min(2, end)..<max(end - 1, min(2, end))
  }

  var treeRows: Int { treeArea.count }

  var treeTop: Int {
    if let panes = mode as? PanesDialog { return panes.place.top }
    return max(min(treeIndex - treeRows / 2, document.tree.count - treeRows), 0)
  }

  func treeIndex(atRow row: Int) -> Int? {
    guard treeArea.contains(row) else { return nil }
    let index = treeTop + row - treeArea.lowerBound
    return document.tree.indices.contains(index) ? index : nil
  }
}

extension Canvas {
  mutating func drawSidebar(_ state: EditorState) {
    guard let columns = state.frame.sidebar, let end = state.frame.hints else { return }
    draw(in: Area(rows: 1..<end, columns: columns), on: .side) { canvas in
      canvas.clear()
      let shown = (2..<max(end - 1, 2)).compactMap { row in
        state.treeIndex(atRow: row).map { (row - 1, $0) }
      }
      for (row, index) in shown { canvas.drawTree(index, row: row, state) }
      canvas.drawLegend(state, from: (shown.last?.0 ?? 0) + 2)
    }
  }

  private mutating func drawTree(_ index: Int, row: Int, _ state: EditorState) {
    let (entry, isHere) = (state.document.tree[index], index == state.treeIndex)
    let indent = 2 + 2 * min(entry.depth, 5)
    let count = state.tally.ofPane[entry.pane] ?? 0
    let right = count > 0 ? [Span("\(look.glyphs.changed)\(count)", .modified)] : []
    let room = columns - indent - 3 - look.columns(of: right)
    let title = Span(look.clip(entry.title, to: room), isHere ? Style(.text, .bold) : .text)
    surface = isHere ? .field : .side
    put(String(repeating: " ", count: columns), row: row, column: 0)
    draw(Line([title], right: right, indent: indent), row: row, margin: 2)
    if isHere { put(look.glyphs.focus, row: row, column: 0, style: Style(.accent)) }
    if let panes = state.mode as? PanesDialog, panes.place.focus == index { showEntry(row: row) }
    surface = .side
  }

  private mutating func drawLegend(_ state: EditorState, from free: Int) {
    let glyphs = look.glyphs
    var marks: [(String, Style, Phrase)] = [
      (glyphs.changed, .modified, .changed),
      (glyphs.unpushed, .unpushed, .notPushed),
      (glyphs.managed, .managed, .managed), (glyphs.fault, Style(.bad, .bold), .problemWord),
    ]
    if !state.hasCloud { marks.remove(at: 1) }
    let first = rows - 2 - marks.count
    guard first >= free else { return }
    for (offset, (mark, style, phrase)) in marks.enumerated() {
      let spans = [Span(mark, style), Span(" " + state.words(phrase), .quiet)]
      draw(Line(spans, indent: 2), row: first + offset)
    }
  }
}
