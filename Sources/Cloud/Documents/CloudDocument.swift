package import SetteePropertyLists

/// All that a mirror holds for one domain of one account.
///
/// ``devices`` says how far each device's pushes are contained: a record whose push is covered, and
/// which the document lacks, was here and was removed, also after its tombstone is gone.
package struct CloudDocument: Sendable {
  /// The mirror's random id, made at the first push.
  package var mirror: String
  package var records: [CloudKey: CloudRecord] = [:]
  /// The last push of every device that is contained in this document.
  package var devices: [CloudDevice: CloudDeviceEntry] = [:]

  package init(mirror: String, records: [CloudKey: CloudRecord] = [:]) {
    (self.mirror, self.records) = (mirror, records)
  }

  /// Whether the document was written with this push's records known.
  package func covers(_ push: CloudPush) -> Bool {
    (devices[push.device]?.written.sequence ?? 0) >= push.sequence
  }

  /// Whether nothing of another document is lost when that one goes.
  package func contains(_ other: CloudDocument) -> Bool {
    other.records.allSatisfy { key, record in
      records[key].map { !$0.isOlder(than: record) } ?? covers(record.push)
    }
  }

  /// Whether the record, which this document lacks, was here and was removed.
  func hasRemoved(_ record: CloudRecord, now: Int64) -> Bool {
    covers(record.push) && mayHaveRemoved(record.stamp, now: now)
  }

  /// Whether an edit of this time may have been deleted without a tombstone being left.
  ///
  /// A tombstone is kept for ``SyncComposition/tombstoneLifetime``. A document that lacks a more recent
  /// edit and has no tombstone for it never had that edit, even if it covers the push: a cloned
  /// device continues the sequence under the same name.
  func mayHaveRemoved(_ stamp: CloudStamp, now: Int64) -> Bool {
    latestTime(by: now).map { $0 - stamp.time > SyncComposition.tombstoneLifetime } ?? false
  }

  /// When the document was last written, according to the clocks of its devices.
  ///
  /// Times more than a day after `now`, the clock of this device, don't count: a clock that is ahead
  /// makes nothing older.
  func latestTime(by now: Int64) -> Int64? {
    devices.values.lazy.map(\.time).max().map { min($0, now + ClockCheck.tolerance) }
  }

  /// The values, without tombstones.
  package var values: [CloudKey: PropertyList] { records.compactMapValues(\.value) }
}

/// What a mirror holds for one key: a value, or a tombstone that says it was deleted.
package struct CloudRecord: Sendable {
  /// The value; nil in a tombstone.
  package let value: PropertyList?
  /// When and where the edit was made.
  package let stamp: CloudStamp
  /// Which push brought the record into the mirror.
  package let push: CloudPush
  /// In a tombstone, the devices that took the delete over; when all have, it may go.
  package var seen: Set<CloudDevice>

  package init(
    value: PropertyList?, stamp: CloudStamp, push: CloudPush, seen: Set<CloudDevice> = []
  ) {
    (self.value, self.stamp, self.push, self.seen) = (value, stamp, push, seen)
  }

  package var isTombstone: Bool { value == nil }

  func hasSameValue(as other: CloudRecord) -> Bool { value.isSame(as: other.value) }

  /// Whether both come from one edit; the stamp alone does not say it: twins may make the same one.
  func isSameEdit(as other: CloudRecord) -> Bool { stamp == other.stamp && hasSameValue(as: other) }

  /// Whether the other one wins over this: by stamp (its device included), then by value bytes.
  func isOlder(than other: CloudRecord) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if hasSameValue(as: other) { return false }
    return CanonicalBytes(of: value ?? .boolean(false)).bytes
      .lexicographicallyPrecedes(CanonicalBytes(of: other.value ?? .boolean(false)).bytes)
  }
}

/// A key told apart by its code units, never by String's `==` (which merges é and e + U+0301).
package struct CloudKey: Sendable, Hashable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  package let text: String

  package init(_ text: String) { self.text = text }
  package init(stringLiteral value: String) { self.init(value) }

  package static func == (left: Self, right: Self) -> Bool { left.text.isSame(as: right.text) }

  package static func < (left: Self, right: Self) -> Bool { left.text.precedes(right.text) }

  package func hash(into hasher: inout Hasher) { text.hashCodeUnits(into: &hasher) }

  package var description: String { text }
}

/// What a document knows of one device.
package struct CloudDeviceEntry: Sendable, Equatable {
  /// The device's last push.
  package var written: CloudWrite
  /// The device's wall clock at that push, in milliseconds since 1970.
  package var time: Int64
  /// The latest time of any other device that this one knew of at that push: a lower bound of when
  /// it was, even if the device's clock was behind.
  package var knownTime: Int64?
  /// Whether it was silent for so long that nobody waits for it any more.
  package var isRetired: Bool
  /// What its user calls it; nobody but the device itself says so.
  package var name: String?

  package init(written: CloudWrite, time: Int64, isRetired: Bool = false, name: String? = nil) {
    (self.written, self.time, self.isRetired, self.name) = (written, time, isRetired, name)
  }
}

/// The name of one write: its number, and a random word that a clone of the device cannot know.
package struct CloudWrite: Sendable, Hashable, CloudText {
  /// A number that no device can have come to would leave none to count on with.
  static let mostSequence: Int64 = 1 << 53
  /// The device's count, from 1.
  package let sequence: Int64
  package let nonce: UInt64

  package init(sequence: Int64, nonce: UInt64) { (self.sequence, self.nonce) = (sequence, nonce) }

  /// `sequence.nonce`, the nonce in hexadecimal.
  var text: String { "\(sequence).\(String(nonce, radix: 16))" }

  init?(text: String) {
    guard let parts = text.parts(2), let sequence = Int64(written: parts[0]),
      (0...Self.mostSequence).contains(sequence), let nonce = UInt64(written: parts[1], radix: 16)
    else { return nil }
    self.init(sequence: sequence, nonce: nonce)
  }
}

/// One push of one device: its number in that device's own count, from 1.
package struct CloudPush: Sendable, Hashable, CloudText {
  package let device: CloudDevice
  package let sequence: Int64

  package init(device: CloudDevice, sequence: Int64) {
    (self.device, self.sequence) = (device, sequence)
  }

  /// `device.sequence`.
  var text: String { "\(device.id).\(sequence)" }

  init?(text: String) {
    guard let parts = text.parts(2), let device = CloudDevice(parts[0]),
      let sequence = Int64(written: parts[1]), (0...CloudWrite.mostSequence).contains(sequence)
    else { return nil }
    self.init(device: device, sequence: sequence)
  }
}
