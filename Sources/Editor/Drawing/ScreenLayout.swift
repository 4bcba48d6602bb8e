import SetteeTerminal

/// The layout of the screen for a specific size.
struct ScreenLayout: Sendable {
  /// The layout of rows.
  enum Columns: Sendable {
    /// Titles are on the left, and values are in a second column.
    case wide
    /// Each row is a sentence at the left margin.
    case near
    /// A single item fills the screen.
    case single
  }

  let size: Size
  let layout: Columns
  let list: Range<Int>
  /// The columns of the list, which the highlight of the focused row covers.
  let pane: Range<Int>
  /// The column of the scroll bar, or `nil` in the single-item layout.
  let thumb: Int?
  /// The columns of the pane tree, or `nil` if it doesn't fit.
  let sidebar: Range<Int>?
  /// The columns of the inspector for the focused row, or `nil` if it doesn't fit.
  let inspector: Range<Int>?
  /// The row of the separator below the list, or `nil` if it doesn't fit.
  let rule: Int?
  /// The rows for the help text of the focused row.
  let help: Range<Int>
  /// The row for facts about the focused row or for a message, or `nil` if it doesn't fit.
  let facts: Int?
  /// The row of key hints, or `nil` if it doesn't fit.
  let hints: Int?

  /// Creates the layout for a screen size.
  ///
  /// Terminals that reorder bidirectional text don't show side panels.
  init(_ size: Size, isNear: Bool, isMirrored: Bool = false) {
    self.size = size
    let (rows, columns) = (size.rows, size.columns)
    layout = columns < 20 || rows < 6 ? .single : columns < 60 || isNear ? .near : .wide
    let hasSidebar = layout == .wide && columns >= 100 && !isMirrored
    let hasInspector = hasSidebar && columns >= 130 && rows >= 20
    let hasStrip = layout != .single && rows >= ScreenLayout.low && !hasInspector

    sidebar = hasSidebar ? 0..<24 : nil
    let left = hasSidebar ? 25 : 0
    let beside = min(columns - (columns < 160 ? 40 : 56), left + ScreenLayout.widest + 2)
    inspector = hasInspector ? beside..<columns : nil
    let right = layout == .single ? columns : hasInspector ? beside - 2 : columns - 2
    pane = left..<(hasSidebar ? min(right, left + ScreenLayout.widest) : max(right, 1))
    thumb = layout == .single ? nil : layout == .near ? columns - 1 : pane.upperBound

    hints = rows >= 4 ? rows - 1 : nil
    facts = layout == .single ? nil : rows - 2
    var end = facts ?? hints ?? rows
    help = hasStrip ? (end - (rows < 40 ? 1 : 2))..<end : end..<end
    if hasStrip { end = help.lowerBound - 1 }
    rule = hasStrip ? end : nil
    let top = rows < 3 ? 0 : rows < ScreenLayout.low ? 1 : 2
    list = top..<max(end, top + 1)
  }

  /// A Boolean value that indicates whether a blank line separates groups.
  var hasGaps: Bool { size.rows >= ScreenLayout.low }

  /// The minimum number of rows for decorative lines.
  private static let low = 16

  /// The maximum width of a list, so that a title and its value can be read together.
  private static let widest = 84

  static let text = 66

  /// The number of columns that are reserved for titles in front of the values.
  static let titles = 20...30

  /// Returns the first column of the values for a given width of the longest title.
  func valueColumn(_ longest: Int, limit: Int) -> Int {
    let least = size.columns >= 160 ? 26 : ScreenLayout.titles.lowerBound
    return 6 + min(max(longest, least), limit)
  }

  /// Returns the maximum number of columns for titles and the keys next to them.
  ///
  /// Keys leave at least 30 columns for the values.
  func titleLimit(withKeys hasKeys: Bool) -> Int {
    let limit = ScreenLayout.titles.upperBound
    return hasKeys ? max(min(pane.count - 36, 48), limit) : limit
  }

  /// Returns the row for messages.
  ///
  /// Messages use the row for facts, or a row of the header if the layout has no row for facts. On
  /// a screen without either row, only an error can cover the last row of the list.
  func messageRow(isError: Bool) -> Int? {
    if let row = facts ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}
