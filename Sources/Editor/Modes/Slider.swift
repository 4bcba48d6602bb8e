import Settee

/// A slider that is adjusted, or a number typed for it.
struct SliderMode: FieldMode {
  var target: Target
  var number: Double
  /// The number as typed so far; nil while arrows move the slider.
  var typed: LineText?
  /// Whether it was moved or typed: what nobody touched is not written.
  var isTouched = false
  var foreign: String?

  init(target: Target, value: PropertyList?) {
    self.target = target
    number = value?.number ?? target.control.bounds.minimum ?? 0
  }

  var asMode: Mode { .slider(self) }
  var context: KeyContext { .slider }

  private var shown: Double { typed.flatMap { Number.read($0.text) } ?? number }

  // MARK: Keys

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var mode = self
    switch command {
    case .keep: return keep(in: &state)
    case .cancel: return leave(&state)
    case .stepDown: return step(by: -1, in: &state)
    case .stepUp: return step(by: 1, in: &state)
    case .fineDown: return step(by: -1, isFine: true, in: &state)
    case .fineUp: return step(by: 1, isFine: true, in: &state)
    case .lowest: mode.set(target.control.bounds.minimum)
    case .highest: mode.set(target.control.bounds.maximum)
    case .eraseBackward:
      mode.typed?.perform(.eraseBackward)
      if mode.typed?.isEmpty == true { mode.typed = nil }
    default: break
    }
    return mode.stay(in: &state)
  }

  /// Types a number; a sign turns it around.
  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    let plain = KeyLayouts.plainNumber(LineText.oneLine(text))
    var line = typed ?? LineText()
    // A number can hold an e, and no number begins with it.
    let allowed = "0123456789.,-+" + (line.isEmpty ? "" : "eE")
    guard plain.first.map(allowed.contains) ?? false,
      plain.allSatisfy({ "0123456789.,-+eE".contains($0) })
    else { return [] }
    if plain == "-" {
      let number = line.text
      line.replace(by: number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number)
    } else {
      line.insert(plain)
    }
    var mode = self
    mode.typed = line
    mode.isTouched = true
    return mode.stay(in: &state)
  }

  /// Whether a key that means something else continues the number that is being typed.
  func goesOn(with typed: Character) -> Bool { self.typed != nil && ".,-+eE".contains(typed) }

  private mutating func set(_ number: Double?) {
    typed = nil
    isTouched = true
    if let number { self.number = number }
  }

  private func step(by count: Int, isFine: Bool = false, in state: inout EditorState) -> [Effect] {
    switch target.control.stepped(.real(shown), by: count, isFine: isFine) {
    case .failure(let refusal)?:
      return state.fail(state.words.refused(refusal, by: target.control))
    case .success(let value)?:
      var mode = self
      mode.set(value.number)
      return mode.stay(in: &state)
    case nil: return []
    }
  }

  /// Keeps the number, or refuses it as `set` does; one that nobody touched is not written.
  private func keep(in state: inout EditorState) -> [Effect] {
    guard isTouched else { return leave(&state) }
    let typed = typed?.text.replacing(",", with: ".")
    return state.write(target, target.control.parse(typed ?? Number.text(number)))
  }

  // MARK: Drawing

  func field(room: Int, _ state: EditorState) -> Field {
    let (bounds, look) = (target.control.bounds, state.look)
    let unit = bounds.unit.map { " " + $0 } ?? ""
    let (low, high) = (bounds.minimum ?? 0, bounds.maximum ?? 1)
    let range = "  (\(Number.text(low)) - \(Number.text(high)))"
    var spans = state.sliderSpans(
      SliderFace(target.control, at: shown), (typed?.text ?? Number.text(number)) + unit,
      room: room - look.columns(of: range))
    // The number is the field: it stands last.
    if let number = spans.popLast() { spans.append(Span(number.text, .field)) }
    let caret = spans.reduce(0) { $0 + look.columns(of: $1.text) } - look.columns(of: unit)
    spans.append(Span(range, .quiet))
    return Field(spans: spans, caret: caret)
  }
}
