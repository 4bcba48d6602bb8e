extension BinaryReader {
  mutating func array(at offset: Int) throws(PropertyListError) -> PropertyList {
    let (count, start) = try references(at: offset, each: 1)
    var values: [PropertyList] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try object(start, index)) }
    return .array(values)
  }

  mutating func dictionary(at offset: Int) throws(PropertyListError) -> PropertyList {
    let (count, start) = try references(at: offset, each: 2)
    var values = PropertyListDictionary()
    values.reserveCapacity(count)
    // While keys come in the order of a written file, which their bytes tell before they become text,
    // none stands twice: without this, such files take more than twice as long.
    var last: UnsafeBufferPointer<UInt8>? = UnsafeBufferPointer(start: nil, count: 0)
    for index in 0..<count {
      let (key, plain, keyOffset) = try key(start, index)
      let goesOn = if let last, let plain { last.isWritten(before: plain) } else { false }
      last = goesOn ? plain : nil
      let value = try object(start, count + index)
      if goesOn {
        values.appendBehindAll(key, value)
      } else if !values.hasValue(for: key) {
        values.append(key, value)
      } else {
        // In binary files the first value counts, as in Foundation.
        places.dropLatest()
        let isSame = values[key] == value
        places.remarkDuplicate(key, isSame: isSame, counting: "first", at: keyOffset)
        continue
      }
      places.key(at: keyOffset)
    }
    return .dictionary(values)
  }

  /// How many entries a container has and where its references begin, all inside of the objects.
  private func references(
    at offset: Int, each: Int
  ) throws(PropertyListError) -> (count: Int, start: Int) {
    let (count, start) = try count(at: offset)
    let most = (trailer.tableOffset - start) / (each * trailer.referenceSize)
    guard count <= most else { throw cutOff(offset) }
    return (count, start)
  }

  @inline(__always)
  private mutating func object(
    _ start: Int, _ index: Int
  ) throws(PropertyListError) -> PropertyList {
    let reference = start + index * trailer.referenceSize
    return try object(number(at: reference), referredAt: reference)
  }

  /// A key, and its bytes in the file where they are ASCII.
  @inline(__always)
  private mutating func key(
    _ start: Int, _ index: Int
  ) throws(PropertyListError) -> (key: String, plain: UnsafeBufferPointer<UInt8>?, offset: Int) {
    let reference = start + index * trailer.referenceSize
    let offset = try offset(of: number(at: reference), referredAt: reference)
    try spend(16, at: offset)
    switch bytes[offset] >> 4 {
    case 5:
      let content = try content(at: offset, unitSize: 1)
      return (try ascii(content, at: offset), content, offset)
    case 6: return (try text(at: offset), nil, offset)
    default: throw failure(at: offset, "a key must be text")
    }
  }

  @inline(__always)
  private func number(at reference: Int) -> Int {
    Int(clamping: bytes.bigEndian(at: reference, size: trailer.referenceSize))
  }
}

