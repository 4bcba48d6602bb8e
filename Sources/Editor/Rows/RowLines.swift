import Settee
import SetteeTerminal

extension EditorState {
  /// Returns the lines of a row or another item that are within a range.
  ///
  /// If the item is a long text, only the lines within the range are created.
  func lines(at index: Int, _ wanted: Range<Int> = 0..<Int.max) -> [Line] {
    guard items.indices.contains(index) else { return [Line()] }
    let id = items[index]
    if let text = text(of: id) {
      let texts = textLines(text)
      var isNote = false
      if case .footer = id { isNote = true }
      let shown = wanted.clamped(to: texts.indices)
      return zip(shown, texts[shown]).map { number, text in
        let isLast = number == texts.count - 1
        let shown = String(text)
        guard !isNote else { return [Span(shown, .explanation)].aligned(look, indent: textIndent) }
        // A section inside of another one is indented instead of repeating its title.
        let nesting = nesting(of: id)
        let parent = number == 0 && nesting > 0 ? id.group.flatMap(parentTitle) ?? "" : ""
        let style: Style = nesting > 0 ? .subheading : .heading
        let spans = [Span(String(shown.dropFirst(parent.count)), style)]
        return isLast
          ? heading(spans, nesting: nesting) : spans.aligned(look, indent: textIndent + nesting)
      }
    }
    let lines = rowLines(id, isFocused: index == focusIndex)
    return Array(lines[wanted.clamped(to: lines.indices)])
  }

  func lineCount(at index: Int) -> Int {
    guard items.indices.contains(index) else { return 1 }
    // Count the lines of rows above the focused row without rendering them, because scrolling does
    // this often.
    let isField = index == focusIndex && fieldDialog != nil
    if let text = text(of: items[index]) { return textLines(text).count }
    switch items[index] {
    case .gap: return 1
    case .row(let group, let row)
    where conflicts.isEmpty && frame.layout == .wide && !look.isRightToLeft && !isField
      && document.has(RowPlace(pane: place.pane, group: group, index: row)):
      // Access the properties by the index of the control, because a closure would copy the control.
      let rows = document.panes[place.pane].groups[group].controls
      let title = rows[row].title ?? rows[row].key ?? rows[row].type ?? ""
      let isShort =
        rows[row].subtitle == nil && rows[row].readOnlyReason == nil
        && title.utf8.count <= ScreenLayout.titles.lowerBound
      return isShort ? 1 : lines(at: index).count
    default: return lines(at: index).count
    }
  }

  /// The column in which the titles of the rows start.
  var textIndent: Int { hasMarkColumns ? 4 : stripIndent }

  /// The column in which the texts below the list start.
  var stripIndent: Int { frame.layout == .wide ? 4 : 2 }

  /// A Boolean value that indicates whether sentences have columns for the markers at the start of the
  /// line, as rows with columns have.
  private var hasMarkColumns: Bool {
    frame.layout == .near && size.columns >= 36 && showsMarks && home == nil && document.hasDefaults
      && !look.isRightToLeft
  }

  /// The column in which the values of the rows and the text below them start.
  var valueIndent: Int {
    guard frame.layout == .wide, !look.isRightToLeft else { return textIndent + 2 }
    return frame.valueColumn(document.titleColumns(of: place.pane, look.lettering))
  }

  var valueColumn: Int { frame.pane.lowerBound + valueIndent }

  private func width(from column: Int) -> Int { max(frame.pane.count - column - 1, 1) }

  /// Returns the text of a heading or of a footer, or `nil` for any other item.
  func text(of id: RowID) -> String? {
    switch id {
    case .heading(let group), .item(let group): self.group(group)?.title
    case .footer(let group): self.group(group)?.footer
    case .cloudHeading: words(.cloud)
    default: nil
    }
  }

  /// Returns the beginning of a section's title that names an earlier section of the page.
  func parentTitle(of group: Int) -> String? { document.parentTitle(of: group, in: place.pane) }

  /// Returns the line of a heading, with a rule that carries the eye to the other edge.
  ///
  /// The heading of a nested section has no rule.
  func heading(_ spans: [Span], nesting: Int = 0) -> Line {
    let indent = textIndent + nesting
    let room = width(from: indent) - look.columns(of: spans) - 1
    guard frame.layout == .wide, nesting == 0, room > 1 else {
      return spans.aligned(look, indent: indent)
    }
    let rule = Span(String(repeating: look.glyphs.rule, count: room), .rule)
    return look.isRightToLeft
      ? Line(right: [rule, Span(" ")] + spans)
      : Line(spans + [Span(" "), rule], indent: indent)
  }

