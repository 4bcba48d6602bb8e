package import SetteePropertyLists

/// The contents of a mirror for one account and domain.
///
/// ``devices`` is a version vector: for each device, it has the last push that the document
/// includes. If the document covers the push of a record but lacks the record, the record was
/// removed, even if its tombstone has expired.
package struct CloudDocument: Sendable {
  /// The random ID of the mirror, created by the first push.
  package var mirror: String
  package var records: [CloudKey: CloudRecord] = [:]
  /// The last push of each device that is included in this document.
  package var devices: [CloudDevice: CloudDeviceEntry] = [:]

  package init(mirror: String, records: [CloudKey: CloudRecord] = [:]) {
    (self.mirror, self.records) = (mirror, records)
  }

  /// Returns whether the document was written with knowledge of this push.
  package func covers(_ push: CloudPush) -> Bool {
    (devices[push.device]?.written.sequence ?? 0) >= push.sequence
  }

  /// Returns whether another document can be removed without losing records.
  package func contains(_ other: CloudDocument) -> Bool {
    other.records.allSatisfy { key, record in
      records[key].map { !$0.isOlder(than: record) } ?? covers(record.push)
    }
  }

  /// Returns whether a record that this document lacks was removed from it.
  func hasRemoved(_ record: CloudRecord, now: Int64) -> Bool {
    covers(record.push) && mayHaveRemoved(record.stamp, now: now)
  }

  /// Returns whether an edit with this time may have been deleted without leaving a tombstone.
  ///
  /// A tombstone is kept for ``SyncComposition/tombstoneLifetime``. A document that lacks a more
  /// recent edit and has no tombstone for it never had that edit, even if it covers the push: a
  /// cloned device continues the sequence under the same ID.
  func mayHaveRemoved(_ stamp: CloudStamp, now: Int64) -> Bool {
    latestTime(by: now).map { $0 - stamp.time > SyncComposition.tombstoneLifetime } ?? false
  }

  /// When the document was last written, according to the clocks of its devices.
  ///
  /// Times more than a day after `now`, the clock of this device, are capped, so that a clock that
  /// is ahead doesn't make other entries look old.
  func latestTime(by now: Int64) -> Int64? {
    devices.values.lazy.map(\.time).max().map { min($0, now + ClockCheck.tolerance) }
  }

  /// The values, without tombstones.
  package var values: [CloudKey: PropertyList] { records.compactMapValues(\.value) }
}

/// The contents of a mirror for one key: a value or a tombstone.
package struct CloudRecord: Sendable {
  /// The value, or `nil` in a tombstone.
  package let value: PropertyList?
  /// The time and device of the edit.
  package let stamp: CloudStamp
  /// The push that sent the record to the mirror.
  package let push: CloudPush
  /// In a tombstone, the devices that have applied the delete.
  package var seen: Set<CloudDevice>

  package init(
    value: PropertyList?, stamp: CloudStamp, push: CloudPush, seen: Set<CloudDevice> = []
  ) {
    (self.value, self.stamp, self.push, self.seen) = (value, stamp, push, seen)
  }

  package var isTombstone: Bool { value == nil }

  func hasSameValue(as other: CloudRecord) -> Bool { value.isSame(as: other.value) }

  /// Returns whether both records come from the same edit.
  ///
  /// The stamp alone doesn't prove it, because clones can create equal stamps.
  func isSameEdit(as other: CloudRecord) -> Bool { stamp == other.stamp && hasSameValue(as: other) }

  /// Returns whether the other record takes precedence, by stamp and then by value.
  func isOlder(than other: CloudRecord) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if hasSameValue(as: other) { return false }
    return CanonicalBytes(of: value ?? .boolean(false)).bytes
      .lexicographicallyPrecedes(CanonicalBytes(of: other.value ?? .boolean(false)).bytes)
  }
}

/// A key, compared by code units.
///
/// String's `==` treats é and e + U+0301 as equal.
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

/// The entry of a device in a document.
package struct CloudDeviceEntry: Sendable, Equatable {
  /// The device's last push.
  package var written: CloudWrite
  /// The device's wall clock at that push, in milliseconds since 1970.
  package var time: Int64
  /// The latest time of any other device that this device knew of at that push.
  ///
  /// It is a lower bound for the time of the push, even if the device's clock was behind.
  package var knownTime: Int64?
  /// A Boolean value that indicates whether the device was inactive for so long (180 days) that the
  /// others no longer wait for it.
  package var isRetired: Bool
  /// The name that the device's user gave it.
  package var name: String?

  package init(written: CloudWrite, time: Int64, isRetired: Bool = false, name: String? = nil) {
    (self.written, self.time, self.isRetired, self.name) = (written, time, isRetired, name)
  }
}

/// The identity of a write: a sequence number and a random nonce that a clone doesn't know.
package struct CloudWrite: Sendable, Hashable, CloudText {
  /// The maximum sequence number, far above any real one, so that numbers can always be increased.
  static let mostSequence: Int64 = 1 << 53
  /// The device's sequence number, starting at 1.
  package let sequence: Int64
  package let nonce: UInt64

  package init(sequence: Int64, nonce: UInt64) { (self.sequence, self.nonce) = (sequence, nonce) }

  /// `sequence.nonce`, with the nonce in hexadecimal.
  var text: String { "\(sequence).\(String(nonce, radix: 16))" }

  init?(text: String) {
    guard let parts = text.parts(2), let sequence = Int64(written: parts[0]),
      (0...Self.mostSequence).contains(sequence), let nonce = UInt64(written: parts[1], radix: 16)
    else { return nil }
    self.init(sequence: sequence, nonce: nonce)
  }
}

/// A push of a device, identified by its sequence number.
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
