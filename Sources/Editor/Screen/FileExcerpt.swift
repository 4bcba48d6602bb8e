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

    /// The text of the line in the colors of a text editor, except for the marked part.
    var spans: [Span] {
      // More isn't visible on any screen.
      let rest = String(after.prefix(400))
      guard marked.isEmpty else {
        return [Span(before), Span(marked, Style(marked[...].valueStyle.ink, .bold))] + rest.code
      }
      return String((before + rest).prefix(400)).code
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
  /// Long lines are wrapped, or scrolled so that the marked part is visible.
  func drawn(_ look: Appearance, columns: Int, wraps: Bool = false) -> [[Span]] {
    let width = String(lines.last?.number ?? 1).utf8.count
    let room = max(columns - width - 3, 4)
    func side(_ text: String, _ style: Style) -> Span {
      let blanks = String(repeating: " ", count: width - text.utf8.count)
      return Span("\(blanks)\(text) \(look.glyphs.track) ", style)
    }
    return lines.flatMap { line -> [[Span]] in
      let number = String(line.number)
      let whole = line.before + line.marked + line.after
      if error?.line == line.number {
        let caret = (error?.column ?? 1) - 1
        // The text before the error must fit.
        let lead = look.columns(of: String(whole.prefix(caret)))
        let skipped = lead + 2 > room && look.columns(of: whole) > room ? lead + 2 - room : 0
        let text = look.clip(look.scrolled(whole, by: skipped), to: room)
        let column = min(max(lead - skipped, 0), room - 1)
        let pointer = String(repeating: " ", count: width + 3 + column) + "^"
        let style = Style(.bad, .bold)
        return [[side(number, style), Span(text)], [Span(pointer, style)]]
      }
      let need = look.columns(of: line.before) + min(look.columns(of: line.marked), room / 2) + 2
      if wraps, line.marked.isEmpty || need <= room * 6 {
        return look.wrap(line.spans, to: room, lines: 6).enumerated().map { index, spans in
          let whole = [side(index == 0 ? number : "", .rail)] + spans
          return line.marked.isEmpty ? whole : look.highlighted(whole, columns: columns)
        }
      }
      let skipped = need > room && look.columns(of: whole) > room ? need - room : 0
      var shown = line
      shown.before = look.scrolled(line.before, by: skipped)
      return [[side(number, .rail)] + look.clip(shown.spans.filter { !$0.text.isEmpty }, to: room)]
    }
  }

  /// The lines as plain text, with a caret below the position of the error.
  func text(_ look: Appearance) -> [String] {
    drawn(look, columns: 120).map { $0.reduce("") { $0 + $1.text } }
  }
}

extension Appearance {
  /// Returns the spans of a line on a background that covers all columns, if the terminal can show
  /// one that is less prominent than the focused row.
  fileprivate func highlighted(_ spans: [Span], columns: Int) -> [Span] {
    guard depth >= .many, theme.hasColors else { return spans }
    let blanks = String.blanks(max(columns - self.columns(of: spans), 0))
    return (spans + [Span(blanks)]).map { span in
      var span = span
      span.style.surface = .field
      return span
    }
  }
}

extension Substring {
  /// The color of a value without quotation marks, which differs for numbers and Booleans.
  fileprivate var valueStyle: Style {
    let isWord = ["true", "false", "yes", "no", "on", "off", "null"].contains(lowercased())
    return isWord || Double(self) != nil ? Style(.note) : .good
  }
}

extension String {
  /// The text of a settings file in the colors of a text editor: comments, headers of tables, and
  /// values.
  fileprivate var code: [Span] {
    var spans: [Span] = []
    var (text, isValue) = (self[...], false)
    func take(_ count: Int, _ style: Style) {
      spans.append(Span(String(text.prefix(count)), style))
      text = text.dropFirst(count)
    }
    if text.drop(while: { $0 == " " }).first == "[" { return [Span(self, .subheading)] }
    while let first = text.first {
      let isStart = spans.last?.text.last ?? " " == " "
      if isStart, ["#", ";", "//"].contains(where: { text.hasPrefix($0) }) {
        take(text.count, .explanation)
      } else if first == "\"" || first == "'" {
        let count = text.dropFirst().firstIndex(of: first).map { text[...$0].count } ?? text.count
        let isKey = text.dropFirst(count).drop { $0 == " " }.first == ":" && !isValue
        take(count, isKey ? .quiet : .good)
      } else if !isValue, first == "=" || first == ":" {
        isValue = true
        take(1, .quiet)
      } else if " ,[]{}".contains(first) {
        if first == "," || first == "{" { isValue = false }
        take(1, .quiet)
      } else {
        let end = isValue ? " ,]}" : " =:,]}"
        let word = text.prefix { !end.contains($0) }
        take(max(word.count, 1), isValue ? word.valueStyle : .quiet)
      }
    }
    return spans
  }
}