  private func textLines(_ text: String) -> [Substring] {
    let room = min(width(from: textIndent), ScreenLayout.text)
    // Short text always fits in one line, so avoid wrapping it.
    let isShort = text.utf8.count <= room && !text.utf8.contains(0x0A)
    return isShort ? [text[...]] : look.wrap(text, to: room)
  }

  private func rowLines(_ id: RowID, isFocused: Bool) -> [Line] {
    guard let face = face(of: id) else { return [Line()] }
    let field = isFocused ? fieldDialog : nil
    var lines: [Line]
    switch frame.layout {
    case _ where look.isRightToLeft: lines = mirroredRow(face, field)
    case .near, .single: lines = sentence(face, field)
    case .wide: lines = columnRow(face, field, nesting: nesting(of: id) * 2)
    }
    if case .link = face.form, !lines.isEmpty, let outside = withControl(of: id, { $0.url }) {
      lines[0].link = outside.flatMap(\.safeLink)
    }
    if let field { lines += field.notes(self) }
    lines += errorLines(id)
    return lines
  }

  /// Returns the lines of the file around its syntax error, with a caret below the position.
  private func errorLines(_ id: RowID) -> [Line] {
    guard let excerpt = document.errorExcerpt(of: id) else { return [] }
    let columns = width(from: textIndent)
    let lines =
      [Line()] + excerpt.drawn(look, columns: columns).map { Line($0, indent: textIndent) }
    return lines.map { line in
      var line = line
      line.isNote = true
      return line
    }
  }

  // MARK: Columns

  /// The columns by which an item is indented because its section belongs to another one.
  private func nesting(of id: RowID) -> Int {
    let isNested = frame.layout == .wide && id.group.flatMap(parentTitle) != nil
    return isNested ? ScreenLayout.nesting : 0
  }

  private func columnRow(
    _ face: RowModel, _ field: (any EditingDialog)?, nesting: Int
  ) -> [Line] {
    let column = valueIndent
    var before = markSpans(face)
    before.append(Span(.blanks(1 + nesting)))
    before += leadSpans(face)
    let start = 1 + look.columns(of: before)
    let titles = look.wrap(buttonTitle(face), to: min(width(from: start), ScreenLayout.text))
    var lines = titles.enumerated().map { number, title in
      let span = Span(String(title), titleStyle(face), isTitleAct(face) ? .activate : nil)
      guard number == 0 else { return Line([span], indent: start) }
      return Line(before + withSection(span, face), indent: 1)
    }
    let end = start + look.columns(of: String(titles[0]))
    var gap = column - end
    var value = Line(valueSpans(face, room: width(from: column)))
    if let field = field?.field(room: width(from: column), self) {
      value = Line(field.spans)
      value.caret = field.caret
    } else if face.opensPane ? gap < 2 : !face.isLabeled && (gap < 2 || !leadSpans(face).isEmpty) {
      // The text after the title is a note rather than a value, so a gap of two columns is enough.
      gap = 2
    }
    if !value.left.isEmpty {
      let isClipped = face.isLabeled && !face.opensPane
      let fits = isClipped || end + gap + look.columns(of: value.left) < frame.pane.count
      if titles.count == 1, gap >= 2, fits {
        lines[0].left.append(Span(.blanks(gap)))
        lines[0].left += value.left
        lines[0].caret = value.caret.map { end - 1 + gap + $0 }
      } else {
        value.indent = column
        lines.append(value)
      }
    }
    if field == nil, face.key != nil || face.comment != nil {
      let left = look.columns(of: lines[0].left) + lines[0].indent
      if let key = keySpan(face, room: frame.pane.count - left - 3) {
        lines[0].right = [key]
      } else if titles.count == 1, let comment = face.comment {
        lines[0].left += commentSpans(comment, after: left)
      }
    }
    lines += subtitleLines(face, indent: column)
    return lines
  }

  /// Returns the comment of a row.
  ///
  /// The comment is omitted if there is too little room for its beginning. The help has all of it.
  private func commentSpans(_ comment: String, after end: Int) -> [Span] {
    let text = look.clip(comment, to: width(from: end + 2))
    guard text == comment || look.columns(of: text) >= 12 else { return [] }
    return [Span("  "), Span(text, .explanation)]
  }

  /// Returns a title whose section, if it has one, is less prominent than the rest.
  private func withSection(_ title: Span, _ face: RowModel) -> [Span] {
    guard !face.section.isEmpty, title.text.hasPrefix(face.section) else { return [title] }
    let rest = String(title.text.dropFirst(face.section.count))
    return [Span(face.section, .quiet), Span(rest, title.style)]
  }

