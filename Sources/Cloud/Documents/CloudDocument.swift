package import SetteeValues

/// The settings of one account and domain in a mirror.
///
/// ``devices`` is a version vector that contains the last included push of each device. If the
/// document covers the push of a record but doesn't contain the record, the record was removed,
/// even if its tombstone has expired.
package struct CloudDocument: Sendable {
  /// The random ID of the mirror, which the first push creates.
  package var mirror: String
  package var records: [Key: CloudRecord] = [:]
  /// The last push of each device that is included in the document.
  package var devices: [CloudDevice: CloudDeviceEntry] = [:]

  package init(mirror: String, records: [Key: CloudRecord] = [:]) {
    (self.mirror, self.records) = (mirror, records)
  }

  /// Returns whether the device that wrote the document had seen a push.
  package func covers(_ push: CloudPush) -> Bool {
    (devices[push.device]?.written.sequence ?? 0) >= push.sequence
  }

  /// Returns whether another document can be removed from the mirror without losing records.
  package func contains(_ other: CloudDocument) -> Bool {
    other.records.allSatisfy { key, record in
      records[key].map { !$0.isOlder(than: record) } ?? covers(record.push)
    }
  }

  /// Returns whether a record that is missing from this document was removed from it.
  func hasRemoved(_ record: CloudRecord, now: Int64) -> Bool {
    covers(record.push) && mayHaveRemoved(record.stamp, now: now)
  }

  /// Returns whether an edit that the document doesn't contain could have been deleted long ago
  /// without leaving a tombstone.
  ///
  /// A tombstone is kept for ``SyncComposition/tombstoneLifetime``. If the document has neither a
  /// recent edit nor a tombstone for it, the document never contained that edit. This is true even
  /// if it covers the push, because a cloned device continues the sequence under the same ID.
  func mayHaveRemoved(_ stamp: CloudStamp, now: Int64) -> Bool {
    latestTime(by: now).map { $0 - stamp.time > SyncComposition.tombstoneLifetime } ?? false
  }

  /// Returns the time of the document's last write, according to the clocks of its devices.
  ///
  /// Timestamps are limited to one day after `now`. Otherwise, a fast clock on one device would
  /// make the entries of other devices look old.
  func latestTime(by now: Int64) -> Int64? {
    devices.values.lazy.map(\.time).max().map { min($0, now + ClockCheck.tolerance) }
  }

  /// The values of the document, without the tombstones of deleted keys.
  package var values: [Key: PropertyList] { records.compactMapValues(\.value) }
}

/// The value of a key in a mirror, or the tombstone of a deleted key.
package struct CloudRecord: Sendable {
  /// The value of the key, or `nil` if the record is a tombstone.
  package let value: PropertyList?
  /// The time of the edit and the device that made it.
  package let stamp: CloudStamp
  /// The push that sent the record to the mirror.
  package let push: CloudPush
  /// The devices that have applied the deletion, if the record is a tombstone.
  package var seen: Set<CloudDevice>

  package init(
    value: PropertyList?, stamp: CloudStamp, push: CloudPush, seen: Set<CloudDevice> = []
  ) {
    (self.value, self.stamp, self.push, self.seen) = (value, stamp, push, seen)
  }

  package var isTombstone: Bool { value == nil }

  func hasSameValue(as other: CloudRecord) -> Bool { value.isSame(as: other.value) }

  /// Returns whether both records result from the same edit of a key.
  ///
  /// Comparing the stamps isn't sufficient, because cloned devices can create identical stamps.
  func isSameEdit(as other: CloudRecord) -> Bool { stamp == other.stamp && hasSameValue(as: other) }

  /// Returns whether another record takes precedence over this one, first by stamp and then by
  /// value.
  func isOlder(than other: CloudRecord) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if hasSameValue(as: other) { return false }
    return (value ?? .boolean(false)).canonicalBytes
      .lexicographicallyPrecedes((other.value ?? .boolean(false)).canonicalBytes)
  }
}

/// The entry of a device in a cloud document, which describes the last push of the device.
package struct CloudDeviceEntry: Sendable, Equatable {
  /// The last push of the device to the mirror.
  package var written: CloudWrite
  /// The time of the push on the device's clock, in milliseconds since 1970.
  package var time: Int64
  /// The latest timestamp of any other device that the device had seen when it pushed.
  ///
  /// The push can't be older than this timestamp, even if the device's clock was slow.
  package var knownTime: Int64?
  /// A Boolean value that indicates whether the device was retired, usually after 180 days of
  /// inactivity.
  ///
  /// Other devices don't wait for a retired device before they remove tombstones.
  package var isRetired: Bool
  /// The name that the user gave to the device.
  package var name: String?

  package init(written: CloudWrite, time: Int64, isRetired: Bool = false, name: String? = nil) {
    (self.written, self.time, self.isRetired, self.name) = (written, time, isRetired, name)
  }
}

/// The identity of a write to the mirror, which consists of a sequence number and a random nonce.
///
/// The nonce reveals writes by a clone of the device, because the clone chooses other nonces.
package struct CloudWrite: Sendable, Hashable, CloudCoded, LosslessStringConvertible {
  /// The maximum sequence number of a write to the mirror.
  ///
  /// The limit is far above any real number, so that a sequence number can always be increased.
  static let mostSequence: Int64 = 1 << 53
  /// The sequence number of the write on its device, starting at 1.
  package let sequence: Int64
  package let nonce: UInt64

  package init(sequence: Int64, nonce: UInt64) { (self.sequence, self.nonce) = (sequence, nonce) }

  /// The string representation `sequence.nonce`, in which the nonce is hexadecimal.
  package var description: String { "\(sequence).\(String(nonce, radix: 16))" }

  package init?(_ description: String) {
    guard let parts = description.parts(2), let sequence = Int64(written: parts[0]),
      (0...Self.mostSequence).contains(sequence), let nonce = UInt64(written: parts[1], radix: 16)
    else { return nil }
    self.init(sequence: sequence, nonce: nonce)
  }
}

/// A push of a device to the mirror, identified by its sequence number.
package struct CloudPush: Sendable, Hashable, CloudCoded, LosslessStringConvertible {
  package let device: CloudDevice
  package let sequence: Int64

  package init(device: CloudDevice, sequence: Int64) {
    (self.device, self.sequence) = (device, sequence)
  }

  /// The string representation `device.sequence` of the push.
  package var description: String { "\(device.id).\(sequence)" }

  package init?(_ description: String) {
    guard let parts = description.parts(2), let device = CloudDevice(parts[0]),
      let sequence = Int64(written: parts[1]), (0...CloudWrite.mostSequence).contains(sequence)
    else { return nil }
    self.init(device: device, sequence: sequence)
  }
}
