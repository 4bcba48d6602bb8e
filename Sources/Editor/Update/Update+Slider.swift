import Settee

extension EditorState {
  /// Where a slider begins.
  func startNumber(_ target: Target) -> Double {
    let number = value(of: target)?.double ?? Number.read(editableText(target))
    return number ?? target.control.bounds.minimum ?? 0
  }

  /// Does what a command means for a slider.
  mutating func perform(_ command: Command, _ adjusting: Adjusting) -> [Effect] {
    var adjusting = adjusting
    guard let stepping = Stepping(adjusting.target.control) else { return [] }
    adjusting.notice = nil
    switch command {
    case .keep: return keep(adjusting, stepping)
    case .cancel:
      modes.removeLast()
      return []
    case .stepDown: adjusting.step(stepping, by: -1)
    case .stepUp: adjusting.step(stepping, by: 1)
    case .fineDown: adjusting.step(stepping, by: -1, isFine: true)
    case .fineUp: adjusting.step(stepping, by: 1, isFine: true)
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
    adjusting.notice = nil
    let plain = KeyLayouts.plainNumber(EditorState.oneLine(text))
    guard plain.allSatisfy({ "0123456789.,-+eE".contains($0) }) else { return [] }
    var line = adjusting.typed ?? LineText()
    if plain == "-" {
      let number = line.text
      line.replace(by: number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number)
    } else {
      line.insert(plain)
    }
    adjusting.typed = line
    if let number = Number.read(line.text) { adjusting.number = number }
    top = .slider(adjusting)
    return []
  }

  private mutating func keep(_ adjusting: Adjusting, _ stepping: Stepping) -> [Effect] {
    var adjusting = adjusting
    var number = adjusting.number
    if let typed = adjusting.typed {
      guard let read = Number.read(typed.text) else {
        adjusting.notice = words(.notANumber, "“\(typed.text)”")
        top = .slider(adjusting)
        return fail(words(.notANumber, "“\(typed.text)”"))
      }
      number = read
    }
    let clamped = stepping.clamped(number)
    if clamped != number { message = Message(text: words(.clamped, Number.text(clamped))) }
    if clamped == value(of: adjusting.target)?.double {
      modes.removeLast()
      return []
    }
    switch adjusting.target.control.parse(Number.text(clamped)) {
    case .success(let value): return write(adjusting.target, value)
    case .failure(let refusal): return fail(words.refused(refusal, by: adjusting.target.control))
    }
  }
}

extension Adjusting {
  mutating func step(_ stepping: Stepping, by count: Double, isFine: Bool = false) {
    set(stepping.number(number, movedBy: count, isFine: isFine).number)
  }

  mutating func set(_ number: Double?) {
    typed = nil
    if let number { self.number = number }
  }

  mutating func erase() {
    typed?.eraseBackward()
    if typed?.isEmpty == true { typed = nil }
    if let typed, let number = Number.read(typed.text) { self.number = number }
  }
}
