import Settee

/// Numbers as people write them.
enum Number {
  /// The shortest text that reads back as the number; whole numbers without a point.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return String(number) }
    return number.rounded() == number && abs(number) < 0x1p53
      ? String(Int64(number)) : String(number)
  }

  /// The number rounded to what a step can tell apart, so that 0.1 and 0.2 make 0.3.
  static func rounded(_ number: Double, step: Double) -> Double {
    guard step > 0, number.isFinite else { return number }
    var scale = 1.0
    while scale < 1e12, (step * scale).rounded() != step * scale { scale *= 10 }
    let scaled = number * scale * 10
    // A number so large has no digits left to round away.
    return scaled.magnitude < 0x1p53 ? scaled.rounded() / (scale * 10) : number
  }

  /// Reads a number as typed: digits of any script, a comma for a point.
  static func read(_ text: String) -> Double? {
    let plain = KeyLayouts.plainNumber(text).replacing(",", with: ".")
    guard let number = Double(plain), number.isFinite else { return nil }
    return number
  }
}

extension PropertyList {
  /// The number that a value stands for, whole or not; text counts when all of it is one.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .bigInteger(let number): Double(number)
    case .real(let number): number
    case .string(let text): Double(text)
    case .boolean, .date, .data, .array, .dictionary, .uid: nil
    }
  }
}
