/// All that a mirror holds for one domain of one account.
///
/// ``devices`` says how far each device's pushes are contained: a record whose push is covered, and
/// which the document lacks, has been here and was removed. So an absence is told from a delete even
/// after its tombstone is gone.
public struct CloudDocument: Sendable {
  /// The mirror's random id, made at the first push.
  public var mirror: String { didSet { encoded = nil } }
  /// A value or a tombstone for each key.
  public var records: [CloudKey: CloudRecord] = [:] { didSet { encoded = nil } }
  /// The last push of every device that is contained in this document.
  public var devices: [CloudDevice: CloudDeviceEntry] = [:] { didSet { encoded = nil } }
  /// The bytes of this very document, when they were made or read before: it is kept and sent.
  private(set) var encoded: [UInt8]?

  /// Makes an empty document of a mirror.
  public init(mirror: String) { self.mirror = mirror }

  /// Whether the document was written with this push's records known.
  public func covers(_ push: CloudPush) -> Bool {
    (devices[push.device]?.written.sequence ?? 0) >= push.sequence
  }

  /// The same, for a push by a device of which `known` is the last that was heard; when this was
  /// written, it may have been silent for so long that it was left out.
  func covers(_ push: CloudPush, known: CloudDeviceEntry?) -> Bool {
    if devices.index(forKey: push.device) != nil { return covers(push) }
    guard let known, let newest = devices.values.lazy.map(\.time).max() else { return false }
    return newest - known.time > SyncComposition.oblivion
  }

  /// Keeps the bytes for all who ask for them.
  mutating func encode() throws(CloudError) { encoded = try bytes() }

  /// The same document with the bytes that it was read from.
  func encoded(as bytes: [UInt8]) -> CloudDocument {
    var document = self
    document.encoded = bytes
    return document
  }

  /// The values, without tombstones.
  public var values: [CloudKey: PropertyList] { records.compactMapValues(\.value) }
}

/// What a document knows of one device.
public struct CloudDeviceEntry: Sendable, Equatable {
  /// The device's last push.
  public var written: CloudWrite
  /// The device's wall clock at that push, in milliseconds since 1970.
  public var time: Int64
  /// Whether it was silent for so long that nobody waits for it any more.
  public var isRetired: Bool
  /// What its user calls it; nobody but the device itself says so.
  public var name: String?

  /// The same, not waited for any more.
  var retired: CloudDeviceEntry {
    CloudDeviceEntry(written: written, time: time, isRetired: true, name: name)
  }

  /// Makes an entry.
  public init(written: CloudWrite, time: Int64, isRetired: Bool = false, name: String? = nil) {
    self.name = name
    self.written = written
    self.time = time
    self.isRetired = isRetired
  }
}

/// The name of one write: its number, and a random word that a clone of the device cannot know.
public struct CloudWrite: Sendable, Hashable {
  /// A number that no device can have come to would leave none to count on with.
  static let mostSequence = 1 << 53
  /// The device's count, from 1.
  public let sequence: Int64
  /// The random word.
  public let nonce: UInt64

  /// Makes a write's name.
  public init(sequence: Int64, nonce: UInt64) {
    self.sequence = sequence
    self.nonce = nonce
  }
}
