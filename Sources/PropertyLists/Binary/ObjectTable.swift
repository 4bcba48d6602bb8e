#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbered objects of a binary property list; equal scalars have the same number.
struct ObjectTable {
  /// A value, or where a container's references lie.
  enum Object {
    case scalar(PropertyList)
    case container(isArray: Bool, start: Int, count: Int)
  }

  private(set) var objects: [Object] = []
  /// What the texts and the data of the objects take at least.
  private(set) var size = 0

  /// Open addressing with linear probing: 0 is a free slot, else the object's number + 1.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)
  private var taken = 0
  /// The hash of each object: of a long text it is taken once.
  private var hashes: [Int] = []

  /// The number of a scalar, a new one when there is none equal.
  mutating func number(of value: PropertyList) -> UInt32 {
    if (taken + 1) * 2 > slots.count { grow() }
    let hash = Self.hash(value)
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      if case .scalar(let other) = objects[Int(slots[slot]) - 1], Self.areSame(value, other) {
        return slots[slot] - 1
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    objects.append(.scalar(value))
    hashes.append(hash)
    size += Self.size(of: value)
    slots[slot] = UInt32(objects.count)
    taken += 1
    return UInt32(objects.count - 1)
  }

  /// A new number for a container; looking for an equal one would cost more than it saves.
  mutating func addContainer(isArray: Bool, _ start: Int, _ count: Int) -> UInt32 {
    objects.append(.container(isArray: isArray, start: start, count: count))
    hashes.append(0)
    return UInt32(objects.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for (number, object) in objects.enumerated() {
      guard case .scalar = object else { continue }
      var slot = hashes[number] & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  static func size(of value: PropertyList) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }

  /// Equal in type and bits: unlike `==` this tells 0.0 from -0.0.
  private static func areSame(_ left: PropertyList, _ right: PropertyList) -> Bool {
    if case .real(let a) = left, case .real(let b) = right { return a.bitPattern == b.bitPattern }
    return left == right
  }

  private static func hash(_ value: PropertyList) -> Int {
    switch value {
    case .string(let text): return text.codeUnitHash
    case .integer(let number): return number.hashValue
    case .bigInteger(let number), .uid(let number): return number.hashValue
    case .real(let number): return number.bitPattern.hashValue
    case .boolean(let flag): return flag.hashValue
    case .date(let moment): return moment.timeIntervalSinceReferenceDate.bitPattern.hashValue
    case .data(let bytes):
      var hasher = Hasher()
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      return hasher.finalize()
    case .array, .dictionary: return 0
    }
  }
}
