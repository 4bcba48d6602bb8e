#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record of the last changes that were made through Settee, in the state folder.
///
/// One line a commit: a checksum and, in base 64, a property list. A line that was torn by a kill is
/// passed over. Past `limit` bytes the older half goes.
struct History: Sendable {
  let folder: String
  let door: FileDoor
  /// The secret changes of this session, which are never written.
  let session = Guarded<[UInt64: [KeyChange]]>([:])

  private static let limit = 256 << 10
  private static let longestLine = 32 << 10

  var path: String { folder + "/history" }

  /// Notes a commit, under the lock of the layer.
  ///
  /// A note that fails is no reason to fail the commit; it is told.
  func append(
    _ changes: [KeyChange], _ commit: Commit, _ secrets: Set<LeafPath>
  ) -> DomainIssue? {
    let id = UInt64.random(in: 1...UInt64(Int64.max))
    let hidden = changes.filter { secrets.holds($0.path) }
    if !hidden.isEmpty { session.withLock { $0[id] = changes } }
    let record = HistoryRecord(id: id, changes: changes, commit: commit, secrets: secrets)
    guard let line = record.line(limit: Self.longestLine) else { return nil }
    do throws(FileFault) {
      try door.makeFolders(folder, mode: 0o700)
      let file = try door.call("open", path) { () throws(ErrorNumber) in
        try door.open(path, OpenFlags.append, 0o600)
      }
      defer { door.closeQuietly(file) }
      // The line feed comes first: what a killed writer left is then a line of its own.
      try door.writeAll([UInt8(ascii: "\n")] + line, to: file, path)
      let size = try door.call("read", path) { () throws(ErrorNumber) in try door.status(file) }
        .size
      if size > Self.limit { try shorten() }
      return nil
    } catch {
      return DomainIssue(
        .unnoted, "\(error.message) The change is made, but undo will not know of it.")
    }
  }

  /// Every commit that can be read, the oldest first.
  func records() throws(DomainError) -> [HistoryRecord] {
    do {
      let bytes = try door.readFile(path)?.bytes ?? []
      return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
        HistoryRecord(line: Array($0))
      }
    } catch {
      throw DomainError(.io, error.message)
    }
  }

  private func shorten() throws(FileFault) {
    guard let bytes = (try? door.readFile(path))??.bytes else { return }
    let half = bytes.dropFirst(bytes.count - Self.limit / 2)
    let rest = half.drop { $0 != UInt8(ascii: "\n") }
    try AtomicFile(path: path, door: door, newMode: 0o600).replace(with: Array(rest), keeping: nil)
  }
}

extension Set<LeafPath> {
  /// Whether the place is secret, lies within a secret, or holds one.
  func holds(_ path: LeafPath) -> Bool {
    contains(path) || contains { $0.isWithin(path) || path.isWithin($0) }
  }
}
