#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    let folder = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
    let manager = FileManager.default
    let path = "\(folder)/settee-\(UUID().uuidString)"
    defer { try? manager.removeItem(atPath: path) }
    // A folder of one's own, so that nobody else reads the text or puts another one in its place.
    let made: ()? = try? manager.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let file = path + "/text"
    guard made != nil, manager.createFile(atPath: file, contents: Data(text.utf8)) else {
      throw Failure(
        .io, "\(folder) takes no file for the text editor: make room, or name another in TMPDIR.")
    }
    try open(file)
    guard let bytes = manager.contents(atPath: file),
      var result = String(validating: bytes, as: UTF8.self)
    else {
      throw Failure(.io, "What the text editor left is not UTF-8, so nothing was changed.")
    }
    // Editors end the last line; the text had no such end.
    if result.hasSuffix("\n"), !text.hasSuffix("\n") { result.removeLast() }
    return result
  }
}
