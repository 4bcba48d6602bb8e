import SetteeFiles

/// Backups of the last valid versions of a file, stored in two slots in the state directory.
///
/// Each commit overwrites the older slot in place, so one backup stays intact if the process is
/// killed. A slot starts with a header of fixed length, which is written last. The header contains
/// the sequence number, the length and checksum of the bytes, and the checksum of the path. It also
/// indicates whether a commit or another program wrote the content.
struct BackupSlots {
  let folder: String
  let label: String
  let fileSystem: FileSystem

  private static let headerSize = 96

  fileprivate struct Slot {
    let index: Int
    let sequence: UInt64
    let sum: Checksum
    let isCommitted: Bool
  }

  /// Saves a backup of the content of the file at a path.
  ///
  /// If saving the backup fails, the commit still succeeds. `isCommitted` is `false` if another
  /// program wrote the content.
  func save(
    _ bytes: [UInt8], _ sum: Checksum, of path: String, isCommitted: Bool = true
  ) {
    do {
      try fileSystem.makeFolders(folder, mode: 0o700)
      let newest = newest(path)
      let index = newest.map { 1 - $0.index } ?? 0
      let slot = Slot(
        index: index, sequence: (newest?.sequence ?? 0) + 1, sum: sum, isCommitted: isCommitted)
      try write(bytes, into: slot, of: path)
    } catch {
      return
    }
  }

  /// Returns whether Settee's last commit wrote the given content, according to the latest backup.
  func isOfCommit(_ content: Checksum, at path: String) -> Bool {
    guard let newest = newest(path) else { return false }
    return newest.isCommitted && newest.sum == content
  }

  /// Returns whether the latest backup of the file has the given content.
  func isKept(_ content: Checksum, at path: String) -> Bool { newest(path)?.sum == content }

  private func newest(_ path: String) -> Slot? {
    (0..<2).compactMap { header($0, path) }.max { $0.sequence < $1.sequence }
  }

  /// Returns the latest intact backup of a file that one of the specified users owns.
  func load(_ path: String, of owners: [UInt32]) -> [UInt8]? {
    let slots = (0..<2).compactMap { header($0, path) }.sorted { $0.sequence > $1.sequence }
    for slot in slots {
      guard let content = try? fileSystem.readFile(file(slot.index)),
        owners.contains(content.status.user),
        content.bytes.count >= Self.headerSize + slot.sum.length
      else { continue }
      let bytes = Array(content.bytes[Self.headerSize..<Self.headerSize + slot.sum.length])
      if Checksum(of: bytes) == slot.sum { return bytes }
    }
    return nil
  }

  private func file(_ index: Int) -> String { "\(folder)/\(label).last-good-\(index + 1)" }

  private func write(
    _ bytes: [UInt8], into slot: Slot, of path: String
  ) throws {
    let place = file(slot.index)
    let file = try fileSystem.call("open", place, fileSystem.open(place, OpenFlags.sidecar, 0o600))
    defer { fileSystem.closeQuietly(file) }
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: Self.headerSize)
    try fileSystem.writeAll(blank, to: file, at: 0, place)
    try fileSystem.writeAll(bytes, to: file, at: Self.headerSize, place)
    // Don't truncate the backup file before writing it, because that requires a file system
    // transaction even if the size stays the same.
    let end = Self.headerSize + bytes.count
    let size = try fileSystem.call("read", place, fileSystem.status(file)).size
    if size != end {
      try fileSystem.call("write", place, fileSystem.truncate(file, end))
    }
    let words = [
      "settee1", "\(slot.sequence)", "\(slot.sum.length)", "\(slot.sum.hash)", mark(path),
      slot.isCommitted ? "made" : "seen",
    ]
    var header = Array(words.joined(separator: " ").utf8)
    header += [UInt8](repeating: UInt8(ascii: " "), count: Self.headerSize - header.count)
    try fileSystem.writeAll(header, to: file, at: 0, place)
  }

  private func mark(_ path: String) -> String {
    String(Checksum.hash(of: Array(path.utf8)), radix: 36)
  }

  private func header(_ index: Int, _ path: String) -> Slot? {
    guard let start = try? fileSystem.readStart(file(index), count: Self.headerSize) else {
      return nil
    }
    let words = String(decoding: start, as: UTF8.self).split(separator: " ")
    guard words.count == 6, words[0] == "settee1", words[4] == mark(path),
      let sequence = UInt64(words[1]), let length = Int(words[2]), length >= 0,
      length <= FileSystem.standardLimit, let sum = UInt64(words[3])
    else { return nil }
    return Slot(
      index: index, sequence: sequence, sum: Checksum(length: length, hash: sum),
      isCommitted: words[5] == "made")
  }
}

extension FileSystem {
  /// Reads up to a number of bytes from the start of a file.
  fileprivate func readStart(_ path: String, count: Int) throws -> [UInt8] {
    let file = try call("open", path, self.open(path, OpenFlags.reading | OpenFlags.earned, 0))
    defer { closeQuietly(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = try bytes.withUnsafeMutableBufferPointer { buffer in
      let room = UnsafeMutableRawBufferPointer(buffer)
      return try call("read", path, self.read(file, room))
    }
    return Array(bytes.prefix(length))
  }
}
