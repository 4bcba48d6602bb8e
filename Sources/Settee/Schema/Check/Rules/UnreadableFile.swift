/// A file that no property-list reader takes.
struct UnreadableFile: CheckRule {
  static let id = "unreadable-file"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for file in bundle.files {
      guard case .failure(let error) = file.content else { continue }
      report.file = file.path
      report.add(error.place, "nothing of it is shown: \(error.message)")
    }
  }
}

/// A file that is a link to something outside the bundle.
struct OutsideFile: CheckRule {
  static let id = "outside-file"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for file in bundle.strays {
      report.file = file.path
      report.add(
        .text(line: 1, column: 1),
        "the link leads out of the bundle and is not followed; put the file itself here")
    }
  }
}
