import Synchronization
import SetteeFiles
public import SetteeValues

/// A history of recent changes that were made through Settee, stored in the state directory.
///
/// Each commit is one line, which consists of a checksum and a Base64-encoded property list. A long
/// record is stored in a separate file, and its line contains only the name of that file. If the
/// history exceeds `limit` bytes, the older half of its lines is removed. If the separate files
/// exceed `largeLimit` bytes, the oldest files are removed. The last change is always kept.
final class History: Sendable {
  typealias SessionRecord = (
    id: UInt64, changes: [KeyChange], edits: [ByteEdit], marks: [SettingPath: ElementMark]
  )

  private let folder: String
  private let fileSystem: FileSystem
  /// The records of the history that were read from separate files.
  private let large = Mutex<[UInt64: HistoryRecord]>([:])

  init(folder: String, fileSystem: FileSystem) {
    (self.folder, self.fileSystem) = (folder, fileSystem)
  }

  private static let limit = 256 << 10
  private static let longestLine = 32 << 10
  private static let largeLimit = 64 << 20

  var path: String { folder + "/history" }

  /// Returns the values of a change to secrets in this process, which Settee never writes to disk.
  func secretChanges(of id: UInt64) -> SessionRecord? {
    ProcessState.current.secretChanges.withLock { $0[path]?.first { $0.id == id } }
  }

  private func largePath(_ id: UInt64) -> String { "\(path)-\(String(id, radix: 16))" }

  /// The path of a marker file that exists while the last change isn't recorded in the history.
  private var lostPath: String { path + ".lost" }

  /// Records a commit in the history of the domain.
  ///
  /// Call this method while holding the lock of the layer. If recording fails, the failure is
  /// reported, but the commit succeeds.
  func append(
    _ changes: [KeyChange], _ commit: CommitInfo, _ secrets: Set<SettingPath>, _ edits: [ByteEdit],
    withoutSecrets: [ByteEdit], _ marks: [SettingPath: ElementMark], _ format: String?,
    revision: UInt64
  ) -> DomainIssue? {
    let id = UInt64.random(in: 1...UInt64(Int64.max))
    let hidden = secrets.isEmpty ? [] : changes.filter { secrets.holds($0.path) }
    if !hidden.isEmpty {
      let kept: SessionRecord = (id, changes, edits, marks)
      ProcessState.current.secretChanges.withLock {
        $0[path] = ($0[path] ?? []).suffix(99) + [kept]
      }
    }
    var record = HistoryRecord(
      id: id, changes: changes, commit: commit, secrets: hidden.isEmpty ? [] : secrets,
      edits: hidden.isEmpty ? edits : withoutSecrets, marks: marks)
    record.format = format
    if format != nil { record.revision = revision }
    do {
      try fileSystem.makeFolders(folder, mode: 0o700)
      var line = record.line()
      let isLarge = line.count > Self.longestLine && line.count <= Self.largeLimit
      if isLarge {
        try AtomicFile(path: largePath(id), fileSystem: fileSystem, newMode: 0o600)
          .replace(with: line)
        line = record.line(isElsewhere: true)
      }
      let hasLost = try fileSystem.existing(lostPath) != nil
      // If the record can't be encoded, write an invalid line, which represents an unknown change.
      if line.isEmpty || line.count > Self.longestLine { line = Self.lostLine }
      if hasLost { line = Self.lostLine + [UInt8(ascii: "\n")] + line }
      let file = try fileSystem.call("open", path, fileSystem.open(path, OpenFlags.append, 0o600))
      defer { fileSystem.closeQuietly(file) }
      // If a process was killed while it wrote a line, the leading line feed separates that line
      // from the new record.
      try fileSystem.writeAll([UInt8(ascii: "\n")] + line, to: file, path)
      if hasLost { try? fileSystem.remove(lostPath) }
      let size = try fileSystem.call("read", path, fileSystem.status(file)).size
      if size > Self.limit { try shorten() }
      if size > Self.limit || isLarge { removeOldFiles() }
      return nil
    } catch {
      let mark = try? fileSystem.open(lostPath, OpenFlags.append, 0o600)
      if let mark { fileSystem.closeQuietly(mark) }
      return DomainIssue(
        .unnoted, "\(DomainError(error).message) The change was made, but can't be undone.")
    }
  }

  private static let lostLine = Array("lost".utf8)

