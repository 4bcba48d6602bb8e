import Settee

/// What the loop needs of the program around it.
struct EditorHost {
  /// The variables of the process.
  var environment: [String: String]
  /// Opens an app by its word, in a language or in the user's own.
  var open: (_ word: String, _ language: String?) throws -> Desk
  /// Opens apps in a domain that the user gives.
  var openIn: (_ domain: String) -> (_ word: String, _ language: String?) throws -> Desk = { _ in
    { word, _ in throw NamelessBundle(word, proposal: "") }
  }
  /// Finds every app.
  var list: () -> [AppFace] = { [] }
  /// What the program does for its button rows, by key; each returns a sentence.
  var actions: [String: () -> String] = [:]
}
