import Settee
import SetteeTerminal

/// Some lines of a settings file, with a part of them marked.
struct FileExcerpt: Sendable, Equatable {
  struct ExcerptLine: Sendable, Equatable {
    /// The number of the line, starting with 1.
    var number: Int
    /// The text before, in, and after the marked part.
    var before: String
    var marked = ""
    var after = ""

    /// The style of a line without a marked part: the header of a table, a comment, or other text.
    var style: Style {
      let text = (before + after).drop { $0 == " " }
      if text.hasPrefix("[") { return .text }
      return ["#", ";", "//"].contains { text.hasPrefix($0) } ? .explanation : .quiet
    }
  }

  var lines: [ExcerptLine]
  /// The position of an error, which is shown as a caret below its line, or `nil` if there is none.
  var error: (line: Int, column: Int)?

  static func == (left: FileExcerpt, right: FileExcerpt) -> Bool {
    left.lines == right.lines && left.error?.line == right.error?.line
      && left.error?.column == right.error?.column
  }

  /// The maximum number of bytes of a line that are shown.
  private static let longest = 2000

  /// Creates an excerpt around a range of bytes, with some lines before and after it.
  ///
  /// Of a value that spans many lines, only the first lines are shown. The closure `hides` returns
  /// whether a line contains a secret, which is masked.
  init(
    _ bytes: [UInt8], marking range: Range<Int>, context: Int = 3, limit: Int = 9,
    hides: (Int) -> Bool = { _ in false }
  ) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    if starts.count > 1, starts.last == bytes.count { starts.removeLast() }
    let first = (starts.firstIndex { $0 > range.lowerBound } ?? starts.count) - 1
    let last = (starts.firstIndex { $0 >= max(range.upperBound, 1) } ?? starts.count) - 1
    let top = max(first - context, 0)
    let end = min(max(last, first) + context + 1, starts.count, top + limit)
    lines = (top..<max(end, top)).map { index in
      let start = starts[index]
      let next = index + 1 < starts.count ? starts[index + 1] : bytes.count
      let stop = min(next, start + FileExcerpt.longest)
      func text(_ lower: Int, _ upper: Int) -> String {
        let part = bytes[min(max(lower, start), stop)..<min(max(upper, lower, start), stop)]
        return LineText.oneLine(
          String(decoding: part.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
      }
      if hides(index + 1) { return ExcerptLine(number: index + 1, before: "********") }
      return ExcerptLine(
        number: index + 1, before: text(start, range.lowerBound),
        marked: text(range.lowerBound, range.upperBound),
        after: text(max(range.upperBound, start), stop))
    }
  }

  /// Returns an excerpt with at most the specified number of lines, around the first marked line.
  func around(_ count: Int) -> FileExcerpt {
    let first = lines.firstIndex { !$0.marked.isEmpty } ?? 0
    let top = max(min(first - count / 3, lines.count - count), 0)
    var excerpt = self
    excerpt.lines = Array(lines[top...].prefix(count))
    return excerpt
  }

  /// Creates an excerpt around the position of a syntax error.
  init?(
    _ bytes: [UInt8], errorAt line: Int, column: Int, hides: (Int) -> Bool = { _ in false }
  ) {
    guard line > 0 else { return nil }
    var (start, number) = (0, 1)
    while number < line, start < bytes.count {
      if bytes[start] == 0x0A { number += 1 }
      start += 1
    }
    self.init(bytes, marking: start..<start, context: 2, hides: hides)
    if let last = lines.last, last.number < line {
      // The error is at the end of the file, after its last line.
      error = (last.number, (last.before + last.marked + last.after).count + 1)
    } else {
      error = (line, max(column, 1))
    }
  }
}

extension FileExcerpt {
  /// Returns the lines as they are drawn, with their numbers.
  ///
  /// Long lines are scrolled so that the marked part is visible.
  func drawn(_ look: Appearance, columns: Int) -> [[Span]] {
    let width = String(lines.last?.number ?? 1).utf8.count
    let room = max(columns - width - 3, 4)
    return lines.flatMap { line -> [[Span]] in
      let number = String(line.number)
      let blanks = String(repeating: " ", count: width - number.utf8.count)
      let isFaulty = error?.line == line.number
      let side = Span(
        "\(blanks)\(number) \(look.glyphs.track) ", isFaulty ? Style(.bad, .bold) : .rail)
      let caret = isFaulty ? (error?.column ?? 1) - 1 : 0
      let whole = line.before + line.marked + line.after
      // The text before the marked part, or before the error, must fit.
      let lead = isFaulty ? String(whole.prefix(caret)) : line.before
      let need = look.columns(of: lead) + min(look.columns(of: line.marked), room / 2) + 2
      let skipped = need > room && look.columns(of: whole) > room ? need - room : 0
      func cut(_ text: String, _ columns: Int) -> String {
        columns > 0 ? look.clipStart(text, to: max(look.columns(of: text) - columns, 1)) : text
      }
      let before = cut(isFaulty ? whole : line.before, skipped)
      let spans =
        isFaulty
        ? [Span(before)]
        : [
          Span(before, line.marked.isEmpty ? line.style : .text), Span(line.marked, .key),
          Span(line.after, line.marked.isEmpty ? line.style : .quiet),
        ]
      let text = look.clip(spans.filter { !$0.text.isEmpty }, to: room)
      guard isFaulty else { return [[side] + text] }
      let column = min(max(look.columns(of: lead) - skipped, 0), room - 1)
      let pointer = String(repeating: " ", count: width + 3 + column) + "^"
      return [[side] + text, [Span(pointer, Style(.bad, .bold))]]
    }
  }

  /// The lines as plain text, with a caret below the position of the error.
  func text(_ look: Appearance) -> [String] {
    drawn(look, columns: 120).map { $0.reduce("") { $0 + $1.text } }
  }
}
