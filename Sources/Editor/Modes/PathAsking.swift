/// The path of a file that values go to or come from, while it is typed.
struct PathAsking: Sendable {
  /// What the file is for.
  enum Purpose: Sendable {
    /// Values are written to it.
    case export
    /// Values are read from it.
    case `import`
  }

  /// What the file is for.
  let purpose: Purpose
  /// What is typed.
  var line: LineText
  /// The paths that Tab offers.
  var completions: [String] = []
}

extension PathAsking {
  /// What stands at the top.
  var title: Phrase { purpose == .export ? .exportTitle : .importTitle }
  /// What is asked.
  var question: Phrase { purpose == .export ? .askExportPath : .askImportPath }
  /// What one has to know.
  var note: Phrase { purpose == .export ? .exportNote : .importNote }
}
