/// What a mirror holds for one key: a value, or a tombstone that says it was deleted.
public struct CloudRecord: Sendable {
  /// The value; nil in a tombstone.
  public let value: PropertyList?
  /// When and where the edit was made.
  public let stamp: CloudStamp
  /// Which push brought the record into the mirror.
  public let push: CloudPush
  /// In a tombstone, the devices that took the delete over; when all have, it may go.
  public var seen: Set<CloudDevice>

  /// Makes a record.
  public init(
    value: PropertyList?, stamp: CloudStamp, push: CloudPush, seen: Set<CloudDevice> = []
  ) {
    self.value = value
    self.stamp = stamp
    self.push = push
    self.seen = seen
  }

  /// Whether the record says that the key was deleted.
  public var isTombstone: Bool { value == nil }

  /// Whether both hold the same value, or both none.
  func hasSameValue(as other: CloudRecord) -> Bool { value.isSame(as: other.value) }

  /// Whether the other one wins over this: by stamp (its device included), then by value bytes.
  func isOlder(than other: CloudRecord) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    return CanonicalBytes(of: value ?? .boolean(false)).bytes
      .lexicographicallyPrecedes(CanonicalBytes(of: other.value ?? .boolean(false)).bytes)
  }
}

/// One push of one device: its number in that device's own count, from 1.
public struct CloudPush: Sendable, Hashable {
  /// The device that pushed.
  public let device: CloudDevice
  /// Its count.
  public let sequence: Int64

  /// Makes a push's name.
  public init(device: CloudDevice, sequence: Int64) {
    self.device = device
    self.sequence = sequence
  }
}
