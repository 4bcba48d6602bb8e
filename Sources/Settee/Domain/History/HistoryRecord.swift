#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One commit in the history: what changed, by whom, and which commit it took back.
struct HistoryRecord: Sendable {
  let id: UInt64
  let layer: WritableLayer
  let undoes: UInt64?
  let entries: [HistoryEntry]

  init(id: UInt64, changes: [KeyChange], commit: Commit, secrets: Set<LeafPath>) {
    self.id = id
    layer = commit.layer
    undoes = commit.undoes
    entries = changes.map { change in
      let isSecret = secrets.holds(change.path)
      return HistoryEntry(
        path: change.path, old: isSecret ? nil : change.old, new: isSecret ? nil : change.new,
        isSecret: isSecret, source: commit.source, time: Date(), user: ThisProcess.user,
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