  private func subtitleLines(_ face: RowModel, indent: Int) -> [Line] {
    if let conflict = face.conflict { return sideLines(conflict, indent: indent) }
    guard let subtitle = face.subtitle else { return [] }
    return look.wrapAndClip(subtitle, to: min(width(from: indent), ScreenLayout.text), lines: 10)
      .map { text in
        var line = Line(text, .explanation, indent: indent)
        line.isNote = true
        return line
      }
  }

  /// Returns a line for each side of a conflict, which are highlighted together with their row.
  private func sideLines(_ conflict: PushRow, indent: Int) -> [Line] {
    let sides = sides(of: conflict)
    let widest = sides.map { look.columns(of: $0.label) }.max() ?? 0
    return sides.enumerated().map { number, side in
      let gap = String(repeating: " ", count: widest + 2 - look.columns(of: side.label))
      let author = number == 0 ? "" : conflict.author ?? ""
      let spans = [
        Span(side.label + gap, Style(number == 0 ? .warn : .note)), Span(side.value),
        Span(author.isEmpty ? "" : "  "), Span(author, .quiet),
      ]
      return Line(
        look.clip(spans.filter { !$0.text.isEmpty }, to: width(from: indent)), indent: indent)
    }
  }

  private func titleStyle(_ face: RowModel) -> Style {
    if case .button = face.form {
      let style = Style(face.marks.contains(.disabled) ? .off : .text, .bold)
      return look.hasPills ? Style(style.ink, on: .field, .bold) : style
    }
    if case .problem = face.form { return .error }
    return face.marks.contains(.disabled) ? .disabled : face.titleStyle
  }

  /// Returns the key to show at the end of a row, or `nil` if the row has no key or no room for it.
  ///
  /// In right-to-left text, the key is next to the title instead.
  private func keySpan(_ face: RowModel, room: Int) -> Span? {
    guard let key = face.key, room >= look.columns(of: key) else { return nil }
    return Span(key, face.marks.contains(.disabled) ? .disabled : .quiet)
  }

  private func buttonTitle(_ face: RowModel) -> String {
    if case .button = face.form { look.button(face.title) } else { face.title }
  }

  private func isTitleAct(_ face: RowModel) -> Bool {
    switch face.form {
    case .button, .option: true
    default: false
    }
  }

  // MARK: Sentences

  /// Returns a row as a sentence that is wrapped into lines, such as
  /// `Title: value (changed, not pushed)`.
  private func sentence(_ face: RowModel, _ field: (any EditingDialog)?) -> [Line] {
    let room = width(from: textIndent)
    if let field = field?.field(room: room, self) {
      var line = Line(field.spans, indent: textIndent)
      line.caret = field.caret
      return [Line(look.clip(face.title, to: room), titleStyle(face), indent: textIndent), line]
    }
    var spans = leadSpans(face) + withSection(Span(face.title, titleStyle(face)), face)
    let value = showsMarks ? shortValue(face) : [spokenValue(face)]
    let text = value.map(\.text).joined()
    if !text.isEmpty, face.isLabeled {
      spans += [Span(face.title.hasSuffix(":") ? " " : ": ")] + value
    }
    var facts = (face.isLabeled || text.isEmpty ? [] : [text]) + spokenFacts(face)
    var opens = false
    if showsMarks {
      if case .pane = face.form { opens = true }
      if case .list = face.form { opens = true }
      let shown = markWords(face) + (opens ? typeWords(face) : [])
      facts.removeAll { shown.contains($0) }
    }
    if !facts.isEmpty { spans.append(Span(" (\(facts.joined(separator: ", ")))", .quiet)) }
    let moreStyle = face.marks.contains(.disabled) ? Style.disabled : .knob
    if opens { spans.append(Span(" " + look.glyphs.more, moreStyle)) }
    // Without columns for them, the markers are at the right edge, where they are easy to find.
    let marks = showsMarks ? markSpans(face) : []
    let isMarked = marks.contains { $0.text != " " }
    let left = isMarked && !hasMarkColumns ? room - look.columns(of: marks) : room
    // Indent the lines after the first one, so that they don't look like other settings.
    var pieces = look.wrap(spans, to: left, lines: 6)
    if pieces.count > 1, room >= 30 { pieces = look.wrap(spans, to: left - 2, lines: 6) }
    var lines = pieces.enumerated().map {
      Line($1, indent: $0 == 0 || room < 30 ? textIndent : textIndent + 2)
    }
    if isMarked, hasMarkColumns {
      lines[0] = Line(marks + [Span(" ")] + lines[0].left, indent: 1)
    } else if isMarked {
      lines[0].right = marks
    }
    return lines + subtitleLines(face, indent: hasMarkColumns ? textIndent : textIndent + 2)
  }

