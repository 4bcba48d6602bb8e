#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BoundControl {
  /// How far a step goes.
  public enum Stride: Sendable {
    /// The control's own step, else 1 for a whole number and a twentieth of a range.
    case normal
    /// A tenth of the control's own step, else a hundredth of a range; 1 for a whole number.
    case fine
  }

  /// Moves the value by so many steps: a number up or down within its bounds, a choice to a
  /// neighbour, a toggle over, a date by its interval.
  ///
  /// - Returns: What changed; empty at the end of the range.
  @discardableResult
  public func step(by count: Int, _ stride: Stride = .normal) throws(StoreError) -> [KeyChange] {
    guard count != 0, let next = stepped(by: count, stride) else { return [] }
    if let value, value == next { return [] }
    return try set(next)
  }

  /// The value so many steps away, which is not stored; nil for a control without steps.
  public func stepped(by count: Int, _ stride: Stride = .normal) -> PropertyList? {
    switch control.kind {
    case .toggle: count.isMultiple(of: 2) ? value : (isOn == true ? control.off : control.on)
    case .choice, .radio: neighbour(by: count)
    case .slider: number(by: Double(count), stride).map(PropertyList.real)
    case .date: moment(by: count)
    case .text: typedNumber(by: count, stride)
    default: nil
    }
  }

  private func neighbour(by count: Int) -> PropertyList? {
    guard !control.choices.isEmpty else { return nil }
    guard let current = currentChoice else {
      return control.choices[count > 0 ? 0 : control.choices.count - 1].value
    }
    let next = current.addingReportingOverflow(count)
    let target = next.overflow ? (count > 0 ? Int.max : 0) : next.partialValue
    return control.choices[min(max(target, 0), control.choices.count - 1)].value
  }

  private func typedNumber(by count: Int, _ stride: Stride) -> PropertyList? {
    switch control.input.type {
    case .real: number(by: Double(count), stride).map(PropertyList.real)
    case .integer: wholeNumber(by: count)
    default: nil
    }
  }

  private func number(by count: Double, _ stride: Stride) -> Double? {
    let bounds = control.bounds
    let current = value.flatMap(Double.from) ?? bounds.minimum ?? 0
    var range: Double?
    if let minimum = bounds.minimum, let maximum = bounds.maximum { range = maximum - minimum }
    let step: Double =
      switch stride {
      case .normal: bounds.step ?? range.map { $0 / 20 } ?? 1
      case .fine: bounds.step.map { $0 / 10 } ?? range.map { $0 / 100 } ?? 0.1
      }
    let next = rounded(current + count * step, to: step)
    return min(max(next, bounds.minimum ?? -.infinity), bounds.maximum ?? .infinity)
  }

  /// NB: 0.1 + 0.2 is shown as 0.30000000000000004; a sum is kept to the digits its step can have.
  private func rounded(_ sum: Double, to step: Double) -> Double {
    var scale = 1000.0
    var rest = abs(step)
    guard rest > 0, rest.isFinite else { return sum }
    while rest < 1, scale < 1e15 {
      rest *= 10
      scale *= 10
    }
    let scaled = sum * scale
    return scaled.magnitude < 0x1p52 ? scaled.rounded() / scale : sum
  }

  private func wholeNumber(by count: Int) -> PropertyList? {
    let bounds = control.bounds
    let current = value.flatMap(Int64.from) ?? bounds.minimum.flatMap { Int64(exactly: $0) } ?? 0
    let step = bounds.step.flatMap { Int64(exactly: $0.rounded()) } ?? 1
    let (distance, tooFar) = Int64(count).multipliedReportingOverflow(by: max(step, 1))
    let (next, overflow) = current.addingReportingOverflow(distance)
    let reached = tooFar || overflow ? (count > 0 ? Int64.max : .min) : next
    let least = bounds.minimum.flatMap { Int64(exactly: $0.rounded(.up)) } ?? .min
    let greatest = bounds.maximum.flatMap { Int64(exactly: $0.rounded(.down)) } ?? .max
    return .integer(min(max(reached, least), max(least, greatest)))
  }

  private func moment(by count: Int) -> PropertyList? {
    guard let date = value?.date else { return nil }
    let picker = control.picker
    let seconds = picker.mode == .date ? 86_400 : Double(max(picker.minuteInterval, 1)) * 60
    return .date(date.addingTimeInterval(Double(count) * seconds))
  }
}