  /// Returns all commits in the history, including unreadable ones, starting with the oldest
  /// commit.
  func records() throws -> [HistoryRecord] {
    do {
      let bytes = try fileSystem.readFile(path)?.bytes ?? []
      var records = bytes.split(separator: UInt8(ascii: "\n")).map { line in
        let record = HistoryRecord(line: Array(line)) ?? HistoryRecord()
        return record.isElsewhere ? self.record(elsewhere: record) : record
      }
      if try fileSystem.existing(lostPath) != nil { records.append(HistoryRecord()) }
      return records
    } catch {
      throw DomainError(error)
    }
  }

  /// Loads a history record from its separate file, or returns a lost record if that file can't be
  /// read.
  private func record(elsewhere line: HistoryRecord) -> HistoryRecord {
    if let known = large.withLock({ $0[line.id] }) { return known }
    let bytes = (try? fileSystem.readFile(largePath(line.id), limit: 2 * Self.largeLimit))??.bytes
    guard let record = bytes.flatMap({ HistoryRecord(line: $0) }), record.id == line.id else {
      var lost = line
      lost.isLost = true
      return lost
    }
    large.withLock { $0[line.id] = record }
    return record
  }

  /// Removes the values of the changes that satisfy a predicate.
  ///
  /// Call this method while holding the lock of the layer.
  func removeValues(where isSecret: (HistoryEntry) -> Bool) throws {
    do {
      var hasChanged = false
      var lines: [[UInt8]] = []
      for line in try fileSystem.readFile(path)?.bytes.split(separator: UInt8(ascii: "\n")) ?? [] {
        lines.append(Array(line))
        guard let record = HistoryRecord(line: Array(line)) else { continue }
        let whole = record.isElsewhere ? self.record(elsewhere: record) : record
        guard !whole.isLost, let new = whole.withoutValues(where: isSecret) else { continue }
        hasChanged = true
        lines[lines.count - 1] = new.line()
        guard record.isElsewhere else { continue }
        large.withLock { $0[record.id] = nil }
        try? fileSystem.remove(largePath(record.id))
      }
      guard hasChanged else { return }
      try AtomicFile(path: path, fileSystem: fileSystem, newMode: 0o600)
        .replace(with: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    } catch {
      throw DomainError(.io, "Can't remove values from the history: \(error)")
    }
  }

  private func shorten() throws {
    guard let bytes = (try? fileSystem.readFile(path))??.bytes else { return }
    let half = bytes.dropFirst(bytes.count - Self.limit / 2)
    let rest = half.drop { $0 != UInt8(ascii: "\n") }
    try AtomicFile(path: path, fileSystem: fileSystem, newMode: 0o600).replace(with: Array(rest))
  }

  /// Removes record files that the history no longer refers to, and the oldest files if their total
  /// size is too large.
  private func removeOldFiles() {
    let bytes = (try? fileSystem.readFile(path))??.bytes ?? []
    let named = bytes.split(separator: UInt8(ascii: "\n"))
      .compactMap { HistoryRecord(line: Array($0)) }.filter(\.isElsewhere).map(\.id)
    var (kept, size): (Set<String>, Int) = ([], 0)
    for id in named.reversed() {
      let path = largePath(id)
      size += ((try? fileSystem.existing(path)) ?? nil).map { Int($0.size) } ?? 0
      if kept.isEmpty || size <= Self.largeLimit { kept.insert(FilePath.name(of: path)) }
    }
    let names = ((try? fileSystem.list(folder)) ?? nil) ?? []
    for name in names where name.hasPrefix("history-") && !kept.contains(name) {
      try? fileSystem.remove("\(folder)/\(name)")
    }
  }
}

extension Set<SettingPath> {
  /// Returns whether a path is secret, is inside a secret, or contains a secret.
  func holds(_ path: SettingPath) -> Bool {
    contains(path) || contains { $0.isWithin(path) || path.isWithin($0) }
  }
}

/// A commit in the history, with its changes, its source, and the commit that it undoes.
struct HistoryRecord: Sendable {
  let id: UInt64
  let layer: WritableLayer
  let undoes: UInt64?
  /// The paths that this commit undoes, as recorded in the undone commit.
  let undone: [SettingPath]
  var entries: [HistoryEntry]
  /// The changes that the commit made to the bytes of a text file.
  var edits: [ByteEdit]
  /// The name of the format that Settee used to read the text file.
  var format: String?
  /// The revision of the text file after the commit, which identifies its content.
  var revision: UInt64?
  /// A Boolean value that indicates whether the history line only refers to a separate file with
  /// the record.
  private(set) var isElsewhere = false
  /// A Boolean value that indicates whether the record is unreadable and its changes are unknown.
  var isLost = false

