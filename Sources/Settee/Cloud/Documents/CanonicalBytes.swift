#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one byte form of a value: what "equal" and "before" mean between devices.
///
/// Dictionaries are in the order of their keys' code units, every NaN is one, and a date counts in
/// whole seconds, because an XML property list keeps no more.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  init(of value: PropertyList) { append(value) }

  private mutating func append(_ value: PropertyList) {
    switch value {
    case .string(let text): append("s", Array(text.utf8))
    case .integer(let number): append("i", UInt64(bitPattern: number))
    case .bigInteger(let number): append("u", number)
    case .real(let number): append("r", Self.bits(number))
    case .boolean(let flag): append("b", flag ? 1 : 0)
    case .date(let date): append("d", Self.bits(date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .data(let data): append("x", Array(data))
    case .uid(let number): append("o", number)
    case .array(let values):
      append("a", UInt64(values.count))
      for value in values { append(value) }
    case .dictionary(let dictionary): append(dictionary)
    }
  }

  private mutating func append(_ dictionary: PropertyListDictionary) {
    append("m", UInt64(dictionary.count))
    let entries = dictionary.entries.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    for entry in entries {
      append("k", Array(entry.key.utf8))
      append(entry.value)
    }
  }

  private mutating func append(_ tag: Unicode.Scalar, _ content: [UInt8]) {
    append(tag, UInt64(content.count))
    bytes += content
  }

  private mutating func append(_ tag: Unicode.Scalar, _ number: UInt64) {
    bytes.append(UInt8(truncatingIfNeeded: tag.value))
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private static func bits(_ number: Double) -> UInt64 {
    if number.isNaN { return Double.nan.bitPattern }
    return number == 0 ? 0 : number.bitPattern
  }
}

/// 64 bits that stand for a value where only "still the same?" is asked.
struct Fingerprint: Sendable, Hashable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// FNV-1a over the canonical bytes; nil stands for "no value".
  init(of value: PropertyList?) {
    guard let value else {
      bits = 0
      return
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in CanonicalBytes(of: value).bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    bits = hash
  }
}

extension Optional where Wrapped == PropertyList {
  /// Whether two devices would call both the same; nil is a value that is not there.
  func isSame(as other: PropertyList?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (.string(let left)?, .string(let right)?): left.hasSameCodeUnits(as: right)
    case (let left?, let right?): CanonicalBytes(of: left).bytes == CanonicalBytes(of: right).bytes
    default: false
    }
  }
}
