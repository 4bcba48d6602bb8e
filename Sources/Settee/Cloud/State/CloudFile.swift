/// One small property list of the cloud's state, read and replaced whole.
struct CloudFile {
  let path: String
  let door: FileDoor

  init(_ path: String, _ door: FileDoor = .live) {
    (self.path, self.door) = (path, door)
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
    do {
      return try door.readFile(path)?.bytes
    } catch {
      throw CloudError(.local, error.message)
    }
  }

  /// A state that cannot be read is kept for whoever wants to look, and not written over.
  ///
  /// Nobody does that in another user's folder.
  func setAside() {
    guard door.isCallers(FilePath.folder(of: path)) else { return }
    for number in 1...99 {
      let place = "\(path).corrupt-\(number)"
      guard let old = try? door.existing(place) else {
        try? door.rename(path, place)
        return
      }
      _ = old
    }
  }

  func write(_ list: PropertyList, care: FileDoor.Care = .full) throws(CloudError) {
    let bytes: [UInt8]
    do {
      bytes = try list.binary()
    } catch {
      throw CloudError(.local, "\(path) cannot be written: \(error)")
    }
    try write(bytes, care: care)
  }

  func write(_ bytes: [UInt8], care: FileDoor.Care = .full) throws(CloudError) {
    do {
      try door.makeFolders(FilePath.folder(of: path), mode: 0o700)
      try door.replaceCloudFile(path, with: bytes, care: care)
    } catch {
      throw CloudError(.local, error.message)
    }
  }
}
