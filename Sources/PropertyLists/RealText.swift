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
    return seventeenDigits(number)
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
