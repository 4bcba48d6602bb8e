#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The text of a real number as Foundation writes it into XML: 17 digits, `%.17g`.
enum RealText {
  static func of(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    if number == 0 { return "0.0" }
    if let whole = Int64(exactly: number), whole.magnitude < 100_000_000_000_000_000 {
      return String(whole)
    }
    return shortFraction(number) ?? seventeenDigits(number)
  }

  /// The text of a number like 0.5 or 2.75, which 17 digits write exactly; nil for any other.
  private static func shortFraction(_ number: Double) -> String? {
    guard number.magnitude < 1_048_576, let scaled = Int(exactly: number * 1024) else { return nil }
    // 1/1024 has ten decimals, so multiplied by 10^10 it is whole.
    var fraction = (scaled.magnitude % 1024) * 9_765_625
    var decimals = 10
    while fraction % 10 == 0 { (fraction, decimals) = (fraction / 10, decimals - 1) }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: decimals - digits.utf8.count)
    return "\(number < 0 ? "-" : "")\(scaled.magnitude / 1024).\(zeros)\(digits)"
  }

  private static func seventeenDigits(_ number: Double) -> String {
    let text = withVaList([number]) { arguments in
      String(unsafeUninitializedCapacity: 64) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          max(0, Int(vsnprintf(buffer.baseAddress, buffer.count, "%.17g", arguments)))
        }
      }
    }
    return withPoint(text)
  }

  /// The program's locale may write another decimal point; the file has a full stop.
  private static func withPoint(_ text: String) -> String {
    func isOfNumber(_ byte: UInt8) -> Bool {
      byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "e")
    }
    let isPlain = text.utf8.allSatisfy { isOfNumber($0) || $0 == UInt8(ascii: ".") }
    if isPlain { return text }
    let parts = text.utf8.split { !isOfNumber($0) }
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }
}
