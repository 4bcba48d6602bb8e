import SetteeTerminal

/// How the screen is divided: what stands where for a size.
struct Frame: Sendable {
  /// How rows are laid out.
  enum Layout: Sendable {
    /// Title at the left, value at the right.
    case wide
    /// A sentence at the left margin.
    case near
    /// One item on the whole screen.
    case single
  }

  /// The number of columns.
  let columns: Int
  /// How rows are laid out.
  let layout: Layout
  /// The rows of the screen that hold the list.
  let list: Range<Int>
  /// The row that says what is stored, or what happened; nil where there is no room.
  let status: Int?
  /// The row that names the keys; nil where there is no room.
  let hints: Int?

  init(_ size: Size, isNear: Bool) {
    columns = size.columns
    let isTiny = size.columns < 30 || size.rows < 6
    layout = isTiny ? .single : size.columns < 60 || isNear ? .near : .wide
    let top = size.rows < 3 ? 0 : size.rows < 16 ? 1 : 2
    let hasHints = size.rows >= 4
    let hasStatus = size.rows >= 6 && size.columns >= 30
    let end = size.rows - (hasHints ? 1 : 0) - (hasStatus ? 1 : 0)
    list = top..<max(end, top + 1)
    status = hasStatus ? end : nil
    hints = hasHints ? size.rows - 1 : nil
  }

  /// Where a sentence goes: beside the rows where there is room, else over the header.
  ///
  /// Only an error may cover the last row of a screen that has room for nothing else.
  func messageRow(isError: Bool) -> Int? {
    if let row = status ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}

extension EditorState {
  /// How the screen is divided now.
  var frame: Frame { Frame(size, isNear: look.isNear) }
}
