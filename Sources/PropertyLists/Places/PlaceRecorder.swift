/// Collects where values and keys stand while a reader walks a file, in flat arrays.
///
/// Each value is one record of three numbers. The children of a container lie side by side, so the
/// place of any child is found in one step. A reader that needs no places switches it off.
struct PlaceRecorder {
  /// Where a value and its key stand, as byte offsets, and where its children's records begin.
  struct Record: Sendable {
    var value: UInt32
    var key = UInt32.max
    var firstChild: UInt32 = 0
  }

  /// Something odd, with its place still as a byte offset.
  struct Remark {
    let kind: PropertyListNote.Kind
    let offset: Int
    let message: String
  }

  /// A hostile file may hold millions of oddities; nobody reads more than these.
  private static let mostRemarks = 10_000

  let isOn: Bool
  /// Finished records; the root's is the last one in the end.
  private(set) var records: [Record] = []
  private(set) var remarks: [Remark] = []
  /// Records whose container is still being read.
  private var pending: [Record] = []

  /// Makes room for the records of a file of that many bytes, which are then not moved.
  ///
  /// Room that is not used costs addresses and no memory.
  init(isOn: Bool, bytes count: Int) {
    self.isOn = isOn
    if isOn { records.reserveCapacity(count / 16) }
  }

  /// How many records wait; a container keeps this from before its children for `close`.
  var mark: Int { pending.count }

  mutating func leaf(at offset: Int) {
    if isOn { pending.append(Record(value: UInt32(offset))) }
  }

  /// Says that the key of the latest value stands there.
  mutating func key(at offset: Int) {
    if isOn { pending[pending.count - 1].key = UInt32(offset) }
  }

  /// The latest value replaces an earlier child of the container that began at `mark`.
  mutating func replace(child position: Int, of mark: Int) {
    if isOn { pending[mark + position] = pending.removeLast() }
  }

  /// Takes back the latest value, which does not count.
  mutating func dropLatest() {
    if isOn { pending.removeLast() }
  }

  /// How far the recording has come, to take back what follows.
  struct Checkpoint {
    fileprivate let pending: Int
    fileprivate let records: Int
    fileprivate let remarks: Int
  }

  var checkpoint: Checkpoint {
    Checkpoint(pending: pending.count, records: records.count, remarks: remarks.count)
  }

  /// Takes back all that was recorded since, when what was read turned out not to count.
  mutating func takeBack(to checkpoint: Checkpoint) {
    pending.removeLast(pending.count - checkpoint.pending)
    records.removeLast(records.count - checkpoint.records)
    remarks.removeLast(remarks.count - checkpoint.remarks)
  }

  /// Ends the container that stands at `offset`; its children came after `mark`.
  mutating func close(at offset: Int, from mark: Int) {
    let block = closeBlock(from: mark)
    if isOn { pending.append(Record(value: UInt32(offset), firstChild: block)) }
  }

  /// Lays the children that came after `mark` side by side and returns where they begin.
  mutating func closeBlock(from mark: Int) -> UInt32 {
    guard isOn else { return 0 }
    let block = UInt32(records.count)
    // One by one: they are mostly a few, and to move a slice takes longer.
    for child in mark..<pending.count { records.append(pending[child]) }
    while pending.count > mark { pending.removeLast() }
    return block
  }

  /// Ends the file: the one record left is the root's.
  mutating func finish() {
    if isOn { records.append(contentsOf: pending) }
  }

  /// Notes a value that was read before, with the children that it had then.
  mutating func again(_ record: Record) {
    if isOn { pending.append(record) }
  }

  /// Notes a key that is there already, and which of its values counts.
  mutating func remarkDuplicate(
    _ key: String, isSame: Bool, counting which: String, at offset: Int
  ) {
    remark(
      .duplicateKey(key, isSame: isSame), at: offset,
      isSame
        ? "the key \"\(key)\" stands here again with the same value"
        : "the key \"\(key)\" stands here again with another value, and the \(which) one counts")
  }

  mutating func remark(
    _ kind: PropertyListNote.Kind, at offset: Int, _ message: @autoclosure () -> String
  ) {
    guard isOn, remarks.count < Self.mostRemarks else { return }
    remarks.append(Remark(kind: kind, offset: offset, message: message()))
  }
}
