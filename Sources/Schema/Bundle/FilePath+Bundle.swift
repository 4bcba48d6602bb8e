package import SetteeFiles

// What reading a bundle asks of a path besides.
extension FilePath {
  package static func join(_ folder: String, _ name: String) -> String {
    if name.isEmpty { return folder }
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder that holds what the path names; `.` for a bare name, `..` steps further up.
  package static func parent(of path: String) -> String {
    let name = name(of: path)
    if name == "." || name == ".." || name.isEmpty { return join(path, "..") }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return withoutTrailingSlash(String(path[...slash]))
  }

  /// The name without an ending; nil when it does not end so, or is nothing else.
  package static func stem(of path: String, dropping ending: String) -> String? {
    let name = name(of: path)
    guard name.hasSuffix(ending), name != ending else { return nil }
    return String(name.dropLast(ending.count))
  }

  static func withoutTrailingSlash(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(bytes) ?? path
  }
}
