/// A document as it was sent, on the disk beside the state.
///
/// What both sides agree on after a push is what was pushed, but for a few keys at most. So the state
/// of a store of a megabyte names the document and lists what differs; the document is made into
/// bytes once, for the disk and for the mirror.
struct SyncImage: Sendable {
  /// The write that it was made for: its name.
  var write: CloudWrite
  var records: [CloudKey: CloudRecord]

  init?(_ write: CloudWrite, of document: CloudDocument) {
    guard document.devices.values.contains(where: { $0.written == write }) else { return nil }
    (self.write, records) = (write, document.records)
  }
}

/// What a base has otherwise than an image.
private struct SyncDifference {
  /// Records that the image lacks, or has another one for.
  var records: [CloudKey: CloudRecord] = [:]
  /// The keys of records that only the image has.
  var absent: Set<CloudKey> = []

  init(of base: [CloudKey: CloudRecord], from image: [CloudKey: CloudRecord]) {
    for (key, record) in base {
      if let other = image[key], other.isIdentical(to: record) { continue }
      records[key] = record
    }
    for key in image.keys where base.index(forKey: key) == nil { absent.insert(key) }
  }

  init?(records list: PropertyList?, absent keys: PropertyList?) {
    guard let records = CloudCoding.records(from: list) else { return nil }
    (self.records, absent) = (records, CloudCoding.keys(from: keys))
  }

  /// Whether naming the image saves anything.
  func isSmall(beside base: [CloudKey: CloudRecord]) -> Bool {
    2 * (records.count + absent.count) <= base.count
  }

  func base(from image: [CloudKey: CloudRecord]) -> [CloudKey: CloudRecord] {
    var base = image
    for key in absent { base[key] = nil }
    for (key, record) in records { base[key] = record }
    return base
  }
}

extension CloudRecord {
  fileprivate func isIdentical(to other: CloudRecord) -> Bool {
    stamp == other.stamp && push == other.push && seen == other.seen && hasSameValue(as: other)
  }
}

/// A state as it goes to the disk.
struct SavedState {
  var list: PropertyListDictionary
  /// The document of the last attempt: it has to be on the disk before the list.
  var image: (write: CloudWrite, bytes: [UInt8])?
  /// The documents that the list names: all others may go.
  var named: Set<CloudWrite> = []
}

extension SyncState {
  /// States that name documents have a format of their own: who does not know it must not read them.
  private static let formatWithImages = CloudCoding.format + 1

  /// The state for the disk, on which the `known` documents are; smaller ones than `size` are not
  /// worth a file of their own.
  func saved(known: Set<CloudWrite> = [], imagesFrom size: Int = 1 << 16) -> SavedState {
    var saved = SavedState(list: propertyList)
    saveBase(&saved, known)
    let image = attempts.last.flatMap { $0.image(of: device, from: size) }
    saved.list["attempts"] = .array(
      attempts.map { $0.propertyList(isImage: image != nil && $0.write == image?.write) })
    if let attempt = attempts.last, let image, let bytes = attempt.document?.encoded {
      saved.image = (image.write, bytes)
      saved.named.insert(image.write)
      var landed = self
      landed.settle(attempt)
      let difference = SyncDifference(of: landed.base, from: image.records)
      saved.list["landed"] = .dictionary([
        "absent": CloudCoding.propertyList(of: difference.absent),
        "records": CloudCoding.propertyList(of: difference.records),
      ])
    }
    saved.list["format"] = .integer(
      saved.named.isEmpty ? CloudCoding.format : Self.formatWithImages)
    return saved
  }

  private func saveBase(_ saved: inout SavedState, _ known: Set<CloudWrite>) {
    if let image, known.contains(image.write) {
      let difference = SyncDifference(of: base, from: image.records)
      if difference.isSmall(beside: base) {
        saved.list["base"] = CloudCoding.propertyList(of: difference.records)
        saved.list["absent"] = CloudCoding.propertyList(of: difference.absent)
        saved.list["image"] = .string(image.write.text)
        saved.named.insert(image.write)
        return
      }
    }
    saved.list["base"] = CloudCoding.propertyList(of: base)
  }

  /// Reads a saved state, with the note that its last attempt was taken; nil when either is damaged.
  init?(
    saved list: PropertyListDictionary, landing: SyncLanding? = nil,
    document: (CloudWrite) -> CloudDocument?
  ) {
    guard case .integer(let format)? = list["format"],
      (CloudCoding.format...Self.formatWithImages).contains(format),
      case .array(let attempts)? = list["attempts"]
    else { return nil }
    self.init(list)
    for attempt in attempts {
      guard let attempt = SyncAttempt(attempt, of: device, document) else { return nil }
      self.attempts.append(attempt)
    }
    if let landing, let attempt = self.attempts.last, attempt.write == landing.write,
      let sent = attempt.document
    {
      guard readLanded(list, attempt.write, sent) else { return nil }
    } else {
      guard readBase(list, document) else { return nil }
    }
    self = landed(landing)
  }

  /// The base after the last attempt, without a look at the one before.
  private mutating func readLanded(
    _ list: PropertyListDictionary, _ write: CloudWrite, _ document: CloudDocument
  ) -> Bool {
    guard let landed = list["landed"]?.dictionary, let image = SyncImage(write, of: document),
      let difference = SyncDifference(records: landed["records"], absent: landed["absent"])
    else { return false }
    self.image = image
    base = difference.base(from: image.records)
    return true
  }

  private mutating func readBase(
    _ list: PropertyListDictionary, _ document: (CloudWrite) -> CloudDocument?
  ) -> Bool {
    guard let difference = SyncDifference(records: list["base"], absent: list["absent"]) else {
      return false
    }
    guard let name = list["image"] else {
      base = difference.records
      return true
    }
    guard let write = CloudWrite(text: CloudCoding.text(name)), let found = document(write),
      let image = SyncImage(write, of: found)
    else { return false }
    self.image = image
    base = difference.base(from: image.records)
    return true
  }
}

extension SyncAttempt {
  /// The document that the attempt is to be saved as; nil where it is small, or holds other records.
  fileprivate func image(of device: CloudDevice, from size: Int) -> SyncImage? {
    guard let document, let bytes = document.encoded, bytes.count >= size else { return nil }
    let push = CloudPush(device: device, sequence: write.sequence)
    guard document.records.count(where: { $0.value.push == push }) == records.count else {
      return nil
    }
    return SyncImage(write, of: document)
  }

  fileprivate func propertyList(isImage: Bool) -> PropertyList {
    var list: PropertyListDictionary = [
      "forgotten": CloudCoding.propertyList(of: forgotten), "write": .string(write.text),
    ]
    if !isImage { list["records"] = CloudCoding.propertyList(of: records) }
    return .dictionary(list)
  }

  fileprivate init?(
    _ list: PropertyList, of device: CloudDevice, _ document: (CloudWrite) -> CloudDocument?
  ) {
    guard case .dictionary(let list) = list,
      let write = CloudWrite(text: CloudCoding.text(list["write"]))
    else { return nil }
    self.init(
      write: write, records: [:], forgotten: CloudCoding.keys(from: list["forgotten"]))
    if let given = list["records"] {
      guard let records = CloudCoding.records(from: given) else { return nil }
      self.records = records
    } else {
      guard let found = document(write), SyncImage(write, of: found) != nil else { return nil }
      let push = CloudPush(device: device, sequence: write.sequence)
      records = found.records.filter { $0.value.push == push }
      self.document = found
    }
  }
}
