import Settee
import SetteeVerbs

extension LineMode {
  func take(_ line: String, _ mode: Mode) {
    if !mode.takesAnyLine {
      switch line.trimmed.lowercased() {
      case "?": return describe()
      case "b", "back": return take("0", mode)
      case "q", "quit": return quit()
      default: break
      }
    }
    switch mode {
    case .text(let editing): takeText(line, editing.target)
    case .slider(let adjusting): takeText(line, adjusting.target)
    case .date(let editing): takeText(line, editing.target)
    case .longText: takeLongText(line)
    case .path(let asking): takePath(line, asking)
    case .choice(let choice): pick(line, among: choice.list.shown.count)
    case .menu(let menu): pick(line, among: menu.list.shown.count)
    case .question(let question): takeQuestion(line, question)
    case .search(let searching): takeSearch(line, searching)
    case .push(let dialog): takePush(line, dialog)
    case .changes(let past): pick(line, among: past.changes?.count ?? 0)
    case .page, .panes, .apps: break
    }
  }

  /// Leaves what is open, and Settee; changes that wait are asked about.
  private func quit() {
    loop.change { $0.modes.removeAll() }
    act(.quit)
  }

  /// Leaves what is open as it is.
  private func leave() {
    loop.act(.command(.cancel))
    say(.lineLeft)
  }

  private func takeText(_ line: String, _ target: Target) {
    guard !line.isEmpty else { return leave() }
    let text = line == "\"\"" ? "" : line
    switch target.control.parse(text) {
    case .success(let value):
      let depth = state.modes.count
      loop.perform { state in
        state.modes.removeLast()
        return state.write(target, value)
      }
      // What was refused on the way to the disk stays open, with what is typed.
      if state.modes.count < depth { report() } else { describe() }
    case .failure(let refusal):
      console.write(words.refused(refusal, by: target.control))
      say(target.control.isSecure ? .lineAskSecret : .lineAskText)
    }
  }

  private func takeLongText(_ first: String) {
    var lines: [String] = []
    var line: String? = first
    while let text = line, text != "." {
      // A line that begins with a dot is written with two, as in mail.
      lines.append(text.hasPrefix("..") ? String(text.dropFirst()) : text)
      line = console.read()
    }
    guard !lines.isEmpty else { return leave() }
    loop.tell(.edited(lines.joined(separator: "\n")))
    loop.act(.command(.keep))
    guard case .longText(let editing) = state.mode else {
      return report()
    }
    console.write(editing.refusal ?? words.allowed(editing.target.control))
    say(.lineAskLong)
  }

  private func takePath(_ line: String, _ asked: PathMode) {
    // The domain that is proposed is taken as it stands.
    guard !line.isEmpty || asked.purpose == .domain else { return leave() }
    let line = line.isEmpty ? asked.line.text : line
    loop.perform { asked.stay(in: &$0) { $0.line.replace(by: LineText.oneLine(line)) } }
    loop.act(.command(.keep))
    guard case .path = state.mode else {
      return asked.purpose == .domain ? describe() : afterQuestion()
    }
    // What was refused is asked once more.
    console.write(state.message?.text ?? "")
    if asked.purpose == .domain { say(.lineDomain, line) } else { say(.linePath) }
  }

  func focus(on index: Int) {
    loop.change { state in
      var content = state.front?.content
      content?.focus(on: index)
      state.front = content?.asMode
    }
  }

  /// Picks an entry by its number; 0 and an empty line leave everything as it is.
  private func pick(_ line: String, among count: Int) {
    guard let number = LineAnswer.number(line.trimmed) ?? (line.isEmpty ? 0 : nil) else {
      return say(.lineUnknown, line)
    }
    guard number > 0 else { return leave() }
    guard number <= count else { return say(.lineNoRow, String(number)) }
    let place = (state.path.count, state.place.pane, state.look.language)
    focus(on: number - 1)
    loop.act(.command(.keep))
    let now = (state.path.count, state.place.pane, state.look.language)
    if state.mode != nil || now != place { describe() } else { report() }
  }

  private func takeQuestion(_ line: String, _ question: QuestionMode) {
    switch line.trimmed {
    case "y", "yes":
      loop.act(.command(.yes))
      afterQuestion()
    case "n", "no", "0", "":
      loop.act(.command(.no))
      if loop.ending == nil { say(.lineLeft) }
    default:
      guard let number = LineAnswer.number(line.trimmed),
        (1...question.answers.count).contains(number)
      else { return say(.lineUnknown, line) }
      focus(on: number - 1)
      loop.act(.command(.keep))
      afterQuestion()
    }
  }

  private func afterQuestion() {
    guard loop.ending == nil else { return }
    if state.mode != nil { describe() } else { report() }
  }

  private func takeSearch(_ line: String, _ searching: SearchMode) {
    guard let number = LineAnswer.number(line.trimmed), number <= searching.hits.count else {
      return say(.lineUnknown, line)
    }
    if number == 0 {
      loop.act(.command(.cancel))
      return describe()
    }
    focus(on: number - 1)
    loop.act(.command(.open))
    describe()
    report()
  }

  private func takePush(_ line: String, _ dialog: PushMode) {
    switch line.trimmed {
    case "y": act(.pushNow)
    case "H": act(.allHere)
    case "C": act(.allCloud)
    case "0", "": leave()
    default:
      guard let number = LineAnswer.number(line.trimmed),
        (1...max(dialog.plan.rows.count, 1)).contains(number)
      else { return say(.lineUnknown, line) }
      focus(on: number - 1)
      act(.switchSide)
    }
  }
}

/// What a line of a user means where rows are asked for.
enum LineAnswer: Equatable {
  case empty
  case row(Int)
  case set(Int, String)
  case back
  case again
  case help
  case search(String)
  /// Do what a key or a command's word means, on a row where one is named.
  case act(String, row: Int?)

  init(_ line: String) {
    let text = line.trimmed
    let words = text.split(separator: " ").map(String.init)
    if words.isEmpty {
      self = .empty
    } else if text.first == "/" {
      self = .search(String(text.dropFirst()).trimmed)
    } else if let (row, value) = Self.assignment(line) {
      self = .set(row, value)
    } else if let number = Self.number(words[0]) {
      let value = text.dropFirst(words[0].count)
      self =
        number == 0 ? .back : value.isEmpty ? .row(number) : .set(number, String(value).trimmed)
    } else if text == "?" || text == "？" {
      self = .again
    } else if text == "h" || text == "help" {
      self = .help
    } else if text == "b" || text == "back" {
      self = .back
    } else if words.count == 2, let number = Self.number(words[1]) {
      self = .act(words[0], row: number)
    } else {
      self = .act(text, row: nil)
    }
  }

  /// A number in the digits of any script.
  static func number(_ text: String) -> Int? {
    var number = 0
    // More digits may be no number that fits.
    guard !text.isEmpty, text.count < 18 else { return nil }
    for character in text {
      guard let digit = character.wholeNumberValue, digit < 10 else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// `3 = value`, or `3=value`; the value may hold anything, and nothing empties the row.
  private static func assignment(_ line: String) -> (Int, String)? {
    guard let sign = line.firstIndex(of: "="), let row = number(String(line[..<sign]).trimmed)
    else { return nil }
    return (row, String(line[line.index(after: sign)...]).trimmed)
  }
}

extension Mode {
  /// Whether whatever is typed is an answer.
  fileprivate var takesAnyLine: Bool {
    switch self {
    case .text, .longText, .path, .slider, .date: true
    default: false
    }
  }
}
