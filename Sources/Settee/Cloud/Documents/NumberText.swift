/// Reads the numbers of the cloud's texts byte by byte: `time.count.device` and its like.
///
/// A document of 1,024 keys holds two such texts a key, and is read and written in every round.
struct NumberReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int = 0) {
    (self.bytes, self.index) = (bytes, index)
  }

  var isAtEnd: Bool { index == bytes.count }

  /// Steps over a character, if it is the next one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// A whole number without a sign; nil when there is none here, or one beyond 63 bits.
  mutating func decimal() -> Int64? {
    var number: Int64 = 0
    let start = index
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = tens.addingReportingOverflow(Int64(digit))
      if isTooLarge || isOver { return nil }
      number = sum
      index += 1
    }
    return index > start ? number : nil
  }

  /// A number in hexadecimal, in small letters; nil when there is none here, or one beyond 64 bits.
  mutating func hexadecimal() -> UInt64? {
    var number: UInt64 = 0
    let start = index
    while index < bytes.count, let digit = Self.digit(bytes[index]) {
      guard number >> 60 == 0 else { return nil }
      number = number << 4 | digit
      index += 1
    }
    return index > start ? number : nil
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

/// Puts such a text together without a text for each of its parts.
struct NumberWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  /// Five numbers of 64 bits and what stands between them.
  private static let most = 5 * 20 + 4

  /// The text that the closure puts together.
  static func text(_ write: (inout NumberWriter) -> Void) -> String {
    String(unsafeUninitializedCapacity: most) { bytes in
      var writer = NumberWriter(bytes: bytes)
      write(&writer)
      return writer.count
    }
  }

  private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func append(_ character: Unicode.Scalar) {
    bytes[count] = UInt8(ascii: character)
    count += 1
  }

  mutating func append(decimal number: Int64) {
    if number < 0 { append("-") }
    append(number.magnitude, radix: 10, width: 1)
  }

  mutating func append(hexadecimal number: UInt64, width: Int = 1) {
    append(number, radix: 16, width: width)
  }

  private mutating func append(_ number: UInt64, radix: UInt64, width: Int) {
    var length = 1
    var rest = number / radix
    while rest > 0 {
      length += 1
      rest /= radix
    }
    length = max(length, width)
    rest = number
    for place in stride(from: count + length - 1, through: count, by: -1) {
      let digit = UInt8(truncatingIfNeeded: rest % radix)
      bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      rest /= radix
    }
    count += length
  }
}
