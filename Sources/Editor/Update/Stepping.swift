import Settee

/// How `+`, `-` and the arrows move a number.
struct Stepping: Sendable {
  /// What one step is.
  let step: Double
  /// What one fine step is.
  let fine: Double
  private let bounds: Bounds

  /// The steps of a control; nil where it holds no number.
  init?(_ control: Control) {
    bounds = control.bounds
    let isNumber = control.kind == .text && [.integer, .real].contains(control.input.type)
    guard control.kind == .slider || isNumber else { return nil }
    var range = 0.0
    if let low = bounds.minimum, let high = bounds.maximum { range = high - low }
    if let step = bounds.step, step > 0 {
      (self.step, fine) = (step, step)
    } else if control.kind == .slider, range > 0 {
      (step, fine) = (range / 20, range / 100)
    } else {
      (step, fine) = (1, 1)
    }
  }

  /// The number so many steps away.
  ///
  /// The last step ends at the bound; one from there leads beyond it, for the control to refuse.
  func number(_ old: Double?, movedBy count: Double, isFine: Bool = false) -> Double {
    let step = isFine ? fine : step
    let start = old ?? bounds.minimum ?? 0
    let moved = Number.rounded(start + count * step, step: step)
    let raised = bounds.minimum.map { max($0, moved) } ?? moved
    let number = bounds.maximum.map { min($0, raised) } ?? raised
    return (number - start) * count > 0 ? number : moved
  }

  /// The whole number so many steps away; a Double would lose the last digits of a large one.
  func whole(_ old: PropertyList?, movedBy count: Int) -> Int128 {
    func exact(_ number: Double?) -> Int128? {
      number.flatMap { Int64(exactly: $0.rounded()) }.map { Int128($0) }
    }
    let start: Int128 =
      switch old {
      case .integer(let number): Int128(number)
      case .bigInteger(let number): Int128(number)
      default: exact(old?.number ?? bounds.minimum) ?? 0
      }
    let moved = start + Int128(count) * max(exact(step) ?? 1, 1)
    let raised = max(moved, exact(bounds.minimum?.rounded(.up)) ?? moved)
    let number = min(raised, exact(bounds.maximum?.rounded(.down)) ?? raised)
    return (number - start).signum() == Int128(count).signum() ? number : moved
  }
}
