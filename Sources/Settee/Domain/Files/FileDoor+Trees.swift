extension FileDoor {
  /// Removes a folder with all that is in it, or a file; links are removed, not followed.
  package func removeTree(_ path: String) throws(FileFault) {
    guard let status = try existing(path, followLinks: false) else { return }
    if status.kind == .directory {
      for name in try list(path) ?? [] { try removeTree("\(path)/\(name)") }
    }
    try call("remove", path) { () throws(ErrorNumber) in try remove(path) }
  }

  /// Writes a new file, with the folders that it needs.
  package func make(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileFault) {
    try makeFolders(FilePath.folder(of: path), mode: 0o755)
    try AtomicFile(path: path, door: self, newMode: mode).replace(with: bytes, keeping: nil)
  }

  /// Gives a file or folder another name.
  package func move(_ path: String, to other: String) throws(FileFault) {
    try call("move", path) { () throws(ErrorNumber) in try rename(path, other) }
  }
}
