import SetteeTerminal
import Synchronization

extension Appearance {
  func columns(of text: String, limit: Int = 1000) -> Int {
    if let count = Appearance.plainCount(text, limit: limit) { return count }
    var sum = 0
    lettering.forEachGlyph(of: Appearance.beginning(of: text, columns: limit)) { glyph in
      sum += Int(glyph.width)
      return sum <= limit
    }
    return sum
  }

  func columns(of spans: [Span]) -> Int { spans.reduce(0) { $0 + columns(of: $1.text) } }

  /// Returns the indices of the pieces of text, such as key hints, that fit in a line.
  ///
  /// If not all pieces fit, those with a lower rank are preferred. The width of each piece includes
  /// a separator of two columns.
  static func fitting(_ pieces: [(rank: Int, columns: Int)], room: Int) -> [Int] {
    var left = room + 2
    let order = pieces.indices.sorted { (pieces[$0].rank, $0) < (pieces[$1].rank, $1) }
    let kept = order.filter { index in
      guard pieces[index].columns <= left else { return false }
      left -= pieces[index].columns
      return true
    }
    return kept.sorted()
  }

  /// Returns a text that fits in a number of columns, with an ellipsis at its end if it had to be
  /// truncated.
  func clip(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    if Appearance.plainCount(text, limit: columns) != nil { return text }
    guard self.columns(of: text, limit: columns) > columns else {
      return Appearance.beginning(of: text, columns: columns)
    }
    let ellipsis = glyphs.ellipsis
    let room = columns - self.columns(of: ellipsis)
    guard room > 0 else { return String(repeating: ".", count: columns) }
    return prefix(of: text, columns: room) + ellipsis
  }

  /// Returns the spans, of which the last one is truncated with an ellipsis if they don't fit.
  func clip(_ spans: [Span], to columns: Int) -> [Span] {
    var (left, result): (Int, [Span]) = (columns, [])
    for span in spans where left > 0 {
      result.append(Span(clip(span.text, to: left), span.style, span.press))
      left -= self.columns(of: span.text)
    }
    return result
  }

  /// Returns the text without its first columns, which an ellipsis replaces.
  func scrolled(_ text: String, by columns: Int) -> String {
    columns > 0 ? clipStart(text, to: max(self.columns(of: text) - columns, 1)) : text
  }

  /// Returns the text, which is truncated at its start with an ellipsis if it doesn't fit.
  func clipStart(_ text: String, to columns: Int) -> String {
    let total = self.columns(of: text, limit: 4000)
    guard total > columns else { return text }
    let skipped = total - columns + self.columns(of: glyphs.ellipsis)
    var sum = 0
    var rest = ""
    lettering.forEachGlyph(of: text) { glyph in
      if sum >= skipped { rest += glyph.text }
      sum += Int(glyph.width)
      return true
    }
    return clip(glyphs.ellipsis + rest, to: columns)
  }

  /// Returns a path whose first directories are replaced by an ellipsis if they don't fit, such as
  /// `…/org.settee.mail.plist`.
  func clipPath(_ path: String, to columns: Int) -> String {
    let text = clipStart(path, to: columns)
    guard text != path, let slash = text.firstIndex(of: "/") else { return text }
    return glyphs.ellipsis + text[slash...]
  }

  func prefix(of text: String, columns: Int) -> String {
    var sum = 0
    var result = ""
    lettering.forEachGlyph(of: Appearance.beginning(of: text, columns: columns)) { glyph in
      sum += Int(glyph.width)
      guard sum <= columns else { return false }
      result += glyph.text
      return true
    }
    return result
  }

