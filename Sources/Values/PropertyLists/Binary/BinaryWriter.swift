/// A serializer for binary property lists that numbers all objects before it writes them.
struct BinaryWriter {
  private var table = ObjectTable()
  /// The object references of all arrays and dictionaries, one container after another.
  private var references: [UInt32] = []
  /// An upper bound for the expanded size that a reader of the file would calculate.
  private var expandedBytes = 0

  mutating func document(_ value: PropertyList) throws -> [UInt8] {
    _ = try number(value, depth: 0)
    guard expandedBytes <= PropertyListLimits.writing.expandedBytes else {
      throw ParseError(
        at: .offset(0), "expanded, the file would be too large to read")
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

  private mutating func number(
    _ value: PropertyList, depth: Int
  ) throws -> UInt32 {
    switch value {
    case .array(let values):
      return try container(values.count, of: value, depth) {
        writer, index in
        try writer.number(values[index], depth: depth + 1)
      }
    case .dictionary(let values):
      let entries = values.entries
      let count = entries.count
      return try container(2 * count, of: value, depth) {
        writer, index in
        index < count
          ? try writer.scalar(.string(entries[index].key))
          : try writer.number(entries[index - count].value, depth: depth + 1)
      }
    default: return try scalar(value)
    }
  }

  private mutating func scalar(_ value: PropertyList) throws -> UInt32 {
    // A binary property list stores non-ASCII text with two bytes per code unit.
    expandedBytes += ObjectTable.size(of: value) * (value.string == nil ? 1 : 2)
    return table.number(of: value)
  }

  private mutating func container(
    _ count: Int, of value: PropertyList, _ depth: Int,
    _ child: (inout BinaryWriter, Int) throws -> UInt32
  ) throws -> UInt32 {
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
    case .scalar(let value, _): Self.write(value, to: &sink)
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
    sink.append(bigEndian: 0, size: 6)
    sink.append(UInt8(offsetSize))
    sink.append(UInt8(referenceSize))
    for number in [offsets.count, 0, start] { sink.append(bigEndian: UInt64(number), size: 8) }
  }

  /// Returns the number of bytes that an integer needs, which is 1, 2, 4, or 8.
  static func width(of number: UInt64) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}

extension BinaryWriter {
  /// Writes an object that contains no references to other objects, such as a string.
  static func write(_ value: PropertyList, to sink: inout ByteSink) {
    switch value {
    case .string(let text): write(text, to: &sink)
    case .integer(let number): write(number, to: &sink)
    case .bigInteger(let number):
      sink.append(0x14)
      sink.append(bigEndian: 0, size: 8)
      sink.append(bigEndian: number, size: 8)
    case .real(let number):
      sink.append(0x23)
      sink.append(bigEndian: number.bitPattern, size: 8)
    case .boolean(let flag): sink.append(flag ? 0x09 : 0x08)
    case .date(let moment):
      sink.append(0x33)
      sink.append(bigEndian: moment.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .data(let bytes):
      writeMarker(0x40, bytes.count, to: &sink)
      bytes.withUnsafeBytes { sink.append($0.bindMemory(to: UInt8.self)) }
    case .uid(let number):
      let size = width(of: number)
      sink.append(0x80 | UInt8(size - 1))
      sink.append(bigEndian: number, size: size)
    case .array, .dictionary: break
    }
  }

  private static func write(_ text: String, to sink: inout ByteSink) {
    let isASCII = text.withCodeUnits { bytes in
      guard bytes.firstNonASCII == nil else { return false }
      writeMarker(0x50, bytes.count, to: &sink)
      sink.append(bytes)
      return true
    }
    guard !isASCII else { return }
    writeMarker(0x60, text.utf16.count, to: &sink)
    for unit in text.utf16 { sink.append(bigEndian: UInt64(unit), size: 2) }
  }

  /// Writes an integer to a binary property list with as few bytes as possible.
  ///
  /// Negative numbers require 8 bytes in this format.
  private static func write(_ number: Int64, to sink: inout ByteSink) {
    let size = number < 0 ? 8 : width(of: UInt64(number))
    sink.append(0x10 | UInt8(size.trailingZeroBitCount))
    sink.append(bigEndian: UInt64(bitPattern: number), size: size)
  }

  static func writeMarker(_ kind: UInt8, _ count: Int, to sink: inout ByteSink) {
    if count < 15 {
      sink.append(kind | UInt8(count))
    } else {
      sink.append(kind | 0x0F)
      write(Int64(count), to: &sink)
    }
  }
}

/// The numbered objects of a binary property list.
///
/// Equal strings, numbers, and data share one object number.
struct ObjectTable {
  /// A scalar value, or the range of the references in an array or dictionary.
  enum Object {
    case scalar(PropertyList, hash: Int)
    case container(isArray: Bool, start: Int, count: Int)
  }

  private(set) var objects: [Object] = []
  /// The minimum number of bytes that all text and data will take in the file.
  private(set) var size = 0
  private var numbers = PositionTable()

  /// Returns the object number of a scalar, and adds the scalar if the table doesn't contain an
  /// equal one.
  mutating func number(of value: PropertyList) -> UInt32 {
    let hash = Self.hash(value)
    let known = numbers.position(hash: hash) { number in
      guard case .scalar(let other, hash) = objects[number] else { return false }
      return Self.areSame(value, other)
    }
    if let known { return UInt32(known) }
    objects.append(.scalar(value, hash: hash))
    size += Self.size(of: value)
    numbers.insert(objects.count - 1) { number in
      if case .scalar(_, let hash) = objects[number] { hash } else { nil }
    }
    return UInt32(objects.count - 1)
  }

  /// Adds an array or dictionary to the table of objects.
  ///
  /// Searching for an equal array or dictionary would cost more than it saves.
  mutating func addContainer(isArray: Bool, _ start: Int, _ count: Int) -> UInt32 {
    objects.append(.container(isArray: isArray, start: start, count: count))
    return UInt32(objects.count - 1)
  }

  static func size(of value: PropertyList) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }

  /// Returns whether two values have the same type and the same bits, so that they can share an
  /// object.
  ///
  /// Unlike `==`, this method distinguishes 0.0 from -0.0.
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
    case .date(let moment): return moment.hashValue
    case .data(let bytes):
      var hasher = Hasher()
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      return hasher.finalize()
    case .array, .dictionary: return 0
    }
  }
}
