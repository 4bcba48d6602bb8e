import Settee

extension EditorState {
  /// Where a slider begins.
  func startNumber(_ target: Target) -> Double {
    value(of: target)?.number ?? target.control.bounds.minimum ?? 0
  }

  /// Does what a command means for a slider.
  mutating func perform(_ command: Command, _ adjusting: Adjusting) -> [Effect] {
    var adjusting = adjusting
    guard let stepping = Stepping(adjusting.target.control) else { return [] }
    switch command {
    case .keep: return keep(adjusting)
    case .cancel:
      modes.removeLast()
      return []
    case .stepDown: return move(adjusting, to: stepping.number(adjusting.shown, movedBy: -1))
    case .stepUp: return move(adjusting, to: stepping.number(adjusting.shown, movedBy: 1))
    case .fineDown:
      return move(adjusting, to: stepping.number(adjusting.shown, movedBy: -1, isFine: true))
    case .fineUp:
      return move(adjusting, to: stepping.number(adjusting.shown, movedBy: 1, isFine: true))
    case .lowest: adjusting.set(adjusting.target.control.bounds.minimum)
    case .highest: adjusting.set(adjusting.target.control.bounds.maximum)
    case .eraseBackward: adjusting.erase()
    default: break
    }
    top = .slider(adjusting)
    return []
  }

  /// Types a number for a slider; a sign turns it around.
  mutating func type(_ text: String, _ adjusting: Adjusting) -> [Effect] {
    var adjusting = adjusting
    let plain = KeyLayouts.plainNumber(EditorState.oneLine(text))
    var line = adjusting.typed ?? LineText()
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
    adjusting.typed = line
    adjusting.isTouched = true
    top = .slider(adjusting)
    return []
  }

  private mutating func move(_ adjusting: Adjusting, to number: Double) -> [Effect] {
    let control = adjusting.target.control
    if case .failure(let refusal) = control.parse(Number.text(number)) {
      return fail(words.refused(refusal, by: control))
    }
    var adjusting = adjusting
    adjusting.set(number)
    top = .slider(adjusting)
    return []
  }

  /// Keeps the number, or refuses it as `set` does; one that nobody touched is not written.
  private mutating func keep(_ adjusting: Adjusting) -> [Effect] {
    guard adjusting.isTouched else {
      modes.removeLast()
      return []
    }
    let typed = adjusting.typed?.text.replacing(",", with: ".")
    switch adjusting.target.control.parse(typed ?? Number.text(adjusting.number)) {
    case .success(let value): return write(adjusting.target, value)
    case .failure(let refusal): return fail(words.refused(refusal, by: adjusting.target.control))
    }
  }
}

extension Adjusting {
  mutating func set(_ number: Double?) {
    typed = nil
    isTouched = true
    if let number { self.number = number }
  }

  mutating func erase() {
    typed?.eraseBackward()
    if typed?.isEmpty == true { typed = nil }
  }
}
