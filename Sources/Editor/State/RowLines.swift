import Settee
import SetteeTerminal

extension EditorState {
  /// Some lines of an item: of a long text, those alone are made that are asked for.
  func lines(at index: Int, _ wanted: Range<Int> = 0..<Int.max) -> [Line] {
    guard items.indices.contains(index) else { return [Line()] }
    let id = items[index]
    if case .footer(let group) = id {
      let texts = footerLines(group)
      return texts[wanted.clamped(to: texts.indices)].map {
        let span = Span(String($0), .quiet)
        return look.isRightToLeft ? Line(right: [span]) : Line([span], indent: textIndent)
      }
    }
    let lines =
      switch id {
      case .gap, .cloudGap: [Line()]
      case .heading(let group): [heading(self.group(group)?.title ?? "")]
      case .cloudHeading: [heading(words(.cloud))]
      default: rowLines(id, isFocused: index == focusIndex)
      }
    return Array(lines[wanted.clamped(to: lines.indices)])
  }

  /// How many lines an item has; at least one.
  func lineCount(at index: Int) -> Int {
    guard items.indices.contains(index) else { return 1 }
    // To scroll, the lines of all rows above the focus are counted: nobody need draw them for that.
    let isField = index == focusIndex && mode != nil
    switch items[index] {
    case .footer(let group): return footerLines(group).count
    case .gap, .heading, .cloudGap, .cloudHeading: return 1
    case .row where frame.layout == .wide && !look.isRightToLeft && !isField:
      return 1 + (withControl(of: items[index]) { below($0, value(of: $0)).count } ?? 0)
    default: return lines(at: index).count
    }
  }

  /// The column at which rows' titles begin.
  var textIndent: Int { frame.layout == .wide ? 3 : 2 }

  private func heading(_ title: String) -> Line {
    let indent = frame.layout == .wide ? 1 : 0
    let spans = [Span(look.clip(title, to: size.columns - indent - 1), .heading)]
    return look.isRightToLeft ? Line(right: spans) : Line(spans, indent: indent)
  }

  /// The text below a group in lines of the screen's width.
  private func footerLines(_ group: Int) -> [Substring] {
    guard let footer = self.group(group)?.footer else { return [""] }
    return look.wrap(footer, to: max(size.columns - textIndent - 1, 1))
  }

  private func rowLines(_ id: RowID, isFocused: Bool) -> [Line] {
    guard let face = face(of: id) else { return [Line()] }
    var lines: [Line]
    switch frame.layout {
    case _ where look.isRightToLeft: lines = mirroredRow(face, id)
    case .near, .single: lines = sentence(face, id)
    case .wide: lines = wideRow(face, id)
    }
    if !lines.isEmpty, let outside = withControl(of: id, { $0.outside }) {
      lines[0].link = outside.flatMap(LinkText.safe)
    }
    return isFocused ? lines + (fieldMode?.notes(self) ?? []) : lines
  }

  // MARK: Title at the left, value at the right

  private func wideRow(_ face: RowFace, _ id: RowID) -> [Line] {
    let room = size.columns - 4
    let title = face.boxAndTitle
    let titleColumns = look.columns(of: title, limit: room)
    let valueRoom = max(room - titleColumns - 2, room / 2)
    var line = Line(markSpans(face), indent: 1)
    if id == focused,
      let field = fieldMode?.field(room: title.isEmpty ? room : max(valueRoom, 20), self)
    {
      line.right = field.spans
      line.caret = .right(field.caret)
    } else {
      line.right = valueSpans(face, room: valueRoom)
    }
    let taken = line.right.reduce(0) { $0 + look.columns(of: $1.text) }
    let left = look.clip(title, to: taken == 0 ? room : room - taken - 2)
    line.left.append(Span(left, titleStyle(face)))
    return [line] + face.below.map { Line(look.clip($0, to: room - 2), .quiet, indent: 5) }
  }

  private func titleStyle(_ face: RowFace) -> Style {
    face.marks.contains(.disabled) ? .disabled : face.titleIsKey ? .quiet : .text
  }

  /// The two marks and a blank, before a title.
  private func markSpans(_ face: RowFace) -> [Span] {
    let marks = face.marks
    let first: Span =
      if marks.contains(.managed) {
        Span("#", .managed)
      } else if marks.contains(.staged) {
        Span("+", .modified)
      } else if marks.contains(.modified) { Span("*", .modified) } else { Span(" ") }
    return [first, marks.contains(.unpushed) ? Span("^", .unpushed) : Span(" ")]
  }

