import Synchronization
import SetteeFiles
public import SetteePropertyLists

/// The record of the last changes that were made through Settee, in the state folder.
///
/// One line a commit: a checksum and, in base 64, a property list. A line that was torn by a kill is
/// passed over. Past `limit` bytes the older half goes.
final class History: Sendable {
  private let folder: String
  private let door: FileDoor
  /// The secret changes of this session, which are never written.
  let session = Mutex<[(id: UInt64, changes: [KeyChange], edits: [ByteEdit])]>([])

  init(folder: String, door: FileDoor) { (self.folder, self.door) = (folder, door) }

  private static let limit = 256 << 10
  private static let longestLine = 32 << 10

  var path: String { folder + "/history" }

  /// Notes a commit, under the lock of the layer.
  ///
  /// A note that fails is no reason to fail the commit; it is told.
  func append(
    _ changes: [KeyChange], _ commit: Commit, _ secrets: Set<LeafPath>, _ edits: [ByteEdit]
  ) -> DomainIssue? {
    let id = UInt64.random(in: 1...UInt64(Int64.max))
    let hidden = changes.filter { secrets.holds($0.path) }
    if !hidden.isEmpty { session.withLock { $0.append((id, changes, edits)) } }
    let record = HistoryRecord(
      id: id, changes: changes, commit: commit, secrets: secrets, edits: hidden.isEmpty ? edits : []
    )
    guard let line = record.line(limit: Self.longestLine) else { return nil }
    do throws(FileFault) {
      try door.makeFolders(folder, mode: 0o700)
      let file = try door.call("open", path, door.open(path, OpenFlags.append, 0o600))
      defer { door.closeQuietly(file) }
      // The line feed comes first: what a killed writer left is then a line of its own.
      try door.writeAll([UInt8(ascii: "\n")] + line, to: file, path)
      let size = try door.call("read", path, door.status(file)).size
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
      throw DomainError(error)
    }
  }

  private func shorten() throws(FileFault) {
    guard let bytes = (try? door.readFile(path))??.bytes else { return }
    let half = bytes.dropFirst(bytes.count - Self.limit / 2)
    let rest = half.drop { $0 != UInt8(ascii: "\n") }
    try AtomicFile(path: path, door: door, newMode: 0o600).replace(with: Array(rest))
  }
}

extension Set<LeafPath> {
  /// Whether the place is secret, lies within a secret, or holds one.
  func holds(_ path: LeafPath) -> Bool {
    contains(path) || contains { $0.isWithin(path) || path.isWithin($0) }
  }
}

/// One commit in the history: what changed, by whom, and which commit it took back.
struct HistoryRecord: Sendable {
  let id: UInt64
  let layer: WritableLayer
  let undoes: UInt64?
  var entries: [HistoryEntry]
  /// What it did to the bytes of a text file.
  var edits: [ByteEdit]

  init(
    id: UInt64, changes: [KeyChange], commit: Commit, secrets: Set<LeafPath>, edits: [ByteEdit]
  ) {
    self.id = id
    self.edits = edits
    layer = commit.layer
    undoes = commit.undoes
    entries = changes.map { change in
      let isSecret = secrets.holds(change.path)
      return HistoryEntry(
        path: change.path, old: isSecret ? nil : change.old, new: isSecret ? nil : change.new,
        isSecret: isSecret, isComplete: !isSecret, source: commit.source, time: Date(),
        user: ProcessWide.current.userName,
        program: ThisProcess.program, process: ThisProcess.id, commit: id)
    }
  }

  // MARK: As a line

