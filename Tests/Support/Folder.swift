import Foundation

/// A temporary folder that is deleted when the object is released.
package final class Folder {
  /// The path with symbolic links resolved.
  package let path: String

  package init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(base)/settee-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file into the folder, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}
