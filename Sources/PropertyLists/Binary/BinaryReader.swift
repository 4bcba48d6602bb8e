/// Reads a binary property list (`bplist00`), trusting no number in it.
///
/// Every array and dictionary is read once and shared by those that refer to it. Two sums keep the
/// sharing in bounds: how deep an object is, and what all would take written out.
struct BinaryReader {
  /// An array or dictionary that was read, ready for the next reference to it.
  struct Container {
    let value: PropertyList
    let offset: Int
    /// How many levels nest in it, itself included.
    let height: Int
    /// What it takes written out.
    let cost: Int
    let firstChild: UInt32
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  let trailer: BinaryTrailer
  var places: PlaceRecorder

  /// What the values so far take written out: their text and data, and 16 for each value.
  private(set) var cost = 0
  /// For each object 0 when it was not read yet, `inProgress`, or its position in `known` + 1.
  private var states: [UInt32]
  private var known: [Container] = []
  private static let inProgress = UInt32.max

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) throws(PropertyListError) {
    trailer = try BinaryTrailer(of: bytes)
    self.bytes = bytes
    self.limits = limits
    self.places = places
    states = Array(repeating: 0, count: trailer.objectCount)
  }

  /// Reads the whole file.
  mutating func root() throws(PropertyListError) -> PropertyList {
    var height = 0
    let value = try object(
      trailer.topObject, referredAt: bytes.count - 16, depth: 0, height: &height)
    places.finish()
    return value
  }

  /// The object of a number; `height` is raised to what nests in it.
  @inline(__always)
  mutating func object(
    _ number: Int, referredAt reference: Int, depth: Int, height: inout Int
  ) throws(PropertyListError) -> PropertyList {
    let offset = try offset(of: number, referredAt: reference)
    try spend(16, at: offset)
    guard bytes[offset] >= 0xA0 else {
      places.leaf(at: offset)
      return try leaf(at: offset)
    }
    let container = try container(number, at: offset, referredAt: reference, depth: depth)
    height = max(height, container.height)
    places.again(.init(value: UInt32(offset), firstChild: container.firstChild))
    return container.value
  }

  /// Where an object begins.
  @inline(__always)
  func offset(of number: Int, referredAt reference: Int) throws(PropertyListError) -> Int {
    guard number < trailer.objectCount else {
      throw failure(
        at: reference, "this refers to an object beyond the \(trailer.objectCount) there")
    }
    let offset = trailer.offset(of: number, in: bytes)
    guard offset >= 8, offset < UInt64(trailer.tableOffset) else {
      throw failure(at: reference, "this refers to an object outside of the file's objects")
    }
    return Int(offset)
  }

  private mutating func container(
    _ number: Int, at offset: Int, referredAt reference: Int, depth: Int
  ) throws(PropertyListError) -> Container {
    switch states[number] {
    case 0: break
    case Self.inProgress: throw failure(at: reference, "this object contains itself")
    case let position:
      let container = known[Int(position) - 1]
      try checkDepth(depth + container.height, at: reference)
      try spend(container.cost, at: reference)
      return container
    }
    states[number] = Self.inProgress
    try checkDepth(depth + 1, at: offset)
    let container = try container(at: offset, depth: depth + 1)
    known.append(container)
    states[number] = UInt32(known.count)
    return container
  }

  /// Adds to what all takes written out.
  @inline(__always)
  mutating func spend(_ bytes: Int, at offset: Int) throws(PropertyListError) {
    cost += bytes
    guard cost <= limits.expandedBytes else {
      throw failure(
        at: offset,
        "with shared objects written out this file has more than \(limits.expandedBytes) bytes")
    }
  }

  private func checkDepth(_ depth: Int, at offset: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw failure(at: offset, "arrays and dictionaries nest deeper than \(limits.depth) levels")
    }
  }

  func failure(at offset: Int, _ message: String) -> PropertyListError {
    PropertyListError(at: .offset(offset), message)
  }
}
