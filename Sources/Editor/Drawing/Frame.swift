import SetteeTerminal

/// How the screen is divided: what stands where for a size.
struct Frame: Sendable {
  enum Layout: Sendable {
    /// Title at the left, value in a column beside it.
    case wide
    /// A sentence at the left margin.
    case near
    /// One item on the whole screen.
    case single
  }

  let size: Size
  let layout: Layout
  let list: Range<Int>
  /// The columns of the list, all of which the focus covers.
  let pane: Range<Int>
  /// The column of the scroll bar; nil where one item is all there is.
  let thumb: Int?
  /// The columns of the tree of panes; nil where there is no room.
  let sidebar: Range<Int>?
  /// The columns that tell all about the focused row; nil where there is no room.
  let inspector: Range<Int>?
  /// The row of the line below the list; nil where there is no room.
  let rule: Int?
  /// The rows that explain the focused row.
  let help: Range<Int>
  /// The row that tells the facts of the focused row, or what happened; nil where there is no room.
  let facts: Int?
  /// The row that names the keys; nil where there is no room.
  let hints: Int?

  /// Divides a screen; terminals that reorder lines get nothing beside the list.
  init(_ size: Size, isNear: Bool, isMirrored: Bool = false) {
    self.size = size
    let (rows, columns) = (size.rows, size.columns)
    layout = columns < 20 || rows < 6 ? .single : columns < 60 || isNear ? .near : .wide
    let hasSidebar = layout == .wide && columns >= 100 && !isMirrored
    let hasInspector = hasSidebar && columns >= 130 && rows >= 20
    let hasStrip = layout != .single && rows >= Frame.low && !hasInspector

    sidebar = hasSidebar ? 0..<24 : nil
    let left = hasSidebar ? 25 : 0
    let beside = min(columns - (columns < 160 ? 40 : 56), left + Frame.widest + 2)
    inspector = hasInspector ? beside..<columns : nil
    let right = layout == .single ? columns : hasInspector ? beside - 2 : columns - 2
    pane = left..<(hasSidebar ? min(right, left + Frame.widest) : max(right, 1))
    thumb = layout == .single ? nil : layout == .near ? columns - 1 : pane.upperBound

    hints = rows >= 4 ? rows - 1 : nil
    facts = layout == .single ? nil : rows - 2
    var end = facts ?? hints ?? rows
    help = hasStrip ? (end - (rows < 40 ? 1 : 2))..<end : end..<end
    if hasStrip { end = help.lowerBound - 1 }
    rule = hasStrip ? end : nil
    let top = rows < 3 ? 0 : rows < Frame.low ? 1 : 2
    list = top..<max(end, top + 1)
  }

  /// Whether there is room for a blank line above a group.
  var hasGaps: Bool { size.rows >= Frame.low }

  /// A screen of fewer rows has no line to spare.
  private static let low = 16

  /// How many columns of a list can be read at a glance.
  private static let widest = 84

  static let text = 66

  /// How many columns are kept for titles, before the values.
  static let titles = 20...30

  /// The column of the list at which values begin, for its longest title.
  func valueColumn(_ longest: Int) -> Int {
    let least = size.columns >= 160 ? 26 : Frame.titles.lowerBound
    return 6 + min(max(longest, least), Frame.titles.upperBound)
  }

  /// Where a sentence goes: beside the rows where there is room, else over the header.
  ///
  /// Only an error may cover the last row of a screen that has room for nothing else.
  func messageRow(isError: Bool) -> Int? {
    if let row = facts ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}
