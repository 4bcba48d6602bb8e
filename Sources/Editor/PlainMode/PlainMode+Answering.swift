import Settee
import SetteeVerbs

// The presentation of each dialog in plain mode, and the parsing of the user's replies to it.

extension EditingDialog {
  var takesAnyLine: Bool { true }

  func describe(in lines: PlainMode) {
    let (control, words) = (target.control, lines.words)
    if control.isSecure {
      // Print the title of a secret immediately, because the user's reply must be read without
      // echo.
      lines.console.write(target.title)
      guard let text = lines.console.readSecret(words(.lineAskSecret)) else {
        return lines.loop.ending = .left
      }
      return lines.handle(text)
    }
    let value = lines.plainValue(control, lines.state.value(of: target))
    lines.console.write("\(target.title). \(words(.lineNow, value)) \(words.allowed(control))")
    lines.show(.lineAskText)
  }

  func answer(_ line: String, in lines: PlainMode) {
    guard !line.isEmpty else { return lines.cancel() }
    switch lines.value(of: line, for: target.control) {
    case .success(let value):
      let depth = lines.state.dialogs.count
      lines.loop.perform { state in
        state.dialogs.removeLast()
        return state.write(target, value, typed: line)
      }
      // If a value was rejected, the dialog stays open with the user's input, so show the error.
      if lines.state.dialogs.count < depth { lines.report() } else { lines.describe() }
    case .failure(let refusal):
      lines.console.write(lines.words.refused(refusal, by: target.control))
      lines.show(target.control.isSecure ? .lineAskSecret : .lineAskText)
    }
  }
}

extension LongTextDialog {
  func describe(in lines: PlainMode) {
    lines.console.write(target.title + ":")
    for line in self.lines { lines.console.write("  " + line.text) }
    lines.show(.lineAskLong)
  }

  func answer(_ first: String, in lines: PlainMode) {
    var texts: [String] = []
    var line: String? = first
    while let text = line, text != "." {
      // A leading dot is doubled, as in SMTP, because a single dot on a line ends the text.
      texts.append(text.hasPrefix("..") ? String(text.dropFirst()) : text)
      line = lines.console.read()
    }
    // Without the line that ends the text, the input has ended early, so the text might be incomplete.
    guard line != nil, !texts.isEmpty else { return lines.cancel() }
    lines.loop.send(.edited(texts.joined(separator: "\n")))
    lines.loop.act(.command(.keep))
    guard let editing = lines.state.dialog as? LongTextDialog else { return lines.report() }
    lines.console.write(editing.refusal ?? lines.words.allowed(target.control))
    lines.show(.lineAskLong)
  }
}

extension QuestionDialog {
  func describe(in lines: PlainMode) {
    lines.console.write(title)
    for detail in details { lines.console.write("  " + detail) }
    lines.describe(nil, answers.map(\.words))
  }

  func answer(_ line: String, in lines: PlainMode) {
    switch line.trimmed {
    case "y", "yes":
      lines.loop.act(.command(.yes))
      lines.resume()
    case "n", "no", "0", "":
      lines.loop.act(.command(.no))
      if lines.loop.ending == nil { lines.show(.lineUnchanged) }
    default:
      guard lines.focusEntry(line, among: answers.count) else { return }
      lines.loop.act(.command(.keep))
      lines.resume()
    }
  }
}

extension PageDialog {
  func describe(in lines: PlainMode) {
    lines.console.write(title)
    for line in self.lines {
      lines.console.write(line.label.isEmpty ? line.text : "\(line.label): \(line.text)")
    }
    lines.loop.act(.command(.cancel))
  }

  func answer(_ line: String, in lines: PlainMode) {}
}

// MARK: Lists

extension ChangesDialog {
  func describe(in lines: PlainMode) {
    lines.describe(lines.words(.changesTitle), (changes ?? []).map(lines.state.sentence))
  }
}

extension OutlineDialog {
  func describe(in lines: PlainMode) {
    let entries = lines.state.outline.compactMap { lines.state.title(of: $0) }
    lines.describe(lines.words(.panesTitle), entries)
  }
}

extension SearchDialog {
  func describe(in lines: PlainMode) {
    let (state, words) = (lines.state, lines.words)
    if hits.isEmpty {
      lines.loop.act(.command(.cancel))
      return lines.console.write(state.nothingFound)
    }
    let entries = hits.prefix(50).map { hit in
      let control = state.document.control(at: hit.place)
      let value = state.shownText(control, state.value(at: hit.place))
      let note = state.barrier(before: hit.place) == nil ? "" : words(.notNow)
      let facts = [value, note].filter { !$0.isEmpty }.joined(separator: " ")
      let pane = state.document.panes[hit.place.pane].title
      return control.label + (facts.isEmpty ? "" : ": " + facts) + ", \(pane)"
    }
    lines.describe(words(.countHits, String(entries.count), String(hits.count)), entries)
  }

