/// A serializer for binary property lists that numbers all objects before it writes them.
struct BinaryWriter {
  /// The numbered objects of the file.
  private var objects: [Object] = []
  /// The number of each scalar.
  ///
  /// Equal strings, numbers, and data share one number. Searching for equal arrays and dictionaries
  /// would cost more than it saves.
  private var numbers: [Object: UInt32] = [:]
  /// The minimum number of bytes that all text and data will take in the file.
  private var size = 0
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
    let referenceSize = Self.width(of: UInt64(objects.count))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(objects.count * 32 + size)
    bytes += "bplist00".utf8
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      write(object, referenceSize, to: &bytes)
    }
    writeTables(offsets, referenceSize, to: &bytes)
    try XMLWriter.checkSize(bytes.count)
    return bytes
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
    let contentSize = value.string?.utf8.count ?? value.data?.count ?? 0
    // A binary property list stores non-ASCII text with two bytes per code unit.
    expandedBytes += contentSize * (value.string == nil ? 1 : 2)
    if let number = numbers[.scalar(value)] { return number }
    size += contentSize
    numbers[.scalar(value)] = UInt32(objects.count)
    return add(.scalar(value))
  }

  private mutating func container(
    _ count: Int, of value: PropertyList, _ depth: Int,
    _ child: (inout BinaryWriter, Int) throws -> UInt32
  ) throws -> UInt32 {
    try XMLWriter.checkDepth(depth + 1)
    expandedBytes += 16 * (count + 1)
    let start = references.count
    let number = add(.container(isArray: value.array != nil, start: start, count: count))
    references.append(contentsOf: repeatElement(0, count: count))
    for index in 0..<count { references[start + index] = try child(&self, index) }
    return number
  }

  private mutating func add(_ object: Object) -> UInt32 {
    objects.append(object)
    return UInt32(objects.count - 1)
  }

  private func write(_ object: Object, _ referenceSize: Int, to output: inout [UInt8]) {
    switch object {
    case .scalar(let value): Self.write(value, to: &output)
    case .container(let isArray, let start, let count):
      Self.writeMarker(isArray ? 0xA0 : 0xD0, isArray ? count : count / 2, to: &output)
      for reference in references[start..<(start + count)] {
        output.append(bigEndian: UInt64(reference), size: referenceSize)
      }
    }
  }

  private func writeTables(_ offsets: [Int], _ referenceSize: Int, to output: inout [UInt8]) {
    let start = output.count
    let offsetSize = Self.width(of: UInt64(start))
    for offset in offsets { output.append(bigEndian: UInt64(offset), size: offsetSize) }
    output.append(bigEndian: 0, size: 6)
    output.append(UInt8(offsetSize))
    output.append(UInt8(referenceSize))
    for number in [offsets.count, 0, start] { output.append(bigEndian: UInt64(number), size: 8) }
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
  static func write(_ value: PropertyList, to output: inout [UInt8]) {
    switch value {
    case .string(let text): write(text, to: &output)
    case .integer(let number): write(number, to: &output)
    case .bigInteger(let number):
      output.append(0x14)
      output.append(bigEndian: 0, size: 8)
      output.append(bigEndian: number, size: 8)
    case .real(let number):
      output.append(0x23)
      output.append(bigEndian: number.bitPattern, size: 8)
    case .boolean(let flag): output.append(flag ? 0x09 : 0x08)
    case .date(let moment):
      output.append(0x33)
      output.append(bigEndian: moment.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .data(let bytes):
      writeMarker(0x40, bytes.count, to: &output)
      output += bytes
    case .uid(let number):
      let size = width(of: number)
      output.append(0x80 | UInt8(size - 1))
      output.append(bigEndian: number, size: size)
    case .array, .dictionary: break
    }
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    let isASCII = text.withCodeUnits { bytes in
      guard bytes.firstNonASCII == nil else { return false }
      writeMarker(0x50, bytes.count, to: &output)
      output += bytes
      return true
    }
    guard !isASCII else { return }
    writeMarker(0x60, text.utf16.count, to: &output)
    for unit in text.utf16 { output.append(bigEndian: UInt64(unit), size: 2) }
  }

  /// Writes an integer to a binary property list with as few bytes as possible.
  ///
  /// Negative numbers require 8 bytes in this format.
  private static func write(_ number: Int64, to output: inout [UInt8]) {
    let size = number < 0 ? 8 : width(of: UInt64(number))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    output.append(bigEndian: UInt64(bitPattern: number), size: size)
  }

  static func writeMarker(_ kind: UInt8, _ count: Int, to output: inout [UInt8]) {
    if count < 15 {
      output.append(kind | UInt8(count))
    } else {
      output.append(kind | 0x0F)
      write(Int64(count), to: &output)
    }
  }
}

extension BinaryWriter {
  /// A scalar value, or the range of the references in an array or dictionary.
  private enum Object: Hashable {
    case scalar(PropertyList)
    case container(isArray: Bool, start: Int, count: Int)

    /// Returns whether two objects have the same type and the same bits, so that they can share a
    /// number.
    ///
    /// Unlike `==` of property lists, this method distinguishes 0.0 from -0.0.
    static func == (left: Object, right: Object) -> Bool {
      switch (left, right) {
      case (.scalar(.real(let left)), .scalar(.real(let right))):
        left.bitPattern == right.bitPattern
      case (.scalar(let left), .scalar(let right)): left == right
      case (.container(_, let left, _), .container(_, let right, _)): left == right
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .scalar(.string(let text)): text.hashCodeUnits(into: &hasher)
      case .scalar(.integer(let number)): hasher.combine(number)
      case .scalar(.bigInteger(let number)), .scalar(.uid(let number)): hasher.combine(number)
      case .scalar(.real(let number)): hasher.combine(number.bitPattern)
      case .scalar(.boolean(let flag)): hasher.combine(flag)
      case .scalar(.date(let moment)): hasher.combine(moment)
      case .scalar(.data(let bytes)): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .scalar(.array), .scalar(.dictionary): break
      case .container(_, let start, _): hasher.combine(start)
      }
    }
  }
}

extension [UInt8] {
  /// Appends the low bytes of an integer in big-endian order.
  fileprivate mutating func append(bigEndian number: UInt64, size: Int) {
    for index in (0..<size).reversed() {
      append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
    }
  }
}
