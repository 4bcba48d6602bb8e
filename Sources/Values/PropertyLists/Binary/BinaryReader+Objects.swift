extension BinaryReader {
  mutating func container(at offset: Int, depth: Int) throws -> Container {
    let (costBefore, mark) = (cost, places.mark)
    var height = 0
    let value: PropertyList
    switch bytes[offset] >> 4 {
    case 0xA: value = try array(at: offset, depth: depth, height: &height)
    case 0xD: value = try dictionary(at: offset, depth: depth, height: &height)
    case 0xB, 0xC:
      throw ParseError(at: .offset(offset), "sets aren't supported; use an array")
    default: throw unknownMarker(at: offset)
    }
    return Container(
      value: value, offset: offset, height: height + 1, cost: cost - costBefore,
      firstChild: places.closeBlock(from: mark))
  }

  private mutating func array(
    at offset: Int, depth: Int, height: inout Int
  ) throws -> PropertyList {
    let (count, start) = try references(at: offset, each: 1)
    var values: [PropertyList] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      values.append(try object(start, index, depth: depth, height: &height))
    }
    return .array(values)
  }

  private mutating func dictionary(
    at offset: Int, depth: Int, height: inout Int
  ) throws -> PropertyList {
    let (count, start) = try references(at: offset, each: 2)
    var values = PropertyListDictionary()
    values.reserveCapacity(count)
    for index in 0..<count {
      let (key, keyOffset) = try key(start, index)
      let value = try object(start, count + index, depth: depth, height: &height)
      guard values.add(key, value) else {
        // In binary files, the first value of a key takes precedence, as in Foundation.
        places.dropLatest()
        let isSame = values[key] == value
        places.remarkDuplicate(key, isSame: isSame, counting: "first", at: keyOffset)
        continue
      }
      places.key(at: keyOffset)
    }
    return .dictionary(values)
  }

  /// Returns the number of entries in an array or dictionary and the offset of its object
  /// references.
  ///
  /// This method also checks that all references are within the file.
  private func references(
    at offset: Int, each: Int
  ) throws -> (count: Int, start: Int) {
    let (count, start) = try count(at: offset)
    guard count <= (trailer.tableOffset - start) / (each * trailer.referenceSize) else {
      throw cutOff(offset)
    }
    return (count, start)
  }

  @inline(__always)
  private mutating func object(
    _ start: Int, _ index: Int, depth: Int, height: inout Int
  ) throws -> PropertyList {
    let reference = start + index * trailer.referenceSize
    return try object(
      number(at: reference), referredAt: reference, depth: depth, height: &height)
  }

  private mutating func key(
    _ start: Int, _ index: Int
  ) throws -> (key: String, offset: Int) {
    let reference = start + index * trailer.referenceSize
    let offset = try offset(of: number(at: reference), referredAt: reference)
    try spend(16, at: offset)
    guard 5...6 ~= bytes[offset] >> 4 else {
      throw ParseError(at: .offset(offset), "a key must be a string")
    }
    return (try text(at: offset), offset)
  }

  @inline(__always)
  private func number(at reference: Int) -> Int {
    Int(clamping: bytes.bigEndian(at: reference, size: trailer.referenceSize))
  }
}

