/// The last 32 bytes of a binary property list: how wide its numbers are and where its tables lie.
struct BinaryTrailer {
  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  let tableOffset: Int

  private static let size = 32
  private static let headerSize = 8

  init(of bytes: UnsafeBufferPointer<UInt8>) throws(PropertyListError) {
    let start = bytes.count - Self.size
    guard start > Self.headerSize else {
      throw PropertyListError(at: .offset(bytes.count), "the file is cut off; it has no trailer")
    }
    guard bytes.starts(with: "bplist0".utf8) else {
      throw PropertyListError(at: .offset(6), "this version of the binary format is not known")
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
      throw PropertyListError(
        at: .offset(start), "the trailer contradicts the file; it is cut off or damaged")
    }
    (objectCount, topObject, tableOffset) = (count, top, table)
  }

  /// Where an object begins, as the file says it; it may lie anywhere.
  @inline(__always)
  func offset(of object: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.bigEndian(at: tableOffset + object * offsetSize, size: offsetSize)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number in that many bytes, 8 at most.
  @inline(__always)
  func bigEndian(at offset: Int, size: Int) -> UInt64 {
    // All but the trailer's own numbers have a trailer behind them, so that eight can be read.
    guard offset + 8 <= count else {
      return self[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return word(at: offset).packed(first: size)
  }
}
