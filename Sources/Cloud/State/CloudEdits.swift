package import SetteeStorage

/// The log of what Settee itself committed to one domain: when each key was set or deleted, or came
/// back with a good copy.
///
/// A commit appends one line for each key, under the lock of the domain's file; so a delete is a
/// decision that can be told from a key that was lost. Losing the log costs only who wins a conflict,
/// and turns deletes that were not yet sent into questions.
struct CloudEdits: Sendable {
  /// The last edit of each key.
  private(set) var edits: [CloudKey: SyncEdit] = [:]
  /// The values that came back with a good copy, and were not edited through Settee since.
  private(set) var restored: [CloudKey: SyncEdit] = [:]
  /// How many lines were read: many more than keys means that the log wants rewriting.
  private(set) var lines = 0

  /// Reads a log; a torn or damaged line is passed over.
  init(reading log: [UInt8] = []) {
    for line in log.split(separator: UInt8(ascii: "\n")) {
      lines += 1
      let words = line.split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, let key = Self.unescape(words[2]) else { continue }
      let isRestored = words[1].hasSuffix(Self.restoredMark)
      let values = isRestored ? String(words[1].dropLast()) : words[1]
      guard let edit = SyncEdit(stamp: words[0], values: values) else { continue }
      if isRestored { noteRestored(CloudKey(key), edit) } else { note(CloudKey(key), edit) }
    }
  }

  /// Notes an edit.
  mutating func note(_ key: CloudKey, _ edit: SyncEdit) {
    (edits[key], restored[key]) = (edit, nil)
  }

  /// Notes a value that came back: no earlier delete explains a later loss of it.
  mutating func noteRestored(_ key: CloudKey, _ edit: SyncEdit) {
    restored[key] = edit
    if edits[key]?.mayBeDelete == true { edits[key] = nil }
  }

  /// An older Settee passes over a line with this.
  private static let restoredMark = "~"

  /// One line of the log.
  static func line(_ key: CloudKey, _ edit: SyncEdit, mark: String = "") -> String {
    "\(edit.text)\(mark) \(escape(key.text))\n"
  }

  /// The whole log, a line or two for each key.
  var text: String {
    let edits = edits.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    let restored = restored.sorted { $0.key < $1.key }
      .map { Self.line($0.key, $0.value, mark: Self.restoredMark) }
    return (edits + restored).joined()
  }

  /// Every control character, backslash and dot as `\u{…}`; and a final `.`: a torn key has none.
  private static func escape(_ key: String) -> String {
    var text = ""
    for scalar in key.unicodeScalars {
      if scalar.value < 32 || scalar == "\\" || scalar == "." || scalar.value == 0x2028
        || scalar.value == 0x85
      {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "."
  }

  private static func unescape(_ text: String) -> String? {
    var result = ""
    var rest = text.unicodeScalars[...]
    guard rest.popLast() == "." else { return nil }
    if !rest.contains("\\") { return String(rest) }
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      guard rest.popFirst() == "u", rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
        let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
      else { return nil }
      result.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return result
  }
}

extension CommitObserver {
  /// Notes the edits of a domain that has a mirror, as part of each commit: so a delete is told
  /// from a loss, and an edit carries the time at which it was made.
  package static func noting(for domain: DomainName, in locations: SettingsDirectories)
    -> CommitObserver
  {
    var observer = CommitObserver(commit: { (changes, source) throws(DomainError) in
      let folder = CloudStateFolder(domain, locations)
      guard source == .local, folder.isInUse else { return nil }
      // Of a leaf inside a dictionary the whole value is not known here: it is stamped when seen.
      let whole = changes.filter { !$0.path.isNested }.map {
        (CloudKey($0.path.key), $0.old, $0.new)
      }
      guard !whole.isEmpty else { return nil }
      do throws(CloudError) {
        try folder.note(whole)
        return nil
      } catch {
        // Without its note a delete would only be asked about again; the edit itself must go on.
        return DomainIssue(
          .unnoted,
          "\(error.message) The change of \(domain) is made, but a delete counts as missing here:"
            + " the next sync asks about it.", keys: whole.map { $0.0.text })
      }
    })
    observer.restored = { (values) throws(DomainError) in
      let folder = CloudStateFolder(domain, locations)
      guard folder.isInUse else { return }
      do throws(CloudError) {
        try folder.noteRestored(values)
      } catch {
        throw DomainError(.io, error.message)
      }
    }
    return observer
  }
}
