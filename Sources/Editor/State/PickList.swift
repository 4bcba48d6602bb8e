/// A list to pick from: entries, a filter that every letter goes into, and the focused entry.
struct PickList<ID: Sendable & Equatable>: Sendable {
  /// One entry.
  struct Entry: Sendable {
    /// What is picked.
    let id: ID
    /// What is read.
    let title: String
    /// What stands at the right, such as a key.
    let detail: String
    /// The title as the filter compares it.
    fileprivate let folded: [UInt8]

    init(_ id: ID, _ title: String, detail: String = "") {
      self.id = id
      self.title = title
      self.detail = detail
      folded = Folding.fold(title, limit: 400)
    }
  }

  /// Every entry.
  let entries: [Entry]
  /// What is typed.
  private(set) var filter = LineText()
  /// The entries that the filter leaves, best first.
  private(set) var shown: [Int]
  /// The focused one of the shown entries.
  private(set) var focus: Int
  /// The first entry on the screen.
  private(set) var top = 0

  init(_ entries: [Entry], focus: Int = 0) {
    self.entries = entries
    shown = Array(entries.indices)
    self.focus = entries.indices.contains(focus) ? focus : 0
  }

  /// The focused entry; nil where the filter leaves none.
  var focused: Entry? {
    shown.indices.contains(focus) ? entries[shown[focus]] : nil
  }

  /// Moves the focus.
  mutating func move(by count: Int) {
    focus = min(max(focus + count, 0), max(shown.count - 1, 0))
  }

  /// Puts the focus on a shown entry.
  mutating func focus(on index: Int) { move(by: index - focus) }

  /// Changes the filter and filters anew; the focused entry stays focused while it is shown.
  mutating func edit(_ change: (inout LineText) -> Void) {
    let old = filter.text
    change(&filter)
    guard filter.text != old else { return }
    let pattern = Folding.fold(filter.text, limit: 100)
    let scored = entries.indices.compactMap { index in
      Fuzzy.score(pattern, in: entries[index].folded).map { (index, $0) }
    }
    shown = pattern.isEmpty ? Array(entries.indices) : scored.sorted(by: Self.better).map(\.0)
    focus = 0
  }

  private static func better(_ left: (Int, Int), _ right: (Int, Int)) -> Bool {
    left.1 == right.1 ? left.0 < right.0 : left.1 > right.1
  }

  /// Scrolls so that the focus stands within so many rows.
  mutating func settle(rows: Int) {
    top = Scrolling.top(top, focus: focus, count: shown.count, rows: rows)
  }
}

/// Where a list has to begin so that its focus is on the screen.
enum Scrolling {
  /// The first entry on the screen, moved no more than needed.
  static func top(_ top: Int, focus: Int, count: Int, rows: Int) -> Int {
    let rows = max(rows, 1)
    let wanted = min(max(top, focus - rows + 1), focus)
    return max(min(wanted, count - rows), 0)
  }
}
