import SetteeTerminal

extension Look {
  /// A text in lines of so many columns, broken between words, or anywhere in scripts without them.
  func wrap(_ text: String, to columns: Int, lines limit: Int = .max) -> [Substring] {
    var wrapper = Wrapper(text: text, columns: max(columns, 1), lettering: lettering)
    return wrapper.lines(limit)
  }

  /// A text in at most so many lines; the last one ends with an ellipsis where there is more.
  func wrapAndClip(_ text: String, to columns: Int, lines limit: Int) -> [String] {
    let lines = wrap(text, to: columns, lines: limit + 1)
    guard lines.count > limit, limit > 0 else { return lines.map(String.init) }
    let rest = text[lines[limit - 1].startIndex...]
    return lines.prefix(limit - 1).map(String.init) + [clip(String(rest), to: columns)]
  }
}

/// Breaks a text into lines: one walk over its characters.
private struct Wrapper {
  let text: String
  let columns: Int
  let lettering: Lettering
  private var result: [Substring] = []
  private var start: String.Index
  /// Where the line can be broken, and where the next one then begins.
  private var gap: (end: String.Index, next: String.Index)?
  /// The columns from the line's beginning, and from where the next line would begin.
  private var width = 0
  private var widthAfterGap = 0

  init(text: String, columns: Int, lettering: Lettering) {
    self.text = text
    self.columns = columns
    self.lettering = lettering
    start = text.startIndex
  }

  mutating func lines(_ limit: Int) -> [Substring] {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var wasWide = false
    while index < scalars.endIndex, result.count < limit {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if scalar == "\n" || scalar.value == 0x2028 || scalar.value == 0x2029 {
        end(at: index, next: next)
      } else {
        let columns = columns(of: scalar)
        if columns == 2 || wasWide, columns > 0 { noteGap(end: index, next: index) }
        if width + columns > self.columns, scalar != " " { breakLine(before: index) }
        width += columns
        widthAfterGap += columns
        if scalar == " " || scalar == "\t" { noteGap(end: index, next: next) }
        wasWide = columns == 2
      }
      index = next
    }
    if start < text.endIndex, result.count < limit { result.append(text[start...]) }
    return result.isEmpty ? [""] : result
  }

  private mutating func noteGap(end: String.Index, next: String.Index) {
    guard end > start else { return }
    gap = (end, next)
    widthAfterGap = 0
  }

  private mutating func end(at index: String.Index, next: String.Index) {
    result.append(text[start..<index])
    start = next
    (gap, width, widthAfterGap) = (nil, 0, 0)
  }

  private mutating func breakLine(before index: String.Index) {
    if let gap {
      result.append(text[start..<gap.end])
      start = gap.next
      width = widthAfterGap
    } else if index > start {
      result.append(text[start..<index])
      start = index
      width = 0
    }
    gap = nil
    widthAfterGap = width
  }

  private func columns(of scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    if lettering == .unicode {
      return scalar.value < 0x20 && scalar != "\t" ? 0 : TextWidth.columns(of: scalar)
    }
    let columns = TextWidth.columns(of: scalar)
    return columns == 0 ? 0 : PlainLetters.ascii(for: scalar).count
  }
}

/// Long texts of a pane, wrapped once for the screen's width.
struct WrapCache: Sendable {
  private var pane = -1
  private var columns = 0
  private var lines: [Int: [Substring]] = [:]

  /// The lines of a group's text; nil when they are not kept for that width.
  func lines(of group: Int, in pane: Int, columns: Int) -> [Substring]? {
    columns == self.columns && pane == self.pane ? lines[group] : nil
  }

  /// Keeps the lines of a group's text, and forgets those of other panes and widths.
  mutating func keep(_ lines: [Substring], of group: Int, in pane: Int, columns: Int) {
    if columns != self.columns || pane != self.pane { removeAll() }
    self.columns = columns
    self.pane = pane
    self.lines[group] = lines
  }

  /// Forgets everything, when texts or characters change.
  mutating func removeAll() { lines = [:] }
}