  /// Returns the value of a row in the form of its control, as far as a narrow screen has room for it.
  private func shortValue(_ face: RowModel) -> [Span] {
    var value = spokenValue(face)
    switch face.form {
    case .toggle, .choice, .stepper:
      let spans = valueSpans(face, room: size.columns)
      return spans.last.map { $0.text.allSatisfy { $0 == " " } } == true ? spans.dropLast() : spans
    case .slider(let slider):
      value.text = face.value
      return [value, Span("  \(slider.range(look.glyphs))", .quiet)]
    default: return [value]
    }
  }

  func spokenValue(_ face: RowModel) -> Span {
    let style = face.marks.contains(.disabled) ? Style.disabled : face.valueStyle
    switch face.form {
    case .toggle(isOn: true), .check(isOn: true):
      return Span(face.value, face.marks.contains(.disabled) ? style : .good)
    case .slider(let slider):
      let (low, high) = (ValueFormatter.plain(slider.low), ValueFormatter.plain(slider.high))
      return Span(words(.spokenRange, face.value, low, high), style)
    case .secret where face.value.hasPrefix(look.glyphs.bullet):
      return Span(words(.setWord), style)
    default: return Span(face.value, style)
    }
  }

  func spokenFacts(_ face: RowModel) -> [String] { typeWords(face) + stateWords(face) }

  private func typeWords(_ face: RowModel) -> [String] {
    switch face.form {
    case .button: [words(.buttonWord)]
    case .link: [words(.linkWord)]
    case .pane: [words(.paneWord)]
    case .list: [words(.listWord)]
    default: []
    }
  }

  /// A Boolean value that indicates whether symbols show the states of rows.
  ///
  /// The layout with sentences says them in words, unless it is used because the screen is narrow.
  private var showsMarks: Bool { !look.isNear }

  /// Returns the state of a row in words, such as "changed" and "not pushed".
  func stateWords(_ face: RowModel) -> [String] {
    var facts = markWords(face)
    if face.marks.contains(.restart) { facts.append(words(.afterRestart)) }
    if face.marks.contains(.disabled) { facts.append(words(.notNow)) }
    if let author = face.author { facts.append(author) }
    return facts
  }

  /// Returns the states of a row that symbols can show, in words.
  private func markWords(_ face: RowModel) -> [String] {
    let marks = face.marks
    var facts: [String] = []
    if marks.contains(.managed) { facts.append(words(.managed)) }
    if marks.contains(.staged) {
      facts.append(words(.unsaved))
    } else if marks.contains(.changed) {
      facts.append(words(.changed))
    } else if marks.contains(.set), document.hasDefaults, spokenValue(face).text != words(.setWord)
    {
      facts.append(words(.setWord))
    }
    if marks.contains(.conflict) {
      facts.append(words(.conflictWord))
    } else if marks.contains(.unpushed) {
      facts.append(words(.notPushed))
    }
    return facts
  }

  // MARK: Right-to-left layout

  /// Returns the lines of a row that shows its title and its value on separate lines.
  ///
  /// Separate lines are necessary on terminals that reorder right-to-left text within each line.
  private func mirroredRow(_ face: RowModel, _ field: (any EditingDialog)?) -> [Line] {
    let room = width(from: 4)
    var first = Line(markSpans(face), indent: 1)
    let lead = leadSpans(face)
    let title = look.clip(buttonTitle(face), to: room - 4)
    first.right = lead + [Span(title, titleStyle(face), isTitleAct(face) ? .activate : nil)]
    let left = room - look.columns(of: first.right) - 8
    if let key = keySpan(face, room: left) {
      first.right.insert(contentsOf: [key, Span("  ")], at: 0)
    }
    var lines = [first]
    let field = field?.field(room: room, self)
    var value = Line(right: field?.spans ?? valueSpans(face, room: room))
    value.caret = field?.caret
    if !value.right.isEmpty { lines.append(value) }
    if let conflict = face.conflict {
      return lines
        + sides(of: conflict).map {
          Line(right: [Span(look.clip(words(.labeled, $0.label, $0.value), to: room))])
        }
    }
    guard let subtitle = face.subtitle else { return lines }
    var below = Line(right: [Span(look.clip(subtitle, to: room), .explanation)])
    below.isNote = true
    return lines + [below]
  }
}

extension RowModel {
  /// A Boolean value that indicates whether the row opens a pane.
  fileprivate var opensPane: Bool {
    if case .pane = form { true } else { false }
  }

  /// A Boolean value that indicates whether the text next to the title is a value rather than a
  /// note.
  var isLabeled: Bool {
    switch form {
    case .option, .button: false
    case .pane, .list: !value.isEmpty
    default: true
    }
  }
}
