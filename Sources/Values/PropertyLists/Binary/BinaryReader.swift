/// The trailer at the end of a binary property list.
///
/// The trailer contains the sizes of integers and the location of the offset table.
struct BinaryTrailer {
  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  let tableOffset: Int

  private static let size = 32
  private static let headerSize = 8

  init(of bytes: UnsafeBufferPointer<UInt8>) throws {
    let start = bytes.count - Self.size
    guard start > Self.headerSize else {
      throw ParseError(at: .offset(bytes.count), "truncated file: missing trailer")
    }
    guard bytes.starts(with: "bplist0".utf8) else {
      throw ParseError(at: .offset(6), "unknown version of the binary format")
    }
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    let numbers = (0..<3).map { bytes.bigEndian(at: start + 8 + 8 * $0, size: 8) }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Int(exactly: numbers[0]), let top = Int(exactly: numbers[1]),
      let table = Int(exactly: numbers[2]), table > Self.headerSize, table <= start,
      count > 0, count <= (start - table) / offsetSize, count <= table - Self.headerSize,
      top < count
    else {
      throw ParseError(
        at: .offset(start), "invalid trailer; the file is truncated or corrupt")
    }
    (objectCount, topObject, tableOffset) = (count, top, table)
  }

  /// Returns the stored offset of an object without checking that the offset is within the file.
  @inline(__always)
  func offset(of object: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.bigEndian(at: tableOffset + object * offsetSize, size: offsetSize)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the big-endian integer at an offset, which consists of up to 8 bytes.
  @inline(__always)
  func bigEndian(at offset: Int, size: Int) -> UInt64 {
    self[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A parser for binary property lists (`bplist00`) from untrusted sources.
///
/// Shared arrays and dictionaries are read only once. The nesting depth and the total expanded size
/// are limited, because sharing could make both of them huge.
struct BinaryReader {
  /// An array or dictionary that was already read and that several references can share.
  struct Container {
    let value: PropertyList
    let offset: Int
    /// The nesting depth of the array or dictionary, including itself.
    let height: Int
    /// The size of the array or dictionary after expanding all objects that it shares with others.
    let cost: Int
    let firstChild: UInt32
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  let trailer: BinaryTrailer
  var places: PlaceRecorder

  /// The size of all values that have been read, after expanding shared objects.
  ///
  /// The size includes text and data, plus 16 bytes per value.
  private(set) var cost = 0
  /// The state of each object in the file, which indicates whether the object has been read.
  ///
  /// The state is 0 for an unread object, `inProgress`, or the index of the object in `known` plus
  /// 1.
  private var states: [UInt32]
  private var known: [Container] = []
  private static let inProgress = UInt32.max

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) throws {
    trailer = try BinaryTrailer(of: bytes)
    self.bytes = bytes
    self.limits = limits
    self.places = places
    states = Array(repeating: 0, count: trailer.objectCount)
  }

  mutating func root() throws -> PropertyList {
    var height = 0
    let value = try object(
      trailer.topObject, referredAt: bytes.count - 16, depth: 0, height: &height)
    places.finish()
    return value
  }

  /// Returns the object with a number and updates `height` to the object's nesting depth.
  @inline(__always)
  mutating func object(
    _ number: Int, referredAt reference: Int, depth: Int, height: inout Int
  ) throws -> PropertyList {
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

  @inline(__always)
  func offset(of number: Int, referredAt reference: Int) throws -> Int {
    guard number < trailer.objectCount else {
      throw ParseError(
        at: .offset(reference),
        "reference to a nonexistent object; there are \(trailer.objectCount)")
    }
    let offset = trailer.offset(of: number, in: bytes)
    guard offset >= 8, offset < UInt64(trailer.tableOffset) else {
      throw ParseError(at: .offset(reference), "reference outside of the file's objects")
    }
    return Int(offset)
  }

  private mutating func container(
    _ number: Int, at offset: Int, referredAt reference: Int, depth: Int
  ) throws -> Container {
    switch states[number] {
    case 0: break
    case Self.inProgress: throw ParseError(at: .offset(reference), "circular reference")
    case let position:
      let container = known[Int(position) - 1]
      try limits.checkDepth(depth + container.height, at: reference)
      try spend(container.cost, at: reference)
      return container
    }
    states[number] = Self.inProgress
    try limits.checkDepth(depth + 1, at: offset)
    let container = try container(at: offset, depth: depth + 1)
    known.append(container)
    states[number] = UInt32(known.count)
    return container
  }

  /// Adds a number of bytes to the expanded size, and throws an error if it exceeds the limit.
  @inline(__always)
  mutating func spend(_ bytes: Int, at offset: Int) throws {
    cost += bytes
    guard cost <= limits.expandedBytes else {
      throw ParseError(
        at: .offset(offset),
        "expanded, the file has more than \(limits.expandedBytes) bytes")
    }
  }
}
