#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a binary property list: first every object gets a number, then they are laid out.
struct BinaryWriter {
  private var table = ObjectTable()
  /// The objects that each container refers to, one container after the other.
  private var references: [UInt32] = []
  /// What a reader takes all to be with every shared object written out, at most.
  private var expandedBytes = 0

  /// Writes the whole file.
  mutating func document(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
    _ = try number(value, depth: 0)
    guard expandedBytes <= PropertyListLimits.writing.expandedBytes else {
      throw PropertyListError(
        at: .offset(0), "with its values written out the file would be too long to be read again")
    }
    let objects = table.objects
    let referenceSize = Self.width(of: UInt64(objects.count))
    var sink = ByteSink(capacity: objects.count * 32 + table.size)
    sink.append("bplist00")
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(sink.count)
      write(object, referenceSize, to: &sink)
    }
    writeTables(offsets, referenceSize, to: &sink)
    try XMLWriter.checkSize(sink.count)
    return sink.bytes
  }

  /// Gives a value, and all that is in it, numbers.
  private mutating func number(
    _ value: PropertyList, depth: Int
  ) throws(PropertyListError) -> UInt32 {
    switch value {
    case .array(let values):
      return try container(values.count, of: value, depth) {
        (writer, index) throws(PropertyListError) in
        try writer.number(values[index], depth: depth + 1)
      }
    case .dictionary(let values):
      let entries = values.entries
      let count = entries.count
      return try container(2 * count, of: value, depth) {
        (writer, index) throws(PropertyListError) in
        index < count
          ? try writer.scalar(.string(entries[index].key))
          : try writer.number(entries[index - count].value, depth: depth + 1)
      }
    default: return try scalar(value)
    }
  }

  private mutating func scalar(_ value: PropertyList) throws(PropertyListError) -> UInt32 {
    // Text that is not ASCII takes two bytes a unit.
    expandedBytes += ObjectTable.size(of: value) * (value.string == nil ? 1 : 2)
    return table.number(of: value)
  }

  private mutating func container(
    _ count: Int, of value: PropertyList, _ depth: Int,
    _ child: (inout BinaryWriter, Int) throws(PropertyListError) -> UInt32
  ) throws(PropertyListError) -> UInt32 {
    try XMLWriter.checkDepth(depth + 1)
    expandedBytes += 16 * (count + 1)
    let start = references.count
    let number = table.addContainer(isArray: value.array != nil, start, count)
    references.append(contentsOf: repeatElement(0, count: count))
    for index in 0..<count { references[start + index] = try child(&self, index) }
    return number
  }

  private func write(_ object: ObjectTable.Object, _ referenceSize: Int, to sink: inout ByteSink) {
    switch object {
    case .scalar(let value): Self.write(value, to: &sink)
    case .container(let isArray, let start, let count):
      Self.writeMarker(isArray ? 0xA0 : 0xD0, isArray ? count : count / 2, to: &sink)
      for reference in references[start..<(start + count)] {
        sink.append(bigEndian: UInt64(reference), size: referenceSize)
      }
    }
  }

  private func writeTables(_ offsets: [Int], _ referenceSize: Int, to sink: inout ByteSink) {
    let start = sink.count
    let offsetSize = Self.width(of: UInt64(start))
    for offset in offsets { sink.append(bigEndian: UInt64(offset), size: offsetSize) }
    sink.append(0, times: 6)
    sink.append(UInt8(offsetSize))
    sink.append(UInt8(referenceSize))
    for number in [offsets.count, 0, start] { sink.append(bigEndian: UInt64(number), size: 8) }
  }

  /// How many bytes hold a number: 1, 2, 4 or 8.
  static func width(of number: UInt64) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
