import Settee
import SetteeTerminal

extension EditorState {
  /// What is edited in place, with the columns before the caret.
  struct Field: Sendable {
    var spans: [Span]
    var caret: Int
  }

  /// Whether an item is the one that is edited in place.
  func isEditing(_ id: RowID) -> Bool {
    guard id == focused else { return false }
    switch mode {
    case .text, .slider, .date: return true
    default: return false
    }
  }

  /// The field of what is edited in place.
  func field(room: Int) -> Field? {
    switch mode {
    case .text(let editing): textField(editing, room: room)
    case .slider(let adjusting): sliderField(adjusting, room: room)
    case .date(let editing): dateField(editing)
    default: nil
    }
  }

  private func textField(_ editing: TextEditing, room: Int) -> Field {
    let isHidden = editing.target.control.isSecure && !editing.isRevealed
    let bullet = Character(look.glyphs.bullet)
    let characters =
      isHidden ? editing.line.characters.map { _ in bullet } : editing.line.characters
    let width = max(min(room - 2, 40), 3)
    let (text, caret) = window(characters, caret: editing.line.caret, columns: width)
    let blank = max(width - look.columns(of: text), 0)
    let spans = [
      Span("[", .key), Span(text, .field), Span(String(repeating: "_", count: blank), .quiet),
      Span("]", .key),
    ]
    return Field(spans: spans, caret: caret + 1)
  }

  /// The part of a line that a field shows: the caret is in it, and as much before it as fits.
  func window(_ characters: [Character], caret: Int, columns: Int) -> (String, Int) {
    var start = caret
    var before = 0
    // One column stays free for the caret at the end.
    while start > 0 {
      let width = look.columns(of: String(characters[start - 1]))
      guard before + width < columns else { break }
      before += width
      start -= 1
    }
    // A window of one column has none left for text.
    let end = min(start + max(columns, 0), characters.count)
    return (look.prefix(of: String(characters[start..<end]), columns: columns), before)
  }

  private func sliderField(_ adjusting: Adjusting, room: Int) -> Field {
    let control = adjusting.target.control
    var face = RowFace(title: "")
    let low = control.bounds.minimum ?? 0
    let high = control.bounds.maximum ?? 1
    face.fraction = high > low ? min(max((adjusting.shown - low) / (high - low), 0), 1) : 0
    face.ends = (
      control.endLabels.minimum ?? Number.text(low), control.endLabels.maximum ?? Number.text(high)
    )
    let unit = control.bounds.unit.map { " " + $0 } ?? ""
    face.value = (adjusting.typed?.text ?? Number.text(adjusting.number)) + unit
    let range = "  (\(Number.text(low)) - \(Number.text(high)))"
    var left = room - look.columns(of: range)
    var spans = sliderSpans(face.fraction ?? 0, face, room: &left)
    // The number is the field: it stands last.
    if let number = spans.popLast() { spans.append(Span(number.text, .field)) }
    let caret = spans.reduce(0) { $0 + look.columns(of: $1.text) } - look.columns(of: unit)
    spans.append(Span(range, .quiet))
    return Field(spans: spans, caret: caret)
  }

  private func dateField(_ editing: DateEditing) -> Field {
    var spans = [Span("[", .key)]
    var caret = 0
    for field in editing.fields {
      let isCurrent = field == editing.field
      if isCurrent { caret = spans.reduce(0) { $0 + look.columns(of: $1.text) } }
      let shown =
        isCurrent && !editing.typed.isEmpty ? editing.typed : editing.moment.text(of: field)
      spans.append(Span(shown, isCurrent ? .field : .value))
      if field != editing.fields.last { spans.append(Span(field.separator)) }
    }
    spans.append(Span("]", .key))
    return Field(spans: spans, caret: caret)
  }

  /// The lines below a row that is edited in place: what is wrong or allowed, and what was there.
  func editingLines(_ before: Int) -> [Line] {
    switch mode {
    case .text(let editing): notes(editing)
    case .slider(let adjusting):
      notes(refusal: nil, hint: nil, foreign: adjusting.foreign, was: nil)
    case .date(let editing): notes(refusal: nil, hint: nil, foreign: editing.foreign, was: nil)
    default: []
    }
  }

  private func notes(_ editing: TextEditing) -> [Line] {
    let control = editing.target.control
    let isSecret = control.isSecure
    let was = editing.isChanged && !isSecret && !editing.original.isEmpty ? editing.original : nil
    let offered = editing.completions.prefix(4).joined(separator: "  ")
    let advice = words.advice(on: editing.line.text, in: control)
    let allowed = control.hasRules ? words.allowed(control) : nil
    let hint = editing.completions.isEmpty ? advice ?? allowed : offered
    let foreign = isSecret ? editing.foreign.map { _ in "" } : editing.foreign
    var lines = notes(refusal: editing.refusal, hint: hint, foreign: foreign, was: was)
    // After an error the cursor goes to the sentence, so that a screen reader reads it.
    if editing.isRefused, let row = lines.indices.last(where: { lines[$0].left[0].role == .error })
    {
      lines[row].caret = .left(0)
    }
    return lines
  }

  private func notes(refusal: String?, hint: String?, foreign: String?, was: String?) -> [Line] {
    let indent = textIndent + 2
    let columns = max(size.columns - indent - 1, 1)
    var lines: [Line] = []
    if let foreign {
      let text = "! " + words(.changedMeanwhile, look.clip(foreign, to: 30))
      lines += look.wrap(text, to: columns).map { Line(String($0), .error, indent: indent) }
    }
    let first = refusal.map { "! " + $0 } ?? hint ?? ""
    guard !first.isEmpty || was != nil else { return lines }
    let role = refusal == nil ? Role.quiet : .error
    // As much as is seen below the row and its field.
    let room = min(max(listRows - 2, 1), 3)
    var wrapped = look.wrapAndClip(first, to: columns, lines: room).map {
      Line($0, role, indent: indent)
    }
    if let was {
      let text = words(.was, look.clip(was, to: 30))
      let taken = look.columns(of: first) + look.columns(of: text) + 3
      if wrapped.count == 1, taken <= columns {
        wrapped[0].right = [Span(text, .quiet)]
      } else {
        wrapped.append(Line(look.clip(text, to: columns), .quiet, indent: indent))
      }
    }
    return lines + wrapped
  }
}

extension DateEditing {
  /// The fields that the row asks for.
  var fields: [CalendarMoment.Field] { target.control.picker.mode.fields }
}

extension DatePicker.Mode {
  /// The fields of a moment that are asked for.
  var fields: [CalendarMoment.Field] {
    switch self {
    case .date: [.year, .month, .day]
    case .time: [.hour, .minute]
    case .dateAndTime: [.year, .month, .day, .hour, .minute]
    }
  }
}

extension CalendarMoment.Field {
  /// What stands behind the field.
  var separator: String {
    switch self {
    case .year, .month: "-"
    case .day: " "
    case .hour, .minute: ":"
    }
  }
}

extension Control {
  /// Whether there is anything to say of what a field accepts.
  fileprivate var hasRules: Bool {
    switch input.type {
    case .string, .path: rules != TextRules()
    case .integer, .real, .list: true
    }
  }
}