  init(
    id: UInt64, changes: [KeyChange], commit: CommitInfo, secrets: Set<SettingPath>,
    edits: [ByteEdit],
    marks: [SettingPath: ElementMark]
  ) {
    self.id = id
    self.edits = edits
    layer = commit.layer
    undoes = commit.undoes
    undone = commit.undone
    let (time, user) = (Date(), ProcessState.current.userName)
    let (program, process) = (CurrentProcess.program, CurrentProcess.id)
    entries = changes.map { change in
      let isSecret = !secrets.isEmpty && secrets.holds(change.path)
      return HistoryEntry(
        path: change.path, old: isSecret ? nil : change.old, new: isSecret ? nil : change.new,
        isSecret: isSecret, isComplete: !isSecret, source: commit.source, time: time,
        user: user, program: program, process: process, commit: id,
        mark: marks[change.path],
        sums: isSecret && !edits.isEmpty ? ValueSums(change) : nil)
    }
  }

  /// Creates a record that represents an unknown change.
  init() {
    (id, layer, undoes, undone, entries, edits) = (0, .user, nil, [], [], [])
    isLost = true
  }

  // MARK: Encoding

  /// Encodes the record as a line of the history, or returns an empty array if encoding fails.
  ///
  /// If `isElsewhere` is `true`, the line doesn't contain the changes, which are in a separate
  /// file.
  func line(isElsewhere: Bool = false) -> [UInt8] {
    guard let first = entries.first else { return [] }
    var fields: PropertyListDictionary = [
      "id": .integer(Int64(id)), "layer": .string(layer.rawValue),
      "source": .string(first.source.rawValue), "time": .date(first.time),
      "user": .string(first.user), "program": .string(first.program),
      "process": .integer(Int64(first.process)),
    ]
    if let undoes { fields["undoes"] = .integer(Int64(undoes)) }
    if let format { fields["format"] = .string(format) }
    if let revision { fields["revision"] = .integer(Int64(bitPattern: revision)) }
    if isElsewhere {
      fields["elsewhere"] = .boolean(true)
    } else {
      fields["changes"] = .array(entries.map(fields(of:)))
      if !edits.isEmpty { fields["edits"] = .array(edits.map(\.propertyList)) }
      if undoes != nil, undone != entries.map(\.path) {
        fields["undone"] = .array(undone.map { .array($0.parts.map { .string($0) }) })
      }
    }
    guard let bytes = try? PropertyList.dictionary(fields).binary() else { return [] }
    let text = Array(Data(bytes).base64EncodedString().utf8)
    return Array("\(Checksum.hash(of: text)) ".utf8) + text
  }

  private func fields(of entry: HistoryEntry) -> PropertyList {
    var fields = entry.mark?.fields ?? [:]
    fields["path"] = .array(entry.path.parts.map { .string($0) })
    if entry.isSecret {
      fields["hidden"] = .string("secret")
      if let sums = entry.sums {
        fields["sums"] = .array(
          [sums.old, sums.new].map { .integer(Int64(bitPattern: $0)) })
      }
    } else {
      fields["old"] = entry.old
      fields["new"] = entry.new
    }
    return .dictionary(fields)
  }

  init?(line: [UInt8]) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, UInt64(String(decoding: words[0], as: UTF8.self)) != nil,
      "\(Checksum.hash(of: Array(words[1])))" == String(decoding: words[0], as: UTF8.self),
      let data = Data(base64Encoded: Data(words[1])),
      case .dictionary(let fields)? = try? PropertyList(reading: Array(data)),
      case .integer(let id)? = fields["id"], case .string(let layer)? = fields["layer"],
      let layer = WritableLayer(rawValue: layer)
    else { return nil }
    let changes = fields["changes"]?.array ?? []
    isElsewhere = fields["elsewhere"] != nil
    guard isElsewhere || fields["changes"] != nil else { return nil }
    self.id = UInt64(bitPattern: id)
    format = fields["format"]?.string
    if case .integer(let revision)? = fields["revision"] {
      self.revision = UInt64(bitPattern: revision)
    }
    self.layer = layer
    if case .integer(let undoes)? = fields["undoes"] {
      self.undoes = UInt64(bitPattern: undoes)
    } else {
      undoes = nil
    }
    entries = changes.compactMap { HistoryEntry($0, within: fields, UInt64(bitPattern: id)) }
    edits = fields["edits"]?.array?.compactMap { ByteEdit($0) } ?? []
    undone = fields["undone"]?.array?.compactMap { SettingPath($0) } ?? entries.map(\.path)
  }

