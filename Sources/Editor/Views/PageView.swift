import SetteeTerminal

extension Canvas {
  /// Draws a page to read; the cursor stands at its first line on the screen.
  mutating func drawPage(_ page: Page, _ state: EditorState) {
    let rows = state.frame.list
    let lines = state.lines(of: page)
    var row = rows.lowerBound
    if let find = page.find {
      draw(Line([Span("/ ", .key), Span(find.text, .field)], indent: 1), row: row)
      moveCursor(row: row, column: 3 + look.columns(of: find.text))
      row += 1
    }
    if !page.isFinding { moveCursor(row: row, column: 0) }
    for index in lines.indices.dropFirst(page.top).prefix(rows.upperBound - row) {
      draw(lines[index], row: row)
      row += 1
    }
  }

  /// Draws a question: what will happen, then the answers below each other.
  mutating func drawQuestion(_ question: Question, _ state: EditorState) {
    let rows = state.frame.list
    var row = rows.lowerBound
    for text in state.titleLines(of: question) {
      draw(Line(text, .heading, indent: 1), row: row)
      row += 1
    }
    let room = state.detailRoom(question)
    for text in state.questionDetails(question, room: room) where row < rows.upperBound {
      draw(Line(text, .quiet, indent: 3), row: row)
      row += 1
    }
    if room > 0 { row += 1 }
    // Where there is no room for all answers, those around the focused one.
    let seen = max(min(question.answers.count, rows.upperBound - row), 1)
    let first = max(question.focus - seen + 1, 0)
    for (index, answer) in question.answers.enumerated().dropFirst(first).prefix(seen) {
      let line = Line("[ \(look.clip(answer.words, to: columns - 8)) ]", indent: 3)
      let covered = draw(line, row: row)
      if index == question.focus {
        showFocus(row: row, columns: covered)
        moveCursor(row: row, column: 0)
      }
      row += 1
    }
  }
}

extension EditorState {
  /// The question itself, or one line of what will happen where there is no room for that below.
  func titleLines(of question: Question) -> [String] {
    let own = ownTitleLines(of: question)
    let detail = question.top - 1
    guard detailRoom(question) <= 0, question.details.indices.contains(detail) else { return own }
    return look.wrapAndClip(question.details[detail], to: size.columns - 3, lines: own.count)
  }

  /// The answers come first: without them nobody could go on.
  private func ownTitleLines(of question: Question) -> [String] {
    let limit = min(max(listRows - question.answers.count, 1), 4)
    return look.wrapAndClip(question.title, to: size.columns - 3, lines: limit)
  }

  /// How many lines there are for what will happen, below the question and above the answers.
  func detailRoom(_ question: Question) -> Int {
    listRows - ownTitleLines(of: question).count - question.answers.count - 1
  }

  /// How many of the details are seen at a time below the question.
  func detailRows(_ question: Question) -> Int {
    let room = detailRoom(question)
    if room <= 0 { return 0 }
    return question.details.count > room ? max(room - 1, 1) : room
  }

  /// What will happen, in as many lines as there are; the last one counts the rest.
  func questionDetails(_ question: Question, room: Int) -> [String] {
    guard room > 0 else { return [] }
    let shown = question.details.dropFirst(question.top)
    let details = shown.prefix(room + 1).map { look.clip($0, to: size.columns - 5) }
    guard question.details.count > room else { return Array(details) }
    let left = shown.count - (room - 1)
    return details.prefix(room - 1) + (left > 0 ? [words(.andMore, String(left))] : [])
  }

  /// The lines of a page that its search leaves, wrapped for the screen.
  func lines(of page: Page) -> [Line] {
    let pattern = page.find.map { Folding.fold($0.text, limit: 100) } ?? []
    let shown = page.lines.filter { line in
      // Letters that stand apart would find nearly everything in sentences.
      let text = Folding.fold(line.label + " " + line.text)
      return pattern.isEmpty || Fuzzy.score(pattern, in: text) ?? 0 > 500
    }
    return shown.flatMap(lines)
  }

  private func lines(of line: PageLine) -> [Line] {
    if line.isHeading {
      return [Line(look.clip(line.text, to: size.columns - 2), .heading, indent: 1)]
    }
    let isWide = size.columns >= 60
    let indent = line.label.isEmpty ? 1 : isWide ? 24 : 3
    let wrapped = look.wrap(line.text, to: size.columns - indent - 1, lines: 400)
    let texts = wrapped.map { Line(String($0), indent: indent) }
    guard !line.label.isEmpty else { return texts }
    if !isWide {
      return [Line(look.clip(line.label, to: size.columns - 2), .key, indent: 1)] + texts
    }
    let label = look.clip(line.label, to: 22)
    let gap = String(repeating: " ", count: max(23 - look.columns(of: label), 1))
    var first = Line([Span(label, .key), Span(gap)], indent: 1)
    first.left.append(Span(wrapped.first.map(String.init) ?? ""))
    return [first] + texts.dropFirst()
  }
}
