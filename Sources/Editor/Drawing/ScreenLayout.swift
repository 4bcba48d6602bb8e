import SetteeTerminal

/// The positions of all parts of the editor's screen for a specific screen size.
struct ScreenLayout: Sendable {
  /// The layout of rows.
  enum Columns: Sendable {
    /// The layout for wide screens, with titles on the left and values in a second column.
    case wide
    /// The layout in which each row is a sentence at the left margin.
    case near
    /// The layout for very small screens, which shows a single item at a time.
    case single
  }

  let size: Size
  let layout: Columns
  let list: Range<Int>
  /// The columns that the list of rows covers, including the highlight of the focused row.
  let pane: Range<Int>
  /// The column of the scroll bar, or `nil` in the layout for very small screens.
  let thumb: Int?
  /// The columns of the sidebar with the pane tree, or `nil` if the screen is too narrow for it.
  let sidebar: Range<Int>?
  /// The columns of the panel with details about the focused row, or `nil` if the screen is too
  /// narrow for it.
  let inspector: Range<Int>?
  /// The row of the separator below the list, or `nil` if the screen is too small for it.
  let rule: Int?
  /// The screen rows that show the help text of the focused row.
  let help: Range<Int>
  /// The row for facts about the focused row or for a message, or `nil` if the screen is too small
  /// for it.
  let facts: Int?
  /// The row of the key hints, or `nil` if the screen is too small for it.
  let hints: Int?

  /// Creates the layout for a screen of a specific size.
  ///
  /// The home screen uses the full width. The lines of a settings file need a wider inspector than
  /// other details. Terminals that reorder bidirectional text have no side
  /// panels.
  init(
    _ size: Size, isNear: Bool, isMirrored: Bool = false, sidebar width: Int? = nil,
    isHome: Bool = false, showsFile: Bool = false
  ) {
    self.size = size
    let (rows, columns) = (size.rows, size.columns)
    layout = columns < 20 || rows < 6 ? .single : columns < 60 || isNear ? .near : .wide
    let isWide = layout == .wide && columns >= 100 && !isMirrored
    let hasInspector = isWide && columns >= 130 && rows >= 20
    let hasStrip = layout != .single && rows >= ScreenLayout.low && !hasInspector

    // Beside the inspector, the rows need the space more than long titles in the outline.
    let most = hasInspector && columns < 160 ? 30 : ScreenLayout.sidebarColumns.upperBound
    sidebar = isWide ? width.map { 0..<min($0, most) } : nil
    let left = sidebar.map { $0.upperBound + 1 } ?? 0
    let widest = isHome ? columns : columns < 160 ? ScreenLayout.widest : ScreenLayout.widestBeside
    let details = columns >= 160 ? 56 : isHome ? 35 : showsFile ? 46 : 40
    let beside = min(columns - details, left + widest + 2)
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

  /// A Boolean value that indicates whether the screen is tall enough for blank lines between
  /// groups.
  var hasGaps: Bool { size.rows >= ScreenLayout.low }

  /// The number of rows that a screen needs to show decorative lines, such as blank lines between
  /// groups.
  private static let low = 16

  /// The maximum width of the list, which keeps a title and its value close enough to be read
  /// together.
  private static let widest = 84

  /// The maximum width of a list next to a wide inspector.
  private static let widestBeside = 112

  /// The range of the sidebar's width, which depends on its content.
  static let sidebarColumns = 16...32

  /// The width of the sidebar on the home screen.
  static let homeSidebar = 20

  /// The maximum width of text that is wrapped.
  static let text = 72

  /// The minimum and maximum number of columns that are reserved for titles before the values.
  static let titles = 16...30
  /// The maximum number of columns that are reserved for titles on a wide pane.
  static let widestTitle = 36

  /// The maximum number of columns that are reserved for titles of links to other panes.
  static let linkTitle = 22

  /// The columns by which the sections of a table are indented.
  static let nesting = 2

  /// Returns the column in which values start, given the width of the longest title.
  func valueColumn(_ longest: Int) -> Int {
    let least = size.columns >= 160 ? 26 : ScreenLayout.titles.lowerBound
    return 6 + min(max(longest, least), titleLimit)
  }

  /// The maximum number of columns for titles, which is larger if the pane is wide enough for
  /// values next to them.
  var titleLimit: Int {
    max(ScreenLayout.titles.upperBound, min(pane.count - 30, ScreenLayout.widestTitle))
  }

  /// Returns the screen row in which messages to the user are shown.
  ///
  /// A message replaces the facts about the focused row, or a row of the header if the layout shows
  /// no facts. On a screen without either row, only an error can cover the last row of the list.
  func messageRow(isError: Bool) -> Int? {
    if let row = facts ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}
