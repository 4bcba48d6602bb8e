import SetteeTerminal

/// A line as it stands on the screen while nothing is edited.
struct DrawnLine: Sendable {
  /// The cells of the whole row.
  var cells: [Cell]
  /// The columns that the focus covers when it comes here.
  var columns: Range<Int>
  /// Where the row leads outside the terminal.
  var link: String?
}

/// The rows on the screen as they were last drawn.
///
/// A key that moves changes two rows of many, so the others are kept. Whatever a row depends on
/// forgets them: see the observers of ``EditorState``, and `rebuildItems`. A kept row is always
/// what drawing it again would give; tests that walk at random hold it against that.
struct DrawnRows: Sendable {
  /// What is kept of one item.
  private struct Item {
    /// Its lines; nil when they are not kept.
    var lines: [DrawnLine]?
    /// The status line while it is focused; nil when that is not kept.
    var status: [Cell]?
  }

  /// The items from ``first`` on, on the screen and near it.
  private var items: [Item] = []
  private var first = 0
  /// The line at the top, and what it shows.
  var header: (facts: HeaderFacts, cells: [Cell])?
  /// The lines of keys that were drawn, and what they show; the latest last.
  ///
  /// A focus that moves over a few changed rows comes back to the same lines again and again.
  private(set) var hints: [(facts: HintFacts, cells: [Cell])] = []
  /// The whole screen by the focused item, while the list stands still.
  var screens = DrawnScreens()
  /// Longer texts are drawn line by line as they are seen.
  static let mostLines = 12

  /// The lines of an item; nil when they are not kept.
  subscript(index: Int) -> [DrawnLine]? {
    let place = index - first
    return items.indices.contains(place) ? items[place].lines : nil
  }

  /// How many lines an item has; nil when they are not kept.
  func count(at index: Int) -> Int? {
    let place = index - first
    return items.indices.contains(place) ? items[place].lines?.count : nil
  }

  /// The status line of a focused item; nil when it is not kept.
  func status(at index: Int) -> [Cell]? {
    let place = index - first
    return items.indices.contains(place) ? items[place].status : nil
  }

  /// Keeps the lines of an item.
  mutating func keep(_ drawn: [DrawnLine], at index: Int) {
    let place = place(of: index)
    items[place].lines = drawn
  }

  /// Keeps the status line of a focused item.
  mutating func keepStatus(_ cells: [Cell], at index: Int) {
    let place = place(of: index)
    items[place].status = cells
  }

  private mutating func place(of index: Int) -> Int {
    // What is far away is not on the screen any more.
    let near = first - DrawnRows.mostGap...first + items.count + DrawnRows.mostGap
    if items.isEmpty || !near.contains(index) { (items, first) = ([], index) }
    while index < first {
      items.insert(Item(), at: 0)
      first -= 1
    }
    while index >= first + items.count { items.append(Item()) }
    return index - first
  }

  private static let mostGap = 100

  /// The line of keys as it was drawn for facts; nil when it is not kept.
  func hints(_ facts: HintFacts) -> [Cell]? { hints.last { $0.facts == facts }?.cells }

  /// Keeps a line of keys.
  mutating func keepHints(_ facts: HintFacts, _ cells: [Cell]) {
    if hints.count == DrawnRows.mostHints { hints.removeFirst() }
    hints.append((facts, cells))
  }

  private static let mostHints = 4

  /// Forgets items that are far from the screen, so that scrolling gathers no memory.
  mutating func keepOnly(_ seen: Range<Int>) {
    guard items.count > 4 * seen.count + 8 else { return }
    let kept = seen.clamped(to: first..<first + items.count)
    items = Array(items[kept.lowerBound - first..<kept.upperBound - first])
    first = kept.lowerBound
  }

  /// Forgets everything.
  mutating func forget() {
    if !items.isEmpty { items = [] }
    header = nil
    hints = []
    screens.forget()
  }
}

extension EditorState {
  /// Keeps what is on the screen as it is drawn.
  mutating func keepDrawn() {
    keepVisibleRows()
    keepHeader()
    let hints = keepHints()
    keepStatus()
    keepScreen(hints)
  }

  /// The lines of an item as they were drawn; nil where they are not kept or show a field.
  func drawnLines(at index: Int) -> [DrawnLine]? {
    index == focusIndex && mode != nil ? nil : drawn[index]
  }

  /// How many lines an item has.
  func lineCount(at index: Int) -> Int {
    if index != focusIndex || mode == nil, let count = drawn.count(at: index) { return count }
    return block(at: index).count
  }

  /// Keeps the rows on the screen as they are drawn, and long texts as they are wrapped.
  private mutating func keepVisibleRows() {
    var row = -place.topLine
    var index = place.top
    while row < listRows, items.indices.contains(index) {
      if case .footer(let group) = items[index] { keepFooter(group) }
      if drawn.count(at: index) == nil { keepRow(at: index) }
      row += lineCount(at: index)
      index += 1
    }
    drawn.keepOnly(place.top..<max(index, place.top))
  }

  /// Keeps the lines of an item as they are drawn; those of a long text, or of a field, are not kept.
  mutating func keepRow(at index: Int) {
    // A row that is being edited looks different with every key.
    guard index != focusIndex || mode == nil else { return }
    let block = block(at: index)
    guard block.count <= DrawnRows.mostLines else { return }
    drawn.keep((0..<block.count).map { Canvas.drawn(block.line($0), self) }, at: index)
  }
}

extension Canvas {
  /// A line as a row of cells.
  static func drawn(_ line: Line, _ state: EditorState) -> DrawnLine {
    var canvas = Canvas(size: Size(rows: 1, columns: state.size.columns), look: state.look)
    let columns = canvas.draw(line, row: 0)
    return DrawnLine(
      cells: canvas.screen.rows[0], columns: columns, link: canvas.screen.links[0])
  }

  /// Takes over a line that was drawn before.
  mutating func take(_ line: DrawnLine, row: Int) {
    screen.replace(row: row, with: line.cells, link: line.link)
  }
}