extension BinaryReader {
  /// Reads an object that refers to no other.
  mutating func leaf(at offset: Int) throws(PropertyListError) -> PropertyList {
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x0: return try constant(marker, at: offset)
    case 0x1: return try integer(marker, at: offset)
    case 0x2: return try real(marker, at: offset)
    case 0x3:
      guard marker == 0x33 else { throw failure(at: offset, "a date has 8 bytes") }
      return .date(Date(timeIntervalSinceReferenceDate: try double(at: offset + 1)))
    case 0x4: return .data(Data(try content(at: offset, unitSize: 1)))
    case 0x5, 0x6: return .string(try text(at: offset))
    case 0x8: return try uid(marker, at: offset)
    default: throw unknownMarker(at: offset)
    }
  }

  func unknownMarker(at offset: Int) -> PropertyListError {
    failure(at: offset, "no object begins with the byte \(bytes[offset])")
  }

  private func constant(_ marker: UInt8, at offset: Int) throws(PropertyListError) -> PropertyList {
    switch marker {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x00: throw failure(at: offset, "this is null, which property lists do not have")
    default: throw unknownMarker(at: offset)
    }
  }

  /// 1, 2 and 4 bytes are unsigned, 8 are signed, 16 hold what needs 64 bits without a sign.
  private func integer(_ marker: UInt8, at offset: Int) throws(PropertyListError) -> PropertyList {
    let size = 1 << Int(marker & 0x0F)
    guard size <= 16 else { throw failure(at: offset, "an integer has 16 bytes at most") }
    try need(size, at: offset + 1)
    let low = bytes.bigEndian(at: offset + 1 + size - min(size, 8), size: min(size, 8))
    guard size == 16 else {
      return size == 8 ? .integer(Int64(bitPattern: low)) : PropertyList(low)
    }
    switch (bytes.bigEndian(at: offset + 1, size: 8), low >> 63) {
    case (0, _): return PropertyList(low)
    case (.max, 1): return .integer(Int64(bitPattern: low))
    default: throw failure(at: offset, "this integer needs more than 64 bits")
    }
  }

  private func real(_ marker: UInt8, at offset: Int) throws(PropertyListError) -> PropertyList {
    switch marker & 0x0F {
    case 2:
      let bits = UInt32(truncatingIfNeeded: try number(at: offset + 1, size: 4))
      return .real(Double(Float(bitPattern: bits)))
    case 3: return .real(try double(at: offset + 1))
    default: throw failure(at: offset, "a real number has 4 or 8 bytes")
    }
  }

  private func double(at offset: Int) throws(PropertyListError) -> Double {
    Double(bitPattern: try number(at: offset, size: 8))
  }

  private func uid(_ marker: UInt8, at offset: Int) throws(PropertyListError) -> PropertyList {
    let size = Int(marker & 0x0F) + 1
    guard size <= 8 else { throw failure(at: offset, "a reference has 8 bytes at most") }
    return .uid(try number(at: offset + 1, size: size))
  }

  private mutating func text(at offset: Int) throws(PropertyListError) -> String {
    bytes[offset] >> 4 == 5
      ? try ascii(content(at: offset, unitSize: 1), at: offset)
      : try wideText(content(at: offset, unitSize: 2), at: offset)
  }

  @inline(__always)
  private mutating func content(
    at offset: Int, unitSize: Int
  ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8> {
    let (count, start) = try count(at: offset)
    guard count <= (trailer.tableOffset - start) / unitSize else { throw cutOff(offset) }
    try spend(count * unitSize, at: offset)
    return UnsafeBufferPointer(rebasing: bytes[start..<(start + count * unitSize)])
  }

  @inline(__always)
  private func ascii(
    _ content: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(PropertyListError) -> String {
    guard content.firstNonASCII == nil else {
      throw failure(at: offset, "this text says that it is ASCII and is not")
    }
    return String(utf8: content)
  }

  private func wideText(
    _ content: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(PropertyListError) -> String {
    let units = (0..<(content.count / 2)).lazy.map {
      UInt16(content[2 * $0]) << 8 | UInt16(content[2 * $0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw failure(at: offset, "this text holds half of a surrogate pair")
    }
    return text
  }

  /// How many bytes, units or elements an object has, and where they begin.
  @inline(__always)
  private func count(at offset: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 0x0F)
    guard short == 0x0F else { return (short, offset + 1) }
    try need(1, at: offset + 1)
    let marker = bytes[offset + 1]
    guard marker >> 4 == 1, marker & 0x0F <= 3 else {
      throw failure(at: offset + 1, "the length of an object is due here")
    }
    let size = 1 << Int(marker & 0x0F)
    guard let count = Int(exactly: try number(at: offset + 2, size: size)) else {
      throw cutOff(offset)
    }
    return (count, offset + 2 + size)
  }

  @inline(__always)
  private func number(at offset: Int, size: Int) throws(PropertyListError) -> UInt64 {
    try need(size, at: offset)
    return bytes.bigEndian(at: offset, size: size)
  }

  @inline(__always)
  private func need(_ size: Int, at offset: Int) throws(PropertyListError) {
    guard size <= trailer.tableOffset - offset else { throw cutOff(offset) }
  }

  private func cutOff(_ offset: Int) -> PropertyListError {
    failure(at: offset, "this object runs over the end of the objects")
  }
}
