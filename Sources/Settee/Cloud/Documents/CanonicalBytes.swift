#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one byte form of a value: what "equal" and "before" mean between devices.
///
/// Dictionaries are in the order of their keys' code units, every NaN is one, and a date counts in
/// whole seconds, because an XML property list keeps no more.
struct CanonicalBytes: CanonicalSink {
  private(set) var bytes: [UInt8] = []

  init(of value: PropertyList) { append(value) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ run: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: run) }
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
    var sum = FNVSum()
    sum.append(value)
    bits = sum.hash
  }
}

private struct FNVSum: CanonicalSink {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func append(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func append(_ run: UnsafeBufferPointer<UInt8>) { for byte in run { append(byte) } }
}

/// Takes the canonical bytes of values as they come.
private protocol CanonicalSink {
  mutating func append(_ byte: UInt8)
  mutating func append(_ run: UnsafeBufferPointer<UInt8>)
}

extension CanonicalSink {
  fileprivate mutating func append(_ value: PropertyList) {
    switch value {
    case .string(let text): append("s", text)
    case .integer(let number): append("i", UInt64(bitPattern: number))
    case .bigInteger(let number): append("u", number)
    case .real(let number): append("r", Self.bits(number))
    case .boolean(let flag): append("b", flag ? 1 : 0)
    case .date(let date): append("d", Self.bits(date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .data(let data):
      append("x", UInt64(data.count))
      data.withUnsafeBytes { append($0.bindMemory(to: UInt8.self)) }
    case .uid(let number): append("o", number)
    case .array(let values):
      append("a", UInt64(values.count))
      for value in values { append(value) }
    case .dictionary(let dictionary): append(dictionary)
    }
  }

  private mutating func append(_ dictionary: PropertyListDictionary) {
    append("m", UInt64(dictionary.count))
    for entry in dictionary.entries.sorted(by: { $0.key.precedes($1.key) }) {
      append("k", entry.key)
      append(entry.value)
    }
  }

  private mutating func append(_ tag: Unicode.Scalar, _ text: String) {
    text.withCodeUnits { units in
      append(tag, UInt64(units.count))
      append(units)
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
