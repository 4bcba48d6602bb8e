/// The path of a file that values go to or come from, or the domain of a bundle, while it is typed.
struct PathAsking: Sendable {
  /// What the file is for.
  enum Purpose: Sendable {
    /// Values are written to it.
    case export
    /// Values are read from it.
    case `import`
    /// It is no path, but the domain of panes that name none.
    case domain
  }

  /// What the file is for.
  let purpose: Purpose
  /// What is typed.
  var line: LineText
  /// The paths that Tab offers.
  var completions: [String] = []
}

extension PathAsking {
  /// What stands at the top, what is asked, what one has to know, and what Enter does.
  var phrases: (title: Phrase, question: Phrase, note: Phrase, act: Phrase) {
    switch purpose {
    case .export: (.exportTitle, .askExportPath, .exportNote, .hintWrite)
    case .import: (.importTitle, .askImportPath, .importNote, .hintPreview)
    case .domain: (.infoDomain, .askDomain, .domainNote, .hintOpen)
    }
  }
}
