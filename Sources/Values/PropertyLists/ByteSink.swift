/// A growable byte buffer, to which serializers append their output.
///
/// Unlike an array, this buffer doesn't check its uniqueness for each append, which makes appending
/// faster.
struct ByteSink: ~Copyable {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    storage = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { storage.deallocate() }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: storage, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (storage + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(text: String) { text.withCodeUnits { append($0) } }

  /// Appends the low bytes of an integer to the buffer in big-endian order.
  @inline(__always)
  mutating func append(bigEndian number: UInt64, size: Int) {
    reserve(size)
    for index in 0..<size {
      let byte = UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - index)))
      storage.storeBytes(of: byte, toByteOffset: count + index, as: UInt8.self)
    }
    count += size
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: storage, byteCount: count)
    storage.deallocate()
    storage = larger
  }
}
