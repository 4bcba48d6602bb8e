import SetteeValues

extension Control {
  /// Returns the value after increasing or decreasing it by a number of steps, or the reason why
  /// this isn't possible.
  ///
  /// Only sliders and fields for numbers can be changed in steps. The default step is 1 for a
  /// number field and 1/20 of the range for a slider, or 1/100 of the range for fine steps. The
  /// last step ends at the bound, and a step beyond the bound is rejected. If there is no value,
  /// stepping starts at the lower bound or at 0.
  ///
  /// - Parameters:
  ///   - value: The current value.
  ///   - count: The number of steps, negative to go down.
  ///   - isFine: Whether to use fine steps.
  /// - Returns: The new value or the reason why it is invalid; `nil` if the control has no steps.
  package func stepped(
    _ value: PropertyList?, by count: Int, isFine: Bool = false
  ) -> Result<PropertyList, SetteeError>? {
    switch kind {
    case .text where input.type == .integer: return parse(String(whole(value, movedBy: count)))
    case .text where input.type == .real, .slider:
      let moved = PropertyList.real(number(value?.asNumber, movedBy: Double(count), isFine: isFine))
      if let refusal = check(moved) { return .failure(refusal) }
      return .success(moved)
    default: return nil
    }
  }

  /// Returns the valid number that is closest to a number, or the reason why no number is valid.
  package func nearest(to number: Double) -> Result<PropertyList, SetteeError> {
    let (step, start) = (stride(isFine: true), bounds.minimum ?? 0)
    let steps = step > 0 ? ((number - start) / step).rounded() : 0
    let rounded = PropertyList.real(Self.rounded(start + steps * step, like: [step]))
    return check(rounded).map { .failure($0) } ?? .success(rounded)
  }

  private func stride(isFine: Bool) -> Double {
    if let step = bounds.step, step > 0 { return step }
    guard kind == .slider, let least = bounds.minimum, let greatest = bounds.maximum,
      greatest > least
    else { return 1 }
    return (greatest - least) / (isFine ? 100 : 20)
  }

  private func number(_ old: Double?, movedBy count: Double, isFine: Bool) -> Double {
    let step = stride(isFine: isFine)
    let start = old ?? bounds.minimum ?? 0
    // A step keeps the digits of a number, but a slider moves to round numbers.
    let steps = kind == .slider ? [step] : [step, start]
    let moved = Self.rounded(start + count * step, like: steps)
    let raised = bounds.minimum.map { max($0, moved) } ?? moved
    let number = bounds.maximum.map { min($0, raised) } ?? raised
    return (number - start) * count > 0 ? number : moved
  }

  /// Returns the integer after increasing or decreasing a value by a number of steps.
  ///
  /// Calculate with 128 bits, because a `Double` would lose digits of a large number and 64 bits
  /// could overflow.
  private func whole(_ old: PropertyList?, movedBy count: Int) -> Int128 {
    func exact(_ number: Double?) -> Int128? {
      number.flatMap { Int64(exactly: $0.rounded()) }.map { Int128($0) }
    }
    let start: Int128 =
      switch old {
      case .integer(let number): Int128(number)
      case .bigInteger(let number): Int128(number)
      default: exact(old?.asNumber ?? bounds.minimum) ?? 0
      }
    let moved = start + Int128(count) * max(exact(stride(isFine: false)) ?? 1, 1)
    let raised = max(moved, exact(bounds.minimum?.rounded(.up)) ?? moved)
    let number = min(raised, exact(bounds.maximum?.rounded(.down)) ?? raised)
    return (number - start).signum() == Int128(count).signum() ? number : moved
  }

  /// Rounds a number to the decimal places of other numbers and one more, so that 0.1 + 0.2 is 0.3.
  private static func rounded(_ number: Double, like others: [Double]) -> Double {
    guard number.isFinite else { return number }
    var scale = 1.0
    while scale < 1e12, others.contains(where: { ($0 * scale).rounded() / scale != $0 }) {
      scale *= 10
    }
    let scaled = number * scale * 10
    // Don't round large numbers, because a `Double` of this size has no fractional digits.
    return scaled.magnitude < 0x1p53 ? scaled.rounded() / (scale * 10) : number
  }
}