  private func valueSpans(_ face: RowFace, room: Int) -> [Span] {
    var spans: [Span] = []
    var left = room
    let tail = valueTail(face)
    left -= tail.reduce(0) { $0 + look.columns(of: $1.text) }
    if let slider = face.slider {
      spans += sliderSpans(slider, face.value, room: left)
    } else {
      let style = face.marks.contains(.disabled) ? Style.disabled : face.valueStyle
      let value = look.clip(face.value, to: left)
      let blanks = min(face.valueColumns, left) - look.columns(of: value)
      spans.append(Span(value + String(repeating: " ", count: max(blanks, 0)), style))
    }
    return (spans + tail).filter { !$0.text.isEmpty }
  }

  private func valueTail(_ face: RowFace) -> [Span] {
    var tail: [Span] = []
    if let author = face.author { tail.append(Span(" (\(author))", .quiet)) }
    if face.marks.contains(.managed) { tail.append(Span(" (\(words(.managed)))", .managed)) }
    if face.marks.contains(.restart) { tail.append(Span(" (\(words(.afterRestart)))", .quiet)) }
    if face.marks.contains(.leads) { tail.append(Span(" \(look.glyphs.more)", .quiet)) }
    return tail
  }

  /// The rail of a slider with its ends, and the number.
  func sliderSpans(_ slider: SliderFace, _ value: String, room: Int) -> [Span] {
    let number = look.clip(value, to: max(room, 1))
    let padded = String(repeating: " ", count: max(7 - look.columns(of: number), 1)) + number
    let glyphs = look.glyphs
    let low = look.clip(slider.low, to: 8)
    let high = look.clip(slider.high, to: 8)
    let taken = look.columns(of: low + high + padded) + 4
    let rail = min(room - taken, 21)
    guard rail >= 5 else { return [Span(number)] }
    let knob = Int((slider.fraction * Double(rail - 1)).rounded())
    let before = String(repeating: glyphs.rail, count: knob)
    let after = String(repeating: glyphs.rail, count: rail - 1 - knob)
    return [
      Span(low + " ", .quiet), Span(glyphs.left + before), Span(glyphs.knob),
      Span(after + glyphs.right), Span(" " + high, .quiet), Span(padded),
    ]
  }

  // MARK: Sentences

  /// `Title: value (changed, not pushed)`, wrapped.
  private func sentence(_ face: RowFace, _ id: RowID) -> [Line] {
    let indent = textIndent
    let columns = max(size.columns - indent - 1, 1)
    if id == focused, let field = fieldMode?.field(room: columns, self) {
      var line = Line(field.spans, indent: indent)
      line.caret = .left(field.caret)
      return [Line(look.clip(face.title, to: columns), titleStyle(face), indent: indent), line]
    }
    let limit = columns * 6
    let text = look.clip(spoken(face), to: limit)
    let lines = look.wrap(text, to: columns).map {
      Line(String($0), titleStyle(face), indent: indent)
    }
    return lines
      + face.below.map { Line(look.clip($0, to: columns - 2), .quiet, indent: indent + 2) }
  }

  /// A row as a sentence: title, value, and its facts in words.
  private func spoken(_ face: RowFace) -> String {
    var text = face.boxAndTitle
    let value = spokenValue(face)
    if !value.isEmpty { text += text.hasSuffix(":") ? " \(value)" : ": \(value)" }
    let facts = spokenFacts(face)
    if !facts.isEmpty { text += " (\(facts.joined(separator: ", ")))" }
    return text
  }

  private func spokenValue(_ face: RowFace) -> String {
    for box in ["[x] ", "[ ] "] where face.value.hasPrefix(box) {
      return String(face.value.dropFirst(box.count))
    }
    return face.value
  }

  private func spokenFacts(_ face: RowFace) -> [String] {
    let marks = face.marks
    var facts: [String] = []
    if marks.contains(.managed) { facts.append(words(.managed)) }
    if marks.contains(.staged) {
      facts.append(words(.stagedWord))
    } else if marks.contains(.modified) {
      facts.append(words(.changed))
    }
    if marks.contains(.unpushed) { facts.append(words(.notPushed)) }
    if marks.contains(.restart) { facts.append(words(.afterRestart)) }
    if marks.contains(.disabled) { facts.append(words(.notNow)) }
    if let author = face.author { facts.append(author) }
    return facts
  }

  // MARK: From right to left

  /// Title and value on lines of their own at the right, for terminals that reorder each line.
  private func mirroredRow(_ face: RowFace, _ id: RowID) -> [Line] {
    let room = size.columns - 4
    let title = face.boxAndTitle
    var first = Line(markSpans(face), indent: 1)
    first.right = [Span(look.clip(title, to: room), titleStyle(face))]
    var lines = [first]
    if id == focused, let field = fieldMode?.field(room: room, self) {
      var line = Line(right: field.spans)
      line.caret = .right(field.caret)
      lines.append(line)
    } else {
      let value = valueSpans(face, room: room)
      if !value.isEmpty { lines.append(Line(right: value)) }
    }
    return lines + face.below.map { Line(right: [Span(look.clip($0, to: room), .quiet)]) }
  }
}
