extension BinaryReader {
  mutating func array(at offset: Int, depth: Int) throws(PropertyListError) -> Known {
    try checkDepth(depth, at: offset)
    let (count, start) = try references(at: offset, each: 1)
    let mark = places.mark
    var result = Known(value: .array([]), offset: offset)
    var values: [PropertyList] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      let element = try object(start, index, depth: depth)
      try add(element, to: &result)
      note(element)
      values.append(element.value)
    }
    return close(&result, .array(values), from: mark)
  }

  mutating func dictionary(at offset: Int, depth: Int) throws(PropertyListError) -> Known {
    try checkDepth(depth, at: offset)
    let (count, start) = try references(at: offset, each: 2)
    let mark = places.mark
    var result = Known(value: .dictionary([:]), offset: offset)
    var values = PropertyListDictionary()
    values.reserveCapacity(count)
    for index in 0..<count {
      let key = try object(start, index, depth: depth)
      guard case .string(let name) = key.value else {
        throw failure(at: key.offset, "a key must be text")
      }
      let element = try object(start, count + index, depth: depth)
      try add(key, to: &result)
      try add(element, to: &result)
      note(element)
      places.key(at: key.offset)
      set(name, element.value, at: key.offset, in: &values, mark)
    }
    return close(&result, .dictionary(values), from: mark)
  }

  private mutating func set(
    _ key: String, _ value: PropertyList, at offset: Int, in values: inout PropertyListDictionary,
    _ mark: Int
  ) {
    let (position, wasThere) = values.set(key, value)
    guard wasThere else { return }
    places.replace(child: position, of: mark)
    places.remark(
      .duplicateKey(key), at: offset, "the key \"\(key)\" stands here again; this last value counts"
    )
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

  private mutating func object(
    _ start: Int, _ index: Int, depth: Int
  ) throws(PropertyListError) -> Known {
    let reference = start + index * trailer.referenceSize
    let number = bytes.bigEndian(at: reference, size: trailer.referenceSize)
    return try object(Int(clamping: number), referredAt: reference, depth: depth)
  }

  private func add(_ child: Known, to container: inout Known) throws(PropertyListError) {
    container.height = max(container.height, child.height + 1)
    container.cost += child.cost
    guard container.cost <= limits.expandedBytes else {
      throw failure(
        at: container.offset,
        "with its shared objects written out this has more than \(limits.expandedBytes) bytes")
    }
  }

  private mutating func close(
    _ container: inout Known, _ value: PropertyList, from mark: Int
  ) -> Known {
    container.value = value
    container.height = max(container.height, 1)
    container.firstChild = places.closeBlock(from: mark)
    return container
  }
}