  /// Returns the record without the values of some changes, or `nil` if it has none of them.
  func withoutValues(where isSecret: (HistoryEntry) -> Bool) -> HistoryRecord? {
    guard entries.contains(where: { !$0.isSecret && isSecret($0) }) else { return nil }
    var record = self
    record.entries = entries.map { isSecret($0) ? $0.withoutValues : $0 }
    record.edits = []
    record.isElsewhere = false
    return record
  }

  /// The identities of the list items that the commit changed.
  var marks: [SettingPath: ElementMark] {
    Dictionary(entries.compactMap { entry in entry.mark.map { (entry.path, $0) } }) { $1 }
  }
}

extension SettingPath {
  /// Creates a path from the list of its keys.
  init?(_ value: PropertyList) {
    let keys = value.array?.compactMap(\.string) ?? []
    guard let first = keys.first else { return nil }
    self.init(first, nested: keys.dropFirst())
  }
}

extension HistoryEntry {
  fileprivate init?(
    _ change: PropertyList, within record: PropertyListDictionary, _ commit: UInt64
  ) {
    guard case .dictionary(let change) = change,
      let path = change["path"].flatMap({ SettingPath($0) }),
      case .date(let time)? = record["time"]
    else { return nil }
    self.path = path
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
    let hasMark = change["items"] != nil || change["section"] != nil
    mark = hasMark ? DocumentPath(path.key).flatMap { ElementMark($0, change) } : nil
    let sums = change["sums"]?.array?.compactMap(\.int) ?? []
    self.sums =
      sums.count == 2
      ? ValueSums(old: UInt64(UInt(bitPattern: sums[0])), new: UInt64(UInt(bitPattern: sums[1])))
      : nil
  }
}

/// The checksums of the values before and after a change.
struct ValueSums: Sendable, Equatable {
  let old: UInt64
  let new: UInt64

  init(old: UInt64, new: UInt64) { (self.old, self.new) = (old, new) }

  init(_ change: KeyChange) {
    self.init(old: Self.sum(of: change.old), new: Self.sum(of: change.new))
  }

  static func sum(of value: PropertyList?) -> UInt64 {
    value.flatMap { try? $0.xml() }.map { Checksum.hash(of: $0) } ?? 0
  }
}

/// A change to a setting that was made through Settee and recorded in the history.
public struct HistoryEntry: Sendable {
  /// The path of the setting that changed, such as `mail.previews`.
  public let path: SettingPath
  /// The previous value of the setting, or `nil` if the setting wasn't set or is secret.
  public private(set) var old: PropertyList?
  /// The new value of the setting, or `nil` if the setting was removed or is secret.
  public private(set) var new: PropertyList?
  /// A Boolean value that indicates whether the setting is secret and its values therefore weren't
  /// recorded.
  public private(set) var isSecret: Bool
  /// A Boolean value that indicates whether the history contains the old and new values.
  ///
  /// The history doesn't contain secrets and very long values.
  private(set) var isComplete: Bool
  /// The source of the change, such as another process or the cloud mirror.
  public let source: ChangeSource
  /// The date and time of the change to the setting.
  public let time: Date
  /// The name of the user who changed the setting.
  public let user: String
  /// The name of the program that changed the setting.
  public let program: String
  /// The ID of the process that changed the setting.
  public let process: Int32
  let commit: UInt64
  /// The identity of the list item that contains the changed setting.
  let mark: ElementMark?
  /// The checksums of values that aren't recorded, although the change can be undone.
  let sums: ValueSums?

  /// A copy of the history entry without the old and new values.
  var withoutValues: HistoryEntry {
    var entry = self
    (entry.old, entry.new, entry.isSecret, entry.isComplete) = (nil, nil, true, false)
    return entry
  }

  package var key: String { path.text }
}
