/// Keys that are asked of one dictionary after the other, and where they stand in each.
///
/// One pass over the few entries of a dictionary answers for all of these keys; asking for each of
/// them would look at every entry each time, above all for the many that are not there.
package struct AskedKeys: Sendable {
  /// Where the asked keys stand in one dictionary.
  package struct Places: Sendable {
    @usableFromInline static let missing = UInt8.max

    @usableFromInline var positions = SIMD32<UInt8>(repeating: missing)
    /// Whether the dictionary has keys besides.
    package fileprivate(set) var hasOthers = false

    /// The position of the asked key of that number among the entries.
    @inlinable
    @inline(__always)
    package subscript(number: Int) -> Int? {
      let position = positions[number]
      return position == Self.missing ? nil : Int(position)
    }
  }

  private static let most = 32
  private static let slotCount = 64

  private let names: [String]
  /// The numbers of the keys by their sort, plus one; 0 is a free slot.
  private let slots: [UInt8]

  /// Asks for at most 32 keys, whose numbers are their places in the array.
  package init(_ names: [String]) {
    precondition(names.count <= Self.most)
    var slots = [UInt8](repeating: 0, count: Self.slotCount)
    for (number, name) in names.enumerated() {
      var slot = name.withCodeUnits(Self.slot)
      while slots[slot] != 0 { slot = (slot + 1) % Self.slotCount }
      slots[slot] = UInt8(number + 1)
    }
    self.names = names
    self.slots = slots
  }

  /// Looks where the keys stand; nil for a dictionary so long that asking for each is as quick.
  package func places(in values: PropertyListDictionary) -> Places? {
    guard values.count < Int(Places.missing) else { return nil }
    var places = Places()
    var position: UInt8 = 0
    values.entries.lendEach { entry in
      if let number = number(of: entry.key) {
        places.positions[number] = position
      } else {
        places.hasOthers = true
      }
      position += 1
    }
    return places
  }

  @inline(__always)
  private func number(of key: String) -> Int? {
    var slot = key.withCodeUnits(Self.slot)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if names.lend(number, { $0.hasSameCodeUnits(as: key) }) { return number }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  /// The slot of a key's sort, by its length and its ends.
  @inline(__always)
  private static func slot(of key: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = key.first, let last = key.last else { return 0 }
    return (key.count &* 13 &+ Int(first) &* 2 &+ Int(last) &* 9) % slotCount
  }
}

/// Where asked keys stand in one dictionary after the other, of which many have the same keys.
///
/// Elements of one kind are written with the same keys in the same order. To see that two
/// dictionaries agree in that is quicker than to look for their keys.
package struct AskedPlaces {
  private static let most = 4

  private let asked: AskedKeys
  private var known: [(keys: PropertyListDictionary, places: AskedKeys.Places)] = []

  /// Makes the places of these keys.
  package init(of asked: AskedKeys) { self.asked = asked }

  /// Looks where the keys stand; nil for a dictionary so long that asking for each is as quick.
  package mutating func places(in values: PropertyListDictionary) -> AskedKeys.Places? {
    for index in known.indices {
      let places = known.lend(index) { $0.keys.hasIdenticalKeys(as: values) ? $0.places : nil }
      if let places { return places }
    }
    let places = asked.places(in: values)
    if let places, known.count < Self.most { known.append((values, places)) }
    return places
  }
}

extension PropertyListDictionary {
  /// Whether both have the same keys in the same order, in the same bits; false says nothing.
  fileprivate func hasIdenticalKeys(as other: PropertyListDictionary) -> Bool {
    guard count == other.count else { return false }
    return entries.withUnsafeBufferPointer { mine in
      other.entries.withUnsafeBufferPointer { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
        for position in 0..<count {
          let isSame = lendOut(mine + position) { mine in
            lendOut(theirs + position) { mine.key.isIdentical(to: $0.key) }
          }
          if !isSame { return false }
        }
        return true
      }
    }
  }
}
