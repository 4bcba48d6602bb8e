import SetteeValues

extension PropertyList {
  /// The canonical encoding of the value, which all devices use to compare values.
  ///
  /// Dictionary keys are sorted by code units, all NaN values have the same encoding, and dates are
  /// rounded down to whole seconds, as in XML.
  var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendCanonical(self)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func appendCanonical(_ value: PropertyList) {
    switch value {
    case .string(let text): append("s", text)
    case .integer(let number): append("i", UInt64(bitPattern: number))
    case .bigInteger(let number): append("u", number)
    case .real(let number): append("r", Self.bits(number))
    case .boolean(let flag): append("b", flag ? 1 : 0)
    case .date(let date): append("d", Self.bits(date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .data(let data):
      append("x", UInt64(data.count))
      append(contentsOf: data)
    case .uid(let number): append("o", number)
    case .array(let values):
      append("a", UInt64(values.count))
      for value in values { appendCanonical(value) }
    case .dictionary(let dictionary):
      append("m", UInt64(dictionary.count))
      for entry in dictionary.entries.sorted(by: { $0.key.precedes($1.key) }) {
        append("k", entry.key)
        appendCanonical(entry.value)
      }
    }
  }

  private mutating func append(_ tag: Unicode.Scalar, _ text: String) {
    text.withCodeUnits { units in
      append(tag, UInt64(units.count))
      append(contentsOf: units)
    }
  }

  private mutating func append(_ tag: Unicode.Scalar, _ number: UInt64) {
    append(UInt8(truncatingIfNeeded: tag.value))
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private static func bits(_ number: Double) -> UInt64 {
    if number.isNaN { return Double.nan.bitPattern }
    return number == 0 ? 0 : number.bitPattern
  }
}

/// A 64-bit hash of a value, by which a sync detects that the value has changed.
struct Fingerprint: Sendable, Hashable, CloudCoded, LosslessStringConvertible {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  var description: String { String(bits, radix: 16) }

  init?(_ description: String) {
    guard let bits = UInt64(description, radix: 16) else { return nil }
    self.bits = bits
  }

  /// Creates the fingerprint of a value for the log of edits.
  ///
  /// The fingerprint of `nil` is 0, which represents a deletion in the log of edits.
  init(of value: PropertyList?) { bits = value.map { $0.canonicalBytes.fnvHash } ?? 0 }
}

extension Optional where Wrapped == PropertyList {
  /// Returns whether two values have the same canonical encoding, so that a sync treats them as
  /// equal.
  ///
  /// In this comparison, `nil` represents a missing value.
  func isSame(as other: PropertyList?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (.string(let left)?, .string(let right)?): left.isSame(as: right)
    case (let left?, let right?): left.canonicalBytes == right.canonicalBytes
    default: false
    }
  }
}
