import SetteeFiles
import SetteeValues
import SetteeStorage

/// The keys of encrypted accounts on this device, and the seals that the device has seen.
///
/// ```
/// DATA/keys          a line for each epoch: its ID, a space, and the key in hexadecimal; mode 0600
/// STATE/seals.plist  the seals seen at each mirror and account, ending with the one in effect
/// ```
struct KeyRing: Sendable {
  private let keys: String
  private let seals: CloudFile
  private let locations: SettingsDirectories
  private let fileSystem = FileSystem.live

  init(_ locations: SettingsDirectories) {
    keys = locations.data + "/keys"
    seals = CloudFile(locations.state + "/seals.plist", in: locations)
    self.locations = locations
  }

  private static let idCount = 32
  private static let lineCount = idCount + 1 + 64 + 1

  /// Returns the account key of an epoch, or `nil` if this device doesn't have the key.
  func key(of epoch: SealEpoch, account: String) throws -> AccountKey? {
    guard let lines = try lines() else { return nil }
    return lines.withBytes { bytes in
      // Use the last complete line for the epoch, even if other lines of the key file are corrupt.
      let whole = bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)]
      let line = whole.split(separator: UInt8(ascii: "\n")).last { line in
        line.count == Self.lineCount - 1 && line.prefix(Self.idCount).elementsEqual(epoch.id.utf8)
          && line.dropFirst(Self.idCount + 1).allSatisfy { $0.hexValue != nil }
      }
      guard let line else { return nil }
      let root = SecretBytes(count: 32) { root in
        for (index, digit) in line.dropFirst(Self.idCount + 1).enumerated() {
          root[index / 2] = root[index / 2] << 4 | (digit.hexValue ?? 0)
        }
      }
      return AccountKey(root, epoch: epoch, account: account)
    }
  }

  /// Stores an account key in the key file if the file doesn't contain it yet.
  func keep(_ key: AccountKey) throws {
    try withLock {
      let kept = try self.key(of: key.epoch, account: key.account)
      if let kept, kept.root == key.root { return }
      let old = try lines()
      // Reserve the capacity first, because a growing array would leave copies of the keys in
      // memory.
      var bytes: [UInt8] = []
      bytes.reserveCapacity((old?.count ?? 0) + 1 + Self.lineCount)
      defer { SecretBytes.wipe(&bytes) }
      old?.withBytes { bytes.append(contentsOf: $0) }
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      bytes += Array("\(key.epoch.id) ".utf8)
      key.root.withBytes { root in
        for byte in root { bytes += [(byte >> 4).asHexDigit, (byte & 15).asHexDigit] }
      }
      bytes.append(UInt8(ascii: "\n"))
      try CloudFile(keys, in: locations).write(bytes)
    }
  }

  /// Reads the key file directly into memory that is zeroed when it is freed.
  private func lines() throws -> SecretBytes? {
    if let memory = locations.memory {
      return memory[keys].map { bytes in
        SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
      }
    }
    return try CloudError.rethrowing(as: .local) {
      guard let (file, status) = try fileSystem.openFile(keys, .earned) else { return nil }
      defer { fileSystem.closeQuietly(file) }
      guard status.mode & 0o077 == 0 else {
        throw CloudError(
          .local,
          "Other users can read \(keys): run 'chmod 600 \(keys)', and run 'settee rekey' if "
            + "anyone may have read it.")
      }
      guard status.size <= 1 << 20 else {
        throw SystemError.tooLarge(keys, size: status.size, limit: 1 << 20)
      }
      return try SecretBytes(count: status.size) { memory in
        var read = 0
        while read < memory.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: memory[read...])
          let count = try fileSystem.call("read", keys, fileSystem.read(file, rest))
          if count == 0 { break }
          read += count
        }
      }
    }
  }

  /// Returns the seals of an account that this device has seen in a mirror.
  ///
  /// The last seal in the list is the current one.
  func seals(at place: String) throws -> [Seal] { try list("met", place) }

  /// Marks a seal of an account as the current one.
  ///
  /// From then on, this device rejects older seals.
  func note(_ seal: Seal, at place: String) throws {
    try change { lists in
      lists["met", default: [:]][place, default: []].removeAll { $0 == seal }
      lists["met", default: [:]][place, default: []].append(seal)
      lists["begun", default: [:]][place]?.removeAll { $0 == seal }
    }
  }

  /// Returns the seals that this device started to apply but that never took effect.
  func begun(at place: String) throws -> [Seal] { try list("begun", place) }

  func noteBegun(_ seal: Seal, at place: String) throws {
    try change { $0["begun", default: [:]][place, default: []].append(seal) }
  }

  func forgetBegun(_ seal: Seal, at place: String) throws {
    try change { $0["begun", default: [:]][place]?.removeAll { $0 == seal } }
  }

  private typealias SealLists = [String: [String: [Seal]]]

  private func list(_ name: String, _ place: String) throws -> [Seal] {
    try read()[name]?[place] ?? []
  }

  private func read() throws -> SealLists {
    guard let bytes = try seals.bytes() else { return [:] }
    guard let root = try? PropertyList(reading: bytes).dictionary else {
      throw CloudError(
        .local,
        "\(seals.path), the list of encrypted mirrors, is corrupt: restore it, or remove it and "
          + "run 'settee join' before anything is sent.")
    }
    var lists: SealLists = [:]
    for (name, places) in root {
      for (place, seals) in places.dictionary ?? [:] {
        lists[name, default: [:]][place] = seals.array?.compactMap { seal in
          if case .data(let bytes) = seal { Seal(bytes: Array(bytes)) } else { nil }
        }
      }
    }
    return lists
  }

  private func change(_ body: (inout SealLists) -> Void) throws {
    try withLock {
      var lists = try read()
      body(&lists)
      let root = lists.mapValues { places in
        PropertyList.dictionary(
          PropertyListDictionary(
            sorted: places.mapValues { .array($0.map { .data(Data($0.bytes)) }) }))
      }
      try seals.write(.dictionary(PropertyListDictionary(sorted: root)))
    }
  }

  /// Runs a closure while preventing the user's other processes from changing the key ring.
  private func withLock(_ body: () throws -> Void) throws {
    let folder = FilePath.folder(of: seals.path)
    if let memory = locations.memory {
      return try CloudError.rethrowing(as: .local) {
        _ = memory.lock.acquire(until: .max)
        defer { memory.lock.release() }
        try body()
      }
    }
    try CloudError.rethrowing(as: .local) {
      try fileSystem.makeFolders(folder, mode: 0o700)
      try fileSystem.withLock(on: folder, body)
    }
  }
}
