/// The XML file of a dictionary, and where each entry stands in it.
///
/// A file of a thousand keys is written again for each one that changes. So what stays is copied as
/// bytes from the file before, which takes a tenth of the time. The bytes are always those of
/// ``PropertyList/xml()``, whatever the file before held.
package struct WrittenXML: Sendable {
  private typealias Entry = PropertyListDictionary.Entry

  /// The whole file.
  package let bytes: [UInt8]
  private let entries: [Entry]
  /// Where each entry begins, and where the last one ends.
  private let offsets: [Int]

  /// Writes the file of a dictionary.
  ///
  /// - Parameters:
  ///   - values: The dictionary.
  ///   - old: Another file, most of whose entries it shares.
  /// - Throws: What no XML property list can hold.
  package init(
    _ values: PropertyListDictionary, after old: WrittenXML? = nil
  ) throws(PropertyListError) {
    let entries = values.entriesInWrittenOrder
    var writer = XMLWriter(capacity: (old?.bytes.count ?? 0) + 4096)
    var offsets: [Int] = []
    offsets.reserveCapacity(entries.count + 1)
    if entries.isEmpty {
      try writer.document(.dictionary(values))
    } else {
      writer.begin()
      writer.sink.append("<dict>\n")
      try Self.write(entries, after: old, to: &writer, &offsets)
      writer.sink.append("</dict>\n")
      try writer.end()
    }
    (bytes, self.entries, self.offsets) = (writer.sink.bytes, entries, offsets)
  }

  /// Both files have their keys in one order: the entries of both are walked side by side.
  private static func write(
    _ entries: [Entry], after old: WrittenXML?, to writer: inout XMLWriter, _ offsets: inout [Int]
  ) throws(PropertyListError) {
    var (index, place) = (0, 0)
    while index < entries.count {
      if let old, place < old.entries.count {
        let count = old.countSame(as: entries, from: index, at: place)
        if count > 0 {
          old.copy(place..<place + count, to: &writer, &offsets)
          (index, place) = (index + count, place + count)
          continue
        }
        let (key, other) = (entries[index].key, old.entries[place].key)
        if other.isWritten(before: key) {
          place += 1
          continue
        }
        if !key.isWritten(before: other) { place += 1 }
      }
      offsets.append(writer.sink.count)
      try writer.entry(entries[index].key, entries[index].value, depth: 1)
      index += 1
    }
    offsets.append(writer.sink.count)
  }

  /// How many entries from a place on are certainly written as the others are.
  private func countSame(as others: [Entry], from index: Int, at place: Int) -> Int {
    let most = Swift.min(entries.count - place, others.count - index)
    return entries.withUnsafeBufferPointer { mine in
      others.withUnsafeBufferPointer { others in
        guard let left = mine.baseAddress, let right = others.baseAddress else { return 0 }
        for count in 0..<most {
          let isSame = lendOut(left + place + count) { entry in
            lendOut(right + index + count) { other in
              entry.key.hasSameCodeUnits(as: other.key) && Self.areSame(entry.value, other.value)
            }
          }
          if !isSame { return count }
        }
        return most
      }
    }
  }

  /// Whether two values are quickly told to be the same; others are written again.
  @inline(__always)
  private static func areSame(_ left: PropertyList, _ right: PropertyList) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.hasSameCodeUnits(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.bigInteger(let left), .bigInteger(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    default: false
    }
  }

  private func copy(_ range: Range<Int>, to writer: inout XMLWriter, _ offsets: inout [Int]) {
    let (start, end) = (self.offsets[range.lowerBound], self.offsets[range.upperBound])
    let shift = writer.sink.count - start
    for offset in self.offsets[range] { offsets.append(offset + shift) }
    bytes.withUnsafeBufferPointer { bytes in
      writer.sink.append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }
}
