/// A bundle whose values have no place yet: neither its files nor anybody else has named a domain.
package struct NamelessBundle: Error, Sendable {
  /// The path as it was given.
  package let path: String
  /// A domain made of the app's or the folder's name.
  package let proposal: String

  init(_ path: String, proposal: String) {
    self.path = path
    self.proposal = proposal
  }

  /// The failure of a verb, with a command that gives the bundle its domain.
  package func failure(for verb: String = "list") -> Failure {
    let words = ["settee", verb, path, "--domain", proposal].map(ShellWord.quoted)
    return Failure(
      .usage,
      "\(path) does not name its domain; give it one, which is then remembered: "
        + words.joined(separator: " "))
  }
}
