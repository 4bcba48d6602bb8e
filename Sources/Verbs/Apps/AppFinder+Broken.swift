package import Settee
import SetteeFiles
import SetteeValues

// Methods that describe settings files and bundles that can't be parsed, so that the editor can
// show their errors.

extension AppFinder {
  /// Opens the file `Root.plist` of a bundle that can't be parsed as a file without settings, so
  /// that the user can see and correct the error.
  func openBroken(_ error: SetteeError) throws -> App {
    var problem = error.problem(error.message)
    guard mayBeBroken, let file = problem.file else { throw error }
    let path = Self.absolute(file)
    problem.file = path
    var role = TextFile.Role(format: .lines(.flat))
    role.mayBeBroken = true
    role.unreadable = ParseError(
      at: .text(line: problem.line, column: problem.column), problem.message)
    let domain = try Domain(
      TextFile(path, role), locations: locations, options: domainOptions)
    let title = FilePath.name(of: FilePath.parent(of: path))
    let app = App(
      title: title, panes: [Pane(file: "Root", title: title)], domains: [domain], layer: layer)
    app.fault = problem
    return app
  }
}

extension ReadingProblem {
  /// Creates a description of the first error in a settings file, or returns `nil` if there is none.
  package init?(of file: TextFile) {
    guard let content = file.known else {
      guard let error = file.fault else { return nil }
      self.init(
        error.description.asSentence, file: file.place, line: error.line, column: error.column)
      return
    }
    let document = content.document
    let invalid = document.invalidLines
    guard let first = invalid.first else { return nil }
    let (line, column) = document.position(of: first.lowerBound)
    let more = invalid.count > 1 ? ", the first of \(invalid.count)" : ""
    let error = ParseError(at: .text(line: line, column: column), "unrecognized line" + more)
    self.init(error.description.asSentence, file: file.place, line: line, column: column)
  }
}
