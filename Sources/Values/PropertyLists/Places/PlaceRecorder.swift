/// A recorder that stores the locations of values and keys in flat arrays.
///
/// Each value has a record of three integers. The records of a container's children are contiguous,
/// so the location of a child is found in constant time. Recording is optional.
struct PlaceRecorder: Sendable {
  /// The byte offsets of a value and its key, and the index of its first child's record.
  struct Record: Sendable {
    var value: UInt32
    var key = UInt32.max
    var firstChild: UInt32 = 0
  }

  /// The maximum number of warnings about a file.
  ///
  /// Without this limit, a malicious file could cause millions of warnings.
  private static let mostRemarks = 10_000

  let isOn: Bool
  /// The records of all values in completed arrays and dictionaries, ending with the record of the
  /// root.
  private(set) var records: [Record] = []
  /// The warnings about the file with their byte offsets.
  private(set) var remarks: [(kind: PropertyListNote.NoteKind, offset: Int, message: String)] = []
  /// The records of values in arrays and dictionaries that are still being read.
  private var pending: [Record] = []

  /// Creates a recorder and reserves capacity for a file of the specified size.
  ///
  /// Unused capacity requires address space but no physical memory.
  init(isOn: Bool, bytes count: Int) {
    self.isOn = isOn
    if isOn { records.reserveCapacity(count / 16) }
  }

  /// The number of records in arrays and dictionaries that are still being read.
  ///
  /// Save this number before reading the children of an array or dictionary, and pass it to
  /// `close`.
  var mark: Int { pending.count }

  mutating func leaf(at offset: Int) {
    if isOn { pending.append(Record(value: UInt32(offset))) }
  }

  /// Sets the location of the key that belongs to the latest value.
  mutating func key(at offset: Int) {
    if isOn { pending[pending.count - 1].key = UInt32(offset) }
  }

  /// Replaces an earlier child of the container that starts at `mark` with the latest value.
  mutating func replace(child position: Int, of mark: Int) {
    if isOn { pending[mark + position] = pending.removeLast() }
  }

  /// Removes the record of the latest value, which isn't part of the result.
  mutating func dropLatest() {
    if isOn { pending.removeLast() }
  }

  /// A state of the recorder to which it can return after an error.
  var checkpoint: (pending: Int, records: Int, remarks: Int) {
    (pending.count, records.count, remarks.count)
  }

  /// Discards the locations and warnings that were recorded since a checkpoint.
  mutating func takeBack(to checkpoint: (pending: Int, records: Int, remarks: Int)) {
    pending.removeLast(pending.count - checkpoint.pending)
    records.removeLast(records.count - checkpoint.records)
    remarks.removeLast(remarks.count - checkpoint.remarks)
  }

  /// Completes the array or dictionary at an offset, whose children were recorded since `mark`.
  mutating func close(at offset: Int, from mark: Int) {
    let block = closeBlock(from: mark)
    if isOn { pending.append(Record(value: UInt32(offset), firstChild: block)) }
  }

  /// Moves the records of the children since `mark` to the completed records.
  ///
  /// - Returns: The index of the first child.
  mutating func closeBlock(from mark: Int) -> UInt32 {
    guard isOn else { return 0 }
    let block = UInt32(records.count)
    // Append the records one by one, which is faster than appending a slice because there are
    // usually only a few.
    for child in mark..<pending.count { records.append(pending[child]) }
    while pending.count > mark { pending.removeLast() }
    return block
  }

  /// Completes the recording of a file by adding the record of the root.
  mutating func finish() {
    if isOn { records.append(contentsOf: pending) }
  }

  /// Adds the record of a value that was already read and that has the same children.
  mutating func again(_ record: Record) {
    if isOn { pending.append(record) }
  }

  /// Adds a warning about a key that a dictionary contains more than once.
  mutating func remarkDuplicate(
    _ key: String, isSame: Bool, counting which: String, at offset: Int
  ) {
    remark(
      .duplicateKey(key, isSame: isSame), at: offset,
      isSame
        ? "duplicate key \"\(key)\" with the same value"
        : "duplicate key \"\(key)\" with a different value; the \(which) one is used")
  }

  mutating func remark(
    _ kind: PropertyListNote.NoteKind, at offset: Int, _ message: @autoclosure () -> String
  ) {
    guard isOn, remarks.count < Self.mostRemarks else { return }
    remarks.append((kind, offset, message()))
  }
}
