import SetteeFiles
import SetteePropertyLists
import SetteeStorage

/// One small property list of the cloud's state, read and replaced whole.
struct CloudFile {
  let path: String
  /// Where the file is, if it isn't on disk.
  private let memory: MemoryFiles?
  private let door = FileSystem.live

  init(_ path: String, in locations: SettingsDirectories) {
    self.path = path
    memory = locations.memory
  }

  /// The list; nil when there is no file, or a damaged one, which is set aside.
  func read() throws(CloudError) -> PropertyList? {
    guard let bytes = try bytes() else { return nil }
    if let list = try? PropertyList(reading: bytes) { return list }
    setAside()
    return nil
  }

  /// The bytes; nil when there is no file.
  func bytes() throws(CloudError) -> [UInt8]? {
    if let memory { return memory[path] }
    return try CloudError.telling(.local) { try door.readFile(path)?.bytes }
  }

  /// A state that cannot be read is kept for whoever wants to look, but not in another user's folder.
  func setAside() {
    guard memory == nil, door.isCallers(FilePath.folder(of: path)) else { return }
    let places = (1...99).lazy.map { "\(path).corrupt-\($0)" }
    let free = places.first { (try? door.existing($0)) == nil }
    if let free { try? door.rename(path, free) }
  }

  func write(_ list: PropertyList, care: AtomicFile.Care = .full) throws(CloudError) {
    let bytes: [UInt8]
    do {
      bytes = try list.binary()
    } catch {
      throw CloudError(.local, "\(path) cannot be written: \(error)")
    }
    try write(bytes, care: care)
  }

  func write(_ bytes: [UInt8], care: AtomicFile.Care = .full) throws(CloudError) {
    if let memory { return memory[path] = bytes }
    try CloudError.telling(.local) {
      try door.makeFolders(FilePath.folder(of: path), mode: 0o700)
      try door.replaceShared(path, with: bytes, care: care)
    }
  }

  /// Adds whole lines to the end, of a file that is made when missing.
  func append(_ bytes: [UInt8]) throws(CloudError) {
    if let memory { return memory.append(bytes, to: path) }
    try CloudError.telling(.local) {
      let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
      let file = try door.call("open", path, door.open(path, flags, 0o600))
      defer { door.closeQuietly(file) }
      try door.writeAll(bytes, to: file, path)
    }
  }
}

extension PropertyListDictionary {
  /// In the order of the keys, so that the same content gives the same bytes.
  init(sorted entries: [String: PropertyList]) {
    self.init(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

/// The few file operations of the folder mirror and of the cloud's state, through the one door.
extension FileSystem {
  /// The names in a folder; none where there is no folder.
  func cloudNames(in folder: String) throws(CloudError) -> [String] {
    try CloudError.telling(.unreachable) { try list(folder) ?? [] }
  }

  /// Replaces a file of which not every writer holds a lock.
  func replaceShared(
    _ path: String, with bytes: [UInt8], care: AtomicFile.Care = .full
  ) throws(FileFault) {
    try AtomicFile(path: path, door: self, newMode: 0o600, care: care).replace(with: bytes)
  }

  /// Does something while no other process of this machine does so in the same folder.
  func alone(in folder: String, _ body: () throws -> Void) throws {
    let opened = try openFolder(folder)
    defer { closeQuietly(opened) }
    // Where a file system has no locks, devices meet as they do over a sync program.
    try? lock(opened, LOCK_EX)
    try body()
  }
}
