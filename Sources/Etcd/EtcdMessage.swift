/// The one call that is made over gRPC, in the few fields of etcd's protocol buffers that it needs.
///
/// The numbers are those of etcd's `rpc.proto`, which never change.
enum EtcdMessage {
  /// A transaction, framed: where the key has the revision (0: does not exist), put the bytes.
  static func transaction(
    putting bytes: [UInt8], under key: String, expecting revision: Int64
  ) -> [UInt8] {
    let key = Array(key.utf8)
    // Compare: result EQUAL, target MOD, the key, its revision.
    let compare: [UInt8] =
      [1 << 3, 0, 2 << 3, 2] + field(3, key) + [6 << 3] + varint(UInt64(bitPattern: revision))
    // From the inside out: PutRequest, RequestOp, TxnRequest, each with its content at its end.
    let put = field(1, key) + start(2, bytes.count)
    let operation = start(2, put.count + bytes.count) + put
    let head = field(1, compare) + start(2, operation.count + bytes.count) + operation
    let length = UInt32(head.count + bytes.count)
    var message: [UInt8] = []
    message.reserveCapacity(5 + head.count + bytes.count)
    message.append(0)
    for shift in [24, 16, 8, 0] { message.append(UInt8(truncatingIfNeeded: length >> shift)) }
    message += head
    message += bytes
    return message
  }

  /// The result of a transaction.
  struct Result: Equatable {
    var succeeded = false
    var revision: Int64 = 0
  }

  /// Reads an answer, framed; nil for what is none.
  static func result(_ answer: [UInt8]) -> Result? {
    guard answer.count >= 5, answer[0] == 0,
      answer[1..<5].reduce(0, { $0 << 8 | Int($1) }) == answer.count - 5
    else { return nil }
    var result = Result()
    var fields = FieldReader(rest: answer[5...])
    while let (number, field) = fields.next() {
      switch (number, field) {
      case (1, .bytes(let header)):
        var fields = FieldReader(rest: header)
        while let (number, field) = fields.next() {
          guard number == 3, case .number(let value) = field else { continue }
          result.revision = Int64(bitPattern: value)
        }
        guard fields.isAtEnd else { return nil }
      case (2, .number(let flag)): result.succeeded = flag != 0
      default: break
      }
    }
    return fields.isAtEnd && result.revision > 0 ? result : nil
  }

  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    start(number, content.count) + content
  }

  /// What stands before a field of so many bytes.
  private static func start(_ number: UInt8, _ count: Int) -> [UInt8] {
    [number << 3 | 2] + varint(UInt64(count))
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

/// Takes the fields of a message one by one.
private struct FieldReader {
  enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// Eight or four bytes, of which nothing is needed.
    case other
  }

  var rest: ArraySlice<UInt8>

  /// Whether all was read; else what is left is damaged.
  var isAtEnd: Bool { rest.isEmpty }

  /// The next field and its number; nil at the end, and where no field follows.
  mutating func next() -> (number: UInt64, Field)? {
    let start = rest
    guard !rest.isEmpty, let tag = varint(), let field = field(tag & 7) else {
      rest = start
      return nil
    }
    return (tag >> 3, field)
  }

  private mutating func field(_ kind: UInt64) -> Field? {
    switch kind {
    case 0: varint().map { .number($0) }
    case 1: take(8).map { _ in .other }
    case 2: varint().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map { .bytes($0) }
    case 5: take(4).map { _ in .other }
    default: nil
    }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func varint() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}