extension BinaryReader {
  /// Reads an object that contains no references to other objects, such as a string.
  mutating func leaf(at offset: Int) throws -> PropertyList {
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x0: return try constant(marker, at: offset)
    case 0x1: return try integer(marker, at: offset)
    case 0x2: return try real(marker, at: offset)
    case 0x3: return try date(marker, at: offset)
    case 0x4: return try data(at: offset)
    case 0x5, 0x6: return .string(try text(at: offset))
    case 0x8: return try uid(marker, at: offset)
    default: throw unknownMarker(at: offset)
    }
  }

  func unknownMarker(at offset: Int) -> ParseError {
    ParseError(at: .offset(offset), "unknown object type \(bytes[offset])")
  }

  private func constant(_ marker: UInt8, at offset: Int) throws -> PropertyList {
    switch marker {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x00: throw ParseError(at: .offset(offset), "null isn't supported")
    default: throw unknownMarker(at: offset)
    }
  }

  /// Reads an integer from a binary property list.
  ///
  /// Integers with 1, 2, or 4 bytes are unsigned, integers with 8 bytes are signed, and integers
  /// with 16 bytes are unsigned 64-bit numbers.
  private func integer(_ marker: UInt8, at offset: Int) throws -> PropertyList {
    let size = 1 << Int(marker & 0x0F)
    guard size <= 16 else { throw ParseError(at: .offset(offset), "integer longer than 16 bytes") }
    try need(size, at: offset + 1)
    let low = bytes.bigEndian(at: offset + 1 + size - min(size, 8), size: min(size, 8))
    guard size == 16 else {
      return size == 8 ? .integer(Int64(bitPattern: low)) : PropertyList(low)
    }
    switch (bytes.bigEndian(at: offset + 1, size: 8), low >> 63) {
    case (0, _): return PropertyList(low)
    case (.max, 1): return .integer(Int64(bitPattern: low))
    default: throw ParseError(at: .offset(offset), "integer doesn't fit in 64 bits")
    }
  }

  private func real(_ marker: UInt8, at offset: Int) throws -> PropertyList {
    switch marker & 0x0F {
    case 2:
      try need(4, at: offset + 1)
      let bits = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset + 1, size: 4))
      return .real(Double(Float(bitPattern: bits)))
    case 3: return .real(try double(at: offset + 1))
    default: throw ParseError(at: .offset(offset), "a real number must have 4 or 8 bytes")
    }
  }

  private func date(_ marker: UInt8, at offset: Int) throws -> PropertyList {
    guard marker == 0x33 else { throw ParseError(at: .offset(offset), "a date must have 8 bytes") }
    return .date(Date(timeIntervalSinceReferenceDate: try double(at: offset + 1)))
  }

  private func double(at offset: Int) throws -> Double {
    try need(8, at: offset)
    return Double(bitPattern: bytes.bigEndian(at: offset, size: 8))
  }

  private func uid(_ marker: UInt8, at offset: Int) throws -> PropertyList {
    let size = Int(marker & 0x0F) + 1
    guard size <= 8 else { throw ParseError(at: .offset(offset), "reference longer than 8 bytes") }
    try need(size, at: offset + 1)
    return .uid(bytes.bigEndian(at: offset + 1, size: size))
  }

  private mutating func data(at offset: Int) throws -> PropertyList {
    .data(Data(try content(at: offset, unitSize: 1)))
  }

  mutating func text(at offset: Int) throws -> String {
    bytes[offset] >> 4 == 5
      ? try ascii(content(at: offset, unitSize: 1), at: offset)
      : try wideText(content(at: offset, unitSize: 2), at: offset)
  }

  @inline(__always)
  mutating func content(
    at offset: Int, unitSize: Int
  ) throws -> UnsafeBufferPointer<UInt8> {
    let (count, start) = try count(at: offset)
    guard count <= (trailer.tableOffset - start) / unitSize else { throw cutOff(offset) }
    try spend(count * unitSize, at: offset)
    return UnsafeBufferPointer(rebasing: bytes[start..<(start + count * unitSize)])
  }

  @inline(__always)
  func ascii(
    _ content: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws -> String {
    guard content.firstNonASCII == nil else {
      throw ParseError(at: .offset(offset), "invalid ASCII string")
    }
    return String(utf8: content)
  }

  private func wideText(
    _ content: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws -> String {
    let units = (0..<(content.count / 2)).lazy.map {
      UInt16(content[2 * $0]) << 8 | UInt16(content[2 * $0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw ParseError(at: .offset(offset), "unpaired surrogate in a string")
    }
    return text
  }

  /// Returns the number of elements in an object of a binary property list and the offset of the
  /// first element.
  ///
  /// The elements of an object are bytes, code units, or items.
  @inline(__always)
  func count(at offset: Int) throws -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 0x0F)
    guard short == 0x0F else { return (short, offset + 1) }
    try need(1, at: offset + 1)
    let marker = bytes[offset + 1]
    guard marker >> 4 == 1, marker & 0x0F <= 3 else {
      throw ParseError(at: .offset(offset + 1), "expected the length of an object")
    }
    let size = 1 << Int(marker & 0x0F)
    try need(size, at: offset + 2)
    guard let count = Int(exactly: bytes.bigEndian(at: offset + 2, size: size)) else {
      throw cutOff(offset)
    }
    return (count, offset + 2 + size)
  }

  @inline(__always)
  private func need(_ size: Int, at offset: Int) throws {
    guard size <= trailer.tableOffset - offset else { throw cutOff(offset) }
  }

  func cutOff(_ offset: Int) -> ParseError {
    ParseError(at: .offset(offset), "object extends past the end of the objects")
  }
}
