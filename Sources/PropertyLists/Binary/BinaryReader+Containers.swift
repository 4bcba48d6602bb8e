extension BinaryReader {
  mutating func container(at offset: Int, depth: Int) throws(PropertyListError) -> Container {
    let (costBefore, mark) = (cost, places.mark)
    var height = 0
    let value: PropertyList
    switch bytes[offset] >> 4 {
    case 0xA: value = try array(at: offset, depth: depth, height: &height)
    case 0xD: value = try dictionary(at: offset, depth: depth, height: &height)
    case 0xB, 0xC:
      throw failure(at: offset, "this is a set, which property lists do not have; use an array")
    default: throw unknownMarker(at: offset)
    }
    return Container(
      value: value, offset: offset, height: height + 1, cost: cost - costBefore,
      firstChild: places.closeBlock(from: mark))
  }

  private mutating func array(
    at offset: Int, depth: Int, height: inout Int
  ) throws(PropertyListError) -> PropertyList {
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
  ) throws(PropertyListError) -> PropertyList {
    let (count, start) = try references(at: offset, each: 2)
    var values = PropertyListDictionary()
    values.reserveCapacity(count)
    var run = KeyRun()
    for index in 0..<count {
      let (key, step, keyOffset) = try key(start, index, &run)
      let value = try object(start, count + index, depth: depth, height: &height)
      switch step {
      case .goesOn: values.appendBehindAll(key, value)
      case .isNew: values.append(key, value)
      case .isOpen:
        if let first = values[key] {
          noteDuplicate(key, isSame: first == value, at: keyOffset)
          continue
        }
        values.append(key, value)
      }
      places.key(at: keyOffset)
    }
    return .dictionary(values)
  }

  /// In binary files the first value counts, as in Foundation.
  private mutating func noteDuplicate(_ key: String, isSame: Bool, at offset: Int) {
    places.dropLatest()
    let kind = PropertyListNote.Kind.duplicateKey(key, isSame: isSame)
    places.remark(kind, at: offset, kind.sentence(counting: "first"))
  }

  /// How many entries a container has and where its references begin, all inside of the objects.
  private func references(
    at offset: Int, each: Int
  ) throws(PropertyListError) -> (count: Int, start: Int) {
    let (count, start) = try count(at: offset)
    guard count <= (trailer.tableOffset - start) / (each * trailer.referenceSize) else {
      throw cutOff(offset)
    }
    return (count, start)
  }

  @inline(__always)
  private mutating func object(
    _ start: Int, _ index: Int, depth: Int, height: inout Int
  ) throws(PropertyListError) -> PropertyList {
    let reference = start + index * trailer.referenceSize
    return try object(
      number(at: reference), referredAt: reference, depth: depth, height: &height)
  }

  @inline(__always)
  private mutating func key(
    _ start: Int, _ index: Int, _ run: inout KeyRun
  ) throws(PropertyListError) -> (key: String, step: KeyRun.Step, offset: Int) {
    let reference = start + index * trailer.referenceSize
    let offset = try offset(of: number(at: reference), referredAt: reference)
    try spend(16, at: offset)
    switch bytes[offset] >> 4 {
    case 5:
      let content = try content(at: offset, unitSize: 1)
      return (try ascii(content, at: offset), run.step(to: content), offset)
    case 6:
      return (try text(at: offset), run.step(to: nil), offset)
    default: throw failure(at: offset, "a key must be text")
    }
  }

  @inline(__always)
  private func number(at reference: Int) -> Int {
    Int(clamping: bytes.bigEndian(at: reference, size: trailer.referenceSize))
  }
}