  /// The line of the record; values go where they would make it too long, nil where that is not
  /// enough.
  func line(limit: Int) -> [UInt8]? {
    guard let first = entries.first else { return nil }
    var fields: PropertyListDictionary = [
      "id": .integer(Int64(id)), "layer": .string(layer.rawValue),
      "source": .string(first.source.rawValue), "time": .date(first.time),
      "user": .string(first.user), "program": .string(first.program),
      "process": .integer(Int64(first.process)),
    ]
    if let undoes { fields["undoes"] = .integer(Int64(undoes)) }
    for hasValues in [true, false] {
      fields["changes"] = .array(entries.map { Self.fields(of: $0, hasValues) })
      let keepsBytes = hasValues && !edits.isEmpty
      fields["edits"] = keepsBytes ? .array(edits.map(\.propertyList)) : nil
      guard let bytes = try? PropertyList.dictionary(fields).binary() else { continue }
      let text = Data(bytes).base64EncodedString()
      if text.utf8.count <= limit { return Array("\(Checksum.of(Array(text.utf8))) \(text)".utf8) }
    }
    return nil
  }

  private static func fields(of entry: HistoryEntry, _ hasValues: Bool) -> PropertyList {
    var fields: PropertyListDictionary = ["path": .array(entry.path.parts.map { .string($0) })]
    if entry.isSecret || !hasValues {
      fields["hidden"] = .string(entry.isSecret ? "secret" : "long")
    } else {
      fields["old"] = entry.old
      fields["new"] = entry.new
    }
    return .dictionary(fields)
  }

  init?(line: [UInt8]) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, UInt64(String(decoding: words[0], as: UTF8.self)) != nil,
      "\(Checksum.of(Array(words[1])))" == String(decoding: words[0], as: UTF8.self),
      let data = Data(base64Encoded: Data(words[1])),
      case .dictionary(let fields)? = try? PropertyList(reading: Array(data)),
      case .integer(let id)? = fields["id"], case .string(let layer)? = fields["layer"],
      let layer = WritableLayer(rawValue: layer), case .array(let changes)? = fields["changes"]
    else { return nil }
    self.id = UInt64(bitPattern: id)
    self.layer = layer
    if case .integer(let undoes)? = fields["undoes"] {
      self.undoes = UInt64(bitPattern: undoes)
    } else {
      undoes = nil
    }
    entries = changes.compactMap { HistoryEntry($0, within: fields, UInt64(bitPattern: id)) }
    edits = fields["edits"]?.array?.compactMap { ByteEdit($0) } ?? []
  }
}

extension HistoryEntry {
  fileprivate init?(
    _ change: PropertyList, within record: PropertyListDictionary, _ commit: UInt64
  ) {
    guard case .dictionary(let change) = change, case .array(let parts)? = change["path"],
      case .date(let time)? = record["time"]
    else { return nil }
    let keys = parts.compactMap(\.string)
    guard let first = keys.first else { return nil }
    path = LeafPath(first, nested: keys.dropFirst())
    old = change["old"]
    new = change["new"]
    let hidden = change["hidden"]?.string
    isSecret = hidden == "secret"
    isComplete = hidden == nil
    source = record["source"]?.string.flatMap(ChangeSource.init) ?? .local
    self.time = time
    user = record["user"]?.string ?? ""
    program = record["program"]?.string ?? ""
    process = Int32(truncatingIfNeeded: record["process"]?.int ?? 0)
    self.commit = commit
  }
}

/// One change that was made through Settee: who, when, and what.
public struct HistoryEntry: Sendable {
  /// The place that changed.
  public let path: LeafPath
  /// The value before; nil where there was none, or where it is secret.
  public private(set) var old: PropertyList?
  /// The value after; nil where there is none, or where it is secret.
  public private(set) var new: PropertyList?
  /// Whether the values are secret and were not recorded.
  public private(set) var isSecret: Bool
  /// Whether the values were recorded: not those of secrets, nor very long ones.
  private(set) var isComplete: Bool
  /// Who caused it.
  public let source: ChangeSource
  /// When.
  public let time: Date
  /// The name of the user.
  public let user: String
  /// The name of the program.
  public let program: String
  /// The process.
  public let process: Int32
  let commit: UInt64

  /// The same change, told without its values.
  var withoutValues: HistoryEntry {
    var entry = self
    (entry.old, entry.new, entry.isSecret, entry.isComplete) = (nil, nil, true, false)
    return entry
  }

  package var key: String { path.text }
}
