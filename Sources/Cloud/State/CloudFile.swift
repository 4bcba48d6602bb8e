import SetteeFiles
import SetteeValues
import SetteeStorage

/// A small file of the sync state, which Settee always reads and writes as a whole.
struct CloudFile {
  let path: String
  /// The in-memory files that contain this file, or `nil` if the file is on disk.
  private let memory: MemoryFiles?
  private let fileSystem = FileSystem.live

  init(_ path: String, in locations: SettingsDirectories) {
    self.path = path
    memory = locations.memory
  }

  /// Returns the property list in the file, or `nil` if the file is missing or corrupt.
  ///
  /// This method also renames a corrupt file so that it can be examined later.
  func read() throws -> PropertyList? {
    guard let bytes = try bytes() else { return nil }
    if let list = try? PropertyList(reading: bytes) { return list }
    setAside()
    return nil
  }

  /// Returns the bytes of the file, or `nil` if the file is missing.
  func bytes() throws -> [UInt8]? {
    if let memory { return memory[path] }
    return try CloudError.rethrowing(as: .local) { try fileSystem.readFile(path)?.bytes }
  }

  /// Renames a corrupt file so that it can be examined later.
  ///
  /// Files in another user's directory aren't renamed.
  func setAside() {
    guard memory == nil, fileSystem.isCallers(FilePath.folder(of: path)) else { return }
    let places = (1...99).lazy.map { "\(path).corrupt-\($0)" }
    let free = places.first { (try? fileSystem.existing($0)) == nil }
    if let free { try? fileSystem.rename(path, free) }
  }

  func write(_ list: PropertyList, care: AtomicFile.Care = .full) throws {
    let bytes: [UInt8]
    do {
      bytes = try list.binary()
    } catch {
      throw CloudError(.local, "Can't write \(path): \(error)")
    }
    try write(bytes, care: care)
  }

  func write(_ bytes: [UInt8], care: AtomicFile.Care = .full) throws {
    if let memory { return memory[path] = bytes }
    try CloudError.rethrowing(as: .local) {
      try fileSystem.makeFolders(FilePath.folder(of: path), mode: 0o700)
      try fileSystem.replaceShared(path, with: bytes, care: care)
    }
  }

  /// Appends complete lines to the file and creates the file if necessary.
  func append(_ bytes: [UInt8]) throws {
    if let memory { return memory.append(bytes, to: path) }
    try CloudError.rethrowing(as: .local) {
      let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
      let file = try fileSystem.call("open", path, fileSystem.open(path, flags, 0o600))
      defer { fileSystem.closeQuietly(file) }
      try fileSystem.writeAll(bytes, to: file, path)
    }
  }
}

extension PropertyListDictionary {
  /// Creates a dictionary that is sorted by key, so that equal dictionaries have identical bytes.
  init(sorted entries: [String: PropertyList]) {
    self.init(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

/// The file operations that the folder mirror and the sync state use.
extension FileSystem {
  /// Returns the file names in a directory, or an empty array if the directory doesn't exist.
  func cloudNames(in folder: String) throws -> [String] {
    try CloudError.rethrowing(as: .unreachable) { try list(folder) ?? [] }
  }

  /// Replaces a file that other programs, such as a sync program, can write without a lock.
  func replaceShared(
    _ path: String, with bytes: [UInt8], care: AtomicFile.Care = .full
  ) throws {
    try AtomicFile(path: path, fileSystem: self, newMode: 0o600, care: care).replace(with: bytes)
  }

  /// Runs a closure while holding a lock on a directory.
  func withLock(on folder: String, _ body: () throws -> Void) throws {
    let opened = try openFolder(folder)
    defer { closeQuietly(opened) }
    // If the file system has no locks, devices behave as if a sync program transferred the folder
    // between them.
    try? lock(opened, LOCK_EX)
    try body()
  }
}
