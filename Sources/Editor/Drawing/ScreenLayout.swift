import SetteeTerminal

/// The layout of the screen for a given size.
struct ScreenLayout: Sendable {
  /// The way in which rows are laid out.
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
  /// The columns of the list, which the highlight of the focus covers.
  let pane: Range<Int>
  /// The column of the scroll bar, or `nil` in the layout with a single item.
  let thumb: Int?
  /// The columns of the pane tree, or `nil` if it doesn't fit.
  let sidebar: Range<Int>?
  /// The columns of the inspector for the focused row, or `nil` if it doesn't fit.
  let inspector: Range<Int>?
  /// The row of the separator below the list, or `nil` if it doesn't fit.
  let rule: Int?
  /// The rows in which the help text of the focused row is shown.
  let help: Range<Int>
  /// The row for facts about the focused row or for a message, or `nil` if it doesn't fit.
  let facts: Int?
  /// The row of key hints, or `nil` if it doesn't fit.
  let hints: Int?

  /// Creates the layout for a screen, with a sidebar of the given width if there is room for it.
  ///
  /// The home screen uses the full width. Terminals that reorder bidirectional text have no side
  /// panels.
  init(
    _ size: Size, isNear: Bool, isMirrored: Bool = false, sidebar width: Int? = nil,
    isHome: Bool = false
  ) {
    self.size = size
    let (rows, columns) = (size.rows, size.columns)
    layout = columns < 20 || rows < 6 ? .single : columns < 60 || isNear ? .near : .wide
    let isWide = layout == .wide && columns >= 100 && !isMirrored
    let hasInspector = isWide && columns >= 130 && rows >= 20
    let hasStrip = layout != .single && rows >= ScreenLayout.low && !hasInspector

    sidebar = isWide ? width.map { 0..<$0 } : nil
    let left = sidebar.map { $0.upperBound + 1 } ?? 0
    let widest = isHome ? columns : columns < 160 ? ScreenLayout.widest : ScreenLayout.widestBeside
    let beside = min(columns - (columns < 160 ? 40 : 56), left + widest + 2)
    inspector = hasInspector ? beside..<columns : nil
    let right = layout == .single ? columns : hasInspector ? beside - 2 : columns - 2
    pane = left..<max(right, left + 1)
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

  /// The number of rows below which decorative lines are omitted.
  private static let low = 16

  /// The maximum width of a list, so that a title and its value can be read together.
  private static let widest = 84

  /// The maximum width of a list next to a wide inspector.
  private static let widestBeside = 112

  /// The range of the sidebar's width, which depends on its content.
  static let sidebarColumns = 16...32

  /// The width of the sidebar on the home screen.
  static let homeSidebar = 24

  static let text = 66

  /// The number of columns that are reserved for titles in front of the values.
  static let titles = 20...30

  /// Returns the column at which values start, given the width of the longest title.
  func valueColumn(_ longest: Int, limit: Int) -> Int {
    let least = size.columns >= 160 ? 26 : ScreenLayout.titles.lowerBound
    return 6 + min(max(longest, least), limit)
  }

  /// Returns the maximum number of columns for titles, or for titles with keys next to them.
  ///
  /// Keys leave at least 30 columns for the values.
  func titleLimit(withKeys hasKeys: Bool) -> Int {
    let limit = ScreenLayout.titles.upperBound
    return hasKeys ? max(min(pane.count - 36, 48), limit) : limit
  }

  /// Returns the row for messages, which is the row for facts if there is one, or a row of the
  /// header otherwise.
  ///
  /// On a screen with no other row, only an error may cover the last row of the list.
  func messageRow(isError: Bool) -> Int? {
    if let row = facts ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}
