/// The user's own editor, for texts that are long.
struct ExternalEditor {
  /// The variables of the process.
  let environment: [String: String]

  /// The editor that the user has chosen, with its arguments, as a shell reads them.
  var named: String? {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Lets the user edit a file.
  ///
  /// - Throws: ``Failure`` when the editor could not be run or ended with an error.
  func open(_ path: String) throws(Failure) {
    let editor = named ?? "vi"
    let code = try ChildProcess.runShell(
      editor + " \"$1\"", arguments: [path], environment: environment)
    guard code == 0 else {
      throw Failure(.io, "“\(editor)” ended with exit code \(code), so nothing was changed.")
    }
  }

  /// Lets the user edit a text.
  ///
  /// - Returns: The text as it was left.
  /// - Throws: ``Failure`` when it is to stay as it was, with the reason.
  func edit(_ text: String) throws(Failure) -> String {
    let scratch = try ScratchFolder(text, environment: environment)
    defer { scratch.remove() }
    try open(scratch.path)
    guard var result = String(validating: try scratch.content(), as: UTF8.self) else {
      throw Failure(.io, "What the text editor left is not UTF-8, so nothing was changed.")
    }
    // Editors end the last line; the text had no such end.
    if result.hasSuffix("\n"), !text.hasSuffix("\n") { result.removeLast() }
    return result
  }
}
