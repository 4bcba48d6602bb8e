import Settee
import SetteeTerminal

/// A slider that the user adjusts directly in its row, with the arrow keys or by typing a number.
struct SliderDialog: EditingDialog {
  var target: EditTarget
  var number: Double
  /// The number that the user is typing, or `nil` while the arrow keys move the slider.
  var typed: LineText?
  /// A Boolean value that indicates whether the user has moved the slider or typed a number.
  ///
  /// An unchanged value isn't written.
  var isTouched = false
  var foreign: String?
  var refusal: String?

  init(target: EditTarget, value: PropertyList?) {
    self.target = target
    number = value?.asNumber ?? target.control.bounds.minimum ?? 0
  }

  var context: KeyContext { .slider }

  private var shown: Double {
    let digits = typed.map { KeyMap.plainNumber($0.text).replacing(",", with: ".") }
    let read = digits.flatMap(Double.init)
    return read.flatMap { $0.isFinite ? $0 : nil } ?? number
  }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var dialog = self
    dialog.refusal = nil
    switch command {
    case .keep: return keep(in: &state)
    case .cancel: return dismiss(&state)
    case .stepDown, .stepUp, .fineDown, .fineUp: return step(command, in: &state)
    case .lowest: dialog.set(target.control.bounds.minimum)
    case .highest: dialog.set(target.control.bounds.maximum)
    case .eraseBackward:
      dialog.typed?.perform(.eraseBackward)
      if dialog.typed?.isEmpty == true { dialog.typed = nil }
    default: break
    }
    return dialog.keepOpen(in: &state)
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    let plain = KeyMap.plainNumber(LineText.oneLine(text))
    var line = typed ?? LineText()
    // A number can contain an exponent, such as `1e5`, but it can't start with one.
    guard let first = plain.first, plain.allSatisfy({ "0123456789.,-+eE".contains($0) }),
      !line.isEmpty || !"eE".contains(first)
    else { return [] }
    if plain == "-" {
      let number = line.text
      line.replace(by: number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number)
    } else {
      line.insert(plain)
    }
    return keepOpen(in: &state) { ($0.typed, $0.isTouched, $0.refusal) = (line, true, nil) }
  }

  /// Returns whether a character such as `-` continues a number instead of performing the command
  /// that it is bound to.
  func goesOn(with typed: Character) -> Bool { self.typed != nil && ".,-+eE".contains(typed) }

  private mutating func set(_ number: Double?) {
    typed = nil
    isTouched = true
    if let number { self.number = number }
  }

  private func step(_ command: Command, in state: inout EditorState) -> [Effect] {
    let count = command == .stepUp || command == .fineUp ? 1 : -1
    let isFine = command == .fineUp || command == .fineDown
    switch target.control.stepped(.real(shown), by: count, isFine: isFine) {
    case .success(let value)?:
      return keepOpen(in: &state) {
        $0.set(value.asNumber)
        $0.refusal = nil
      }
    case .failure(let refusal)?:
      return state.refuse(state.words.refused(refusal, by: target.control))
    case nil: return []
    }
  }

  /// Saves the slider's number if the user has changed it, with the same validation as the `set`
  /// command.
  private func keep(in state: inout EditorState) -> [Effect] {
    guard isTouched else { return dismiss(&state) }
    let typed = typed?.text.replacing(",", with: ".")
    let value = target.control.parse(typed ?? ValueFormatter.plain(number))
    return state.write(target, value, typed: typed)
  }

  /// Returns the slider with its number as a text field, at the same position as in the row.
  func field(room: Int, _ state: EditorState) -> Field? {
    let look = state.look
    let number = typed?.text ?? ValueFormatter.plain(number)
    let unit = target.control.bounds.unit.map { " " + $0 } ?? ""
    guard let slider = SliderFace(target.control, at: shown) else {
      return state.field(Array(number), number.count, columns: 7, isInvalid: refusal != nil)
    }
    let style = refusal == nil ? Style.field : Style(.bad, on: .field)
    let spans = state.sliderSpans(slider, Span(number + unit, style), room: room)
    let before = spans.prefix { $0.style != style }
    return (
      spans, look.columns(of: Array(before)) + look.columns(of: number)
    )
  }
}
