#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's own editor, for texts that are long.
struct ExternalEditor {
  /// The variables of the process.
  let environment: [String: String]

  /// The editor that the user has chosen, with its arguments.
  var words: [String] {
    let chosen = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
      .first { !$0.isEmpty }
    return (chosen ?? "vi").split(separator: " ").map(String.init)
  }

  /// Lets the user edit a text; nil when it is to stay as it was.
  func edit(_ text: String) -> String? {
    let folder = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
    let manager = FileManager.default
    let path = "\(folder)/settee-\(UUID().uuidString)"
    // A folder of one's own, so that nobody else reads the text or puts another one in its place.
    guard
      (try? manager.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]))
        != nil
    else { return nil }
    defer { try? manager.removeItem(atPath: path) }
    let file = path + "/text"
    guard manager.createFile(atPath: file, contents: Data(text.utf8)) else { return nil }
    guard ChildProgram.run(words + [file], environment: environment) == 0,
      let bytes = manager.contents(atPath: file),
      var result = String(validating: bytes, as: UTF8.self)
    else { return nil }
    // Editors end the last line; the text had no such end.
    if result.hasSuffix("\n"), !text.hasSuffix("\n") { result.removeLast() }
    return result
  }
}