  /// Returns the width of a text if it consists of a few printable ASCII characters, or `nil` for
  /// any other text.
  ///
  /// This fast path handles most of the text that the editor draws.
  private static func plainCount(_ text: String, limit: Int) -> Int? {
    guard text.utf8.count <= limit else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil
    }
  }

  /// Returns the beginning of a text, which is long enough to fill a number of columns.
  ///
  /// Limiting the length avoids slow work on characters with an excessive number of combining
  /// marks.
  private static func beginning(of text: String, columns: Int) -> String {
    let scalars = (columns + 1) * 8
    guard text.utf8.count > scalars else { return text }
    return String(text.unicodeScalars.prefix(scalars))
  }

  /// Breaks text into lines between words, or at any character in scripts without spaces, such as
  /// Chinese.
  func wrap(_ text: String, to columns: Int, lines limit: Int = .max) -> [Substring] {
    if limit > 0, Appearance.plainCount(text, limit: columns) != nil { return [text[...]] }
    var wrapper = Wrapper(text: text, columns: max(columns, 1), lettering: lettering)
    guard limit == .max, text.utf8.count >= 1000 else { return wrapper.lines(limit) }
    return Wrapper.latest.withLock { latest in
      let known = latest.first {
        $0.asked.columns == wrapper.columns && $0.asked.lettering == lettering
          && $0.asked.text == text
      }
      if let known { return known.lines }
      let (asked, lines) = (wrapper, wrapper.lines(.max))
      latest = latest.suffix(3) + [(asked, lines)]
      return lines
    }
  }

  /// Breaks styled text into a limited number of lines and preserves the styles.
  func wrap(_ spans: [Span], to columns: Int, lines limit: Int) -> [[Span]] {
    let text = clip(spans.reduce("") { $0 + $1.text }, to: columns * limit)
    var rest = spans[...]
    // Track how much of the first remaining span is used, and where the next line starts.
    var (taken, position) = (0, 0)
    return wrap(text, to: columns).map { line in
      let start = text.utf8.distance(from: text.startIndex, to: line.startIndex)
      var pieces: [Span] = []
      let end = start + line.utf8.count
      while position < end, let first = rest.first {
        let length = first.text.utf8.count - taken
        let piece = text.utf8[max(position, start), min(position + length, end)]
        if !piece.isEmpty { pieces.append(Span(piece, first.style, first.press)) }
        guard position + length <= end else {
          taken += end - position
          position = end
          break
        }
        position += length
        (rest, taken) = (rest.dropFirst(), 0)
      }
      return pieces
    }
  }

  /// Breaks text into lines and keeps at most `limit` lines.
  ///
  /// The last line ends with an ellipsis if some of the text was omitted.
  func wrapAndClip(_ text: String, to columns: Int, lines limit: Int) -> [String] {
    let lines = wrap(text, to: columns, lines: limit + 1)
    guard lines.count > limit, limit > 0 else { return lines.map(String.init) }
    let rest = text[lines[limit - 1].startIndex...]
    return lines.prefix(limit - 1).map(String.init) + [clip(String(rest), to: columns)]
  }
}

/// A line breaker that reads each character of a text only once.
private struct Wrapper {
  /// A cache that contains the lines of the long texts that were wrapped most recently.
  ///
  /// The cache pays off because moving the caret requires the same lines about a dozen times.
  /// Without the cache, a key press in a text of 80,000 characters takes 12 ms.
  static let latest = Mutex<[(asked: Wrapper, lines: [Substring])]>([])

  let text: String
  let columns: Int
  let lettering: GlyphSet
  private var result: [Substring] = []
  private var start: String.Index
  /// The last position in the text where the line can be broken.
  ///
  /// The position consists of the end of one line and the start of the next line, without the space
  /// between them.
  private var gap: (end: String.Index, next: String.Index)?
  /// The width of the current line, and the width of the text since the last possible line break.
  private var width = 0
  private var widthAfterGap = 0

  init(text: String, columns: Int, lettering: GlyphSet) {
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
      return scalar.value < 0x20 && scalar != "\t" ? 0 : scalar.columns
    }
    let columns = scalar.columns
    return columns == 0 ? 0 : scalar.asciiText.count
  }
}

extension String {
  /// Returns a number of spaces.
  ///
  /// Creating them from an array of bytes is faster than `String(repeating:count:)`.
  static func blanks(_ count: Int) -> String {
    String(decoding: [UInt8](repeating: 0x20, count: count), as: UTF8.self)
  }
}

extension String.UTF8View {
  /// Returns the text between two byte offsets, or an empty string if an offset is inside a
  /// character.
  fileprivate subscript(start: Int, end: Int) -> String {
    guard start < end else { return "" }
    return String(dropFirst(start).prefix(end - start)) ?? ""
  }
}