  func answer(_ line: String, in lines: PlainMode) {
    if LineAnswer.number(line.trimmed) == 0 {
      lines.loop.act(.command(.cancel))
      return lines.describe()
    }
    guard lines.focusEntry(line, among: hits.count) else { return }
    lines.loop.act(.command(.open))
    lines.describe()
    lines.report()
  }
}

extension PushDialog {
  func describe(in lines: PlainMode) {
    let words = lines.words
    lines.show(.pushButton)
    for (index, row) in rows.enumerated() {
      lines.console.write(
        "\(index + 1). \(row.title): \(words(.hintHere)) \(row.here), "
          + "\(words(.hintCloud)) \(row.cloud), \(words(.columnKeep)) \(row.side(words))")
    }
    lines.show(.lineAskPush)
  }

  func answer(_ line: String, in lines: PlainMode) {
    switch line.trimmed {
    case "y": lines.act(.pushNow)
    case "H": lines.act(.allHere)
    case "C": lines.act(.allCloud)
    case "0", "": lines.cancel()
    default: if lines.focusEntry(line, among: rows.count) { lines.act(.switchSide) }
    }
  }
}

extension PlainMode {
  func cancel() {
    loop.act(.command(.cancel))
    show(.lineUnchanged)
  }

  func resume() {
    guard loop.ending == nil else { return }
    guard state.dialog != nil else { return report() }
    if let message = state.message, message.isError { console.write(message.text) }
    describe()
  }

  /// Focuses the list entry whose number the user entered, or returns `false` if the number is
  /// invalid.
  func focusEntry(_ line: String, among count: Int) -> Bool {
    guard let number = LineAnswer.number(line.trimmed), (1...max(count, 1)).contains(number) else {
      show(.lineUnknown, line)
      return false
    }
    focus(on: number - 1)
    return true
  }

  func focus(on index: Int) { loop.change { $0.topDialog?.focus(on: index) } }

  /// Chooses the list entry whose number the user entered.
  ///
  /// The user can cancel the dialog with zero or an empty line.
  func pick(_ line: String, among count: Int) {
    guard let number = LineAnswer.number(line.trimmed) ?? (line.isEmpty ? 0 : nil) else {
      return show(.lineUnknown, line)
    }
    guard number > 0 else { return cancel() }
    guard number <= count else { return show(.lineNoRow, String(number)) }
    let place = (state.path.count, state.place.pane, state.look.language)
    focus(on: number - 1)
    loop.act(.command(.keep))
    let now = (state.path.count, state.place.pane, state.look.language)
    if state.dialog != nil || now != place { describe() } else { report() }
  }
}

/// A reply that the user entered in plain mode after the list of rows was printed.
enum LineAnswer: Equatable {
  case empty
  case row(Int)
  case set(Int, String)
  case back
  case again
  case help
  case search(String)
  /// A command that the user entered for the focused row or for a row specified by its number.
  ///
  /// The user can enter either the key of the command or its name.
  case act(String, row: Int?)

  init(_ line: String) {
    let text = line.trimmed
    switch text {
    case "": self = .empty
    case "?", "？": self = .again
    case "h", "help": self = .help
    case "b", "back": self = .back
    case _ where text.first == "/": self = .search(String(text.dropFirst()).trimmed)
    default:
      let words = text.split(separator: " ").map(String.init)
      if let (row, value) = Self.assignment(line) {
        self = .set(row, value)
      } else if let number = Self.number(words[0]) {
        let value = text.dropFirst(words[0].count)
        self =
          number == 0 ? .back : value.isEmpty ? .row(number) : .set(number, String(value).trimmed)
      } else if words.count == 2, let number = Self.number(words[1]) {
        self = .act(words[0], row: number)
      } else {
        self = .act(text, row: nil)
      }
    }
  }

  /// Parses a row number, which can be written in the digits of any script.
  static func number(_ text: String) -> Int? {
    var number = 0
    // Longer numbers could overflow.
    guard !text.isEmpty, text.count < 18 else { return nil }
    for character in text {
      guard let digit = character.wholeNumberValue, digit < 10 else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Parses a reply such as `3 = value` or `3=value`, which sets the value of a row.
  ///
  /// The text after the equal sign can contain any characters. An empty value clears the row.
  private static func assignment(_ line: String) -> (Int, String)? {
    guard let sign = line.firstIndex(of: "="), let row = number(String(line[..<sign]).trimmed)
    else { return nil }
    return (row, String(line[line.index(after: sign)...]).trimmed)
  }
}
