package import SetteeStorage
import SetteeValues

/// A log of the edits that Settee has committed to a domain.
///
/// For each key, the log contains the times of the last edit and of the last restoration from a
/// backup. Each commit appends one line per key while it holds the lock of the domain's file. The
/// log distinguishes a deleted key from a lost key. Without it, conflicts can be resolved
/// differently, and unsent deletions become missing keys.
struct CloudEdits: Sendable {
  /// The last logged edit of each key in the domain.
  private(set) var edits: [Key: SyncEdit] = [:]
  /// The values that were restored from a backup and haven't since been edited through Settee.
  private(set) var restored: [Key: SyncEdit] = [:]
  /// The number of lines in the log of edits.
  ///
  /// If this number is much larger than the number of keys, Settee rewrites the log.
  private(set) var lines = 0

  /// Reads a log of edits and skips incomplete or corrupt lines.
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
      if isRestored { noteRestored(Key(key), edit) } else { note(Key(key), edit) }
    }
  }

  /// Records the last edit of a key in the log.
  mutating func note(_ key: Key, _ edit: SyncEdit) {
    (edits[key], restored[key]) = (edit, nil)
  }

  /// Records in the log that the value of a key was restored from a backup.
  ///
  /// The record replaces an earlier deletion, so that the deletion doesn't explain a later loss of
  /// the value.
  mutating func noteRestored(_ key: Key, _ edit: SyncEdit) {
    restored[key] = edit
    if edits[key]?.mayBeDelete == true { edits[key] = nil }
  }

  /// The character in the log that marks a restored value.
  ///
  /// Early builds of Settee skip log lines with this mark.
  private static let restoredMark = "~"

  /// Returns the line of the log that describes an edit.
  static func line(_ key: Key, _ edit: SyncEdit, mark: String = "") -> String {
    "\(edit)\(mark) \(escape(key.text))\n"
  }

  /// The entire log of edits, which has up to two lines per key.
  var text: String {
    let edits = edits.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
    let restored = restored.sorted { $0.key < $1.key }
      .map { Self.line($0.key, $0.value, mark: Self.restoredMark) }
    return (edits + restored).joined()
  }

  /// Escapes a key so that an incomplete key in the log can be detected.
  ///
  /// Control characters, backslashes, and dots become `\u{…}`, and the escaped key ends with a `.`.
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
  /// Returns an observer that logs the edits of a synced domain as part of each commit.
  ///
  /// With the log, a sync can distinguish a deleted value from a lost one and knows the time of
  /// each edit.
  package static func noting(for domain: DomainName, in locations: SettingsDirectories)
    -> CommitObserver
  {
    var observer = CommitObserver(commit: { changes, source in
      let folder = CloudStateFolder(domain, locations)
      guard source == .local, folder.isInUse else { return nil }
      // Skip a change inside a dictionary, because it doesn't contain the complete value. The next
      // sync stamps the dictionary.
      let whole = changes.filter { !$0.path.isNested }.map {
        (Key($0.path.key), $0.old, $0.new)
      }
      guard !whole.isEmpty else { return nil }
      do {
        try folder.note(whole)
        return nil
      } catch {
        // The edit must succeed even if it can't be logged. A deletion that isn't logged is only
        // treated as a missing key.
        return DomainIssue(
          .unnoted,
          "\(CloudError(error).message) The change to \(domain) was saved, but a delete in it is treated as a"
            + " missing key: the next sync asks about it.", keys: whole.map { $0.0.text })
      }
    })
    observer.restored = { values in
      let folder = CloudStateFolder(domain, locations)
      guard folder.isInUse else { return }
      do {
        try folder.noteRestored(values)
      } catch let error as CloudError {
        throw DomainError(.io, error.message)
      }
    }
    return observer
  }
}
