/// A rule that passes on what the reader of a file noticed.
protocol NoteRule: CheckRule {
  /// What to do about a note that is this rule's, empty where the note itself says it; else nil.
  func advice(on kind: PropertyListNote.Kind, in file: CheckedFile) -> String?
}

extension NoteRule {
  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for file in bundle.files {
      report.file = file.path
      for note in file.document?.notes ?? [] {
        guard let advice = advice(on: note.kind, in: file) else { continue }
        report.add(note.place, advice.isEmpty ? note.message : "\(note.message); \(advice)")
      }
    }
  }
}

/// A statement of a table that cannot be read: devices drop the whole table for it.
struct LostStatement: NoteRule {
  static let id = "lost-statement"
  static let severity = Severity.error

  func advice(on kind: PropertyListNote.Kind, in file: CheckedFile) -> String? {
    switch kind {
    case .skippedStatement, .missingSemicolon:
      "a device may drop the whole table for it"
    default: nil
    }
  }
}

/// Text in an encoding that had to be guessed, or that is broken.
struct BrokenText: NoteRule {
  static let id = "broken-text"
  static let severity = Severity.warning

  func advice(on kind: PropertyListNote.Kind, in file: CheckedFile) -> String? {
    switch kind {
    case .assumedLatin1: ""
    case .brokenText: "save the file as UTF-8"
    default: nil
    }
  }
}

/// A file that lenient readers take and strict ones do not.
struct OddFormat: NoteRule {
  static let id = "odd-format"
  static let severity = Severity.warning

  func advice(on kind: PropertyListNote.Kind, in file: CheckedFile) -> String? {
    switch kind {
    case .brokenDeclaration: ""
    case .textAfterEnd: "remove what follows"
    default: nil
    }
  }
}

/// A key that stands twice in one dictionary or table.
struct RepeatedKey: NoteRule {
  static let id = "repeated-key"
  static let severity = Severity.warning

  func advice(on kind: PropertyListNote.Kind, in file: CheckedFile) -> String? {
    guard case .duplicateKey(_, let isSame) = kind else { return nil }
    return isSame ? "remove one of them" : "keep the one that is meant"
  }
}
