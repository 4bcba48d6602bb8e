import SetteeFiles
import SetteeValues

/// The device files of an account and a domain in a mirror folder, with their revision.
struct FolderViews {
  /// A file that contains the replica of a device, or that might contain one after its transfer is
  /// complete.
  struct DeviceFile {
    let name: String
    let bytes: [UInt8]
    /// The device that wrote the file, or `nil` if the device is unknown.
    let author: CloudDevice?
    /// The replica in the file, or `nil` if the file is incomplete or unrelated.
    let view: CloudDocument?

    /// Creates a device file from the contents of a file at an address.
    init(name: String, bytes: [UInt8], at address: CloudAddress) {
      (self.name, self.bytes) = (name, bytes)
      let place = CloudDevice(name.prefix(16))
      let found = address.open(bytes, place: place)
      // The name of an unencrypted device file determines its author, regardless of its contents.
      author = address.key == nil ? place : found?.author
      view = found?.document
    }
  }

  let files: [DeviceFile]
  let address: CloudAddress
  /// A hash of the files, which is identical on all devices that have the same files.
  let revision: String

  /// The maximum size of a device file that Settee reads.
  ///
  /// This size is sufficient for 1 MB of values in XML, their stamps, and many devices.
  static let largest = 16 << 20

  init(at address: CloudAddress, in folder: String, _ fileSystem: FileSystem) throws {
    var files: [DeviceFile] = []
    for name in try fileSystem.cloudNames(in: folder) where Self.mayBeView(name, at: address) {
      guard let bytes = try Self.read("\(folder)/\(name)", fileSystem) else { continue }
      files.append(DeviceFile(name: name, bytes: bytes, at: address))
    }
    self.init(files, address)
  }

  /// Creates the list of device files from files that are sorted by name.
  private init(_ files: [DeviceFile], _ address: CloudAddress) {
    (self.files, self.address) = (files, address)
    var hash = UInt64.fnvStart
    for file in files {
      hash.mixFNV(file.name.utf8)
      hash.mixFNV(Checksum.hash(of: file.bytes))
    }
    revision = files.isEmpty ? CloudSnapshot.noRevision : String(hash, radix: 16)
  }

  /// Returns the list of device files after writing one file and removing others.
  func after(writing written: DeviceFile, removing removed: [String]) -> FolderViews {
    let left = files.filter { $0.name != written.name && !removed.contains($0.name) }
    return FolderViews((left + [written]).sorted { $0.name.precedes($1.name) }, address)
  }

  /// Returns the contents of a file, or `nil` if the file is missing or incomplete.
  ///
  /// This method throws an error if the user has no permission to read the file.
  private static func read(_ path: String, _ fileSystem: FileSystem) throws -> [UInt8]? {
    do {
      return try fileSystem.readFile(path, limit: largest)?.bytes
    } catch let error as SystemError {
      guard error.isDenied else { return nil }
      throw CloudError(.unreachable, error.message)
    }
  }

  /// Returns the replicas of a mirror that have one of the specified IDs.
  ///
  /// Incomplete and unrelated files are ignored. The replica of a retired device is ignored if
  /// another replica includes its contents, so it doesn't matter whether its file was removed or
  /// has reappeared.
  ///
  /// - Parameter ids: The mirror's IDs, starting with the one that takes precedence.
  /// - Returns: The replicas, and the devices whose file has an ID other than the first.
  func views(of ids: [String]) -> (views: [CloudDocument], misplaced: Set<CloudDevice>) {
    var misplaced: Set<CloudDevice> = []
    let all = files.compactMap { file -> (author: CloudDevice, view: CloudDocument)? in
      guard let author = file.author, let view = file.view, ids.contains(view.mirror) else {
        return nil
      }
      // Ignore the conflict copies of a sync program here, because the original device never
      // rewrites them.
      if view.mirror != ids.first, file.name == address.fileName(of: author) {
        misplaced.insert(author)
      }
      return (author, view)
    }
    let views = all.compactMap { author, view in
      let isTakenOver = all.contains { $0.author != author && $0.view.hasMerged(author, view) }
      return isTakenOver ? nil : view
    }
    return (views, misplaced)
  }

  /// Returns whether a file name belongs to a device file or to a conflict copy of a device file.
  ///
  /// Examples of copies are `ID.sync-conflict-20260102-030405-ABCDEFG.plist`, `ID (Ann's conflicted
  /// copy).plist`, and `ID.plist.orig`. Temporary files such as `.ID.plist.new` and
  /// `.syncthing.ID…tmp` are excluded.
  private static func mayBeView(_ name: String, at address: CloudAddress) -> Bool {
    guard name.utf8.count > 16, CloudDevice(name.prefix(16)) != nil else { return false }
    return name.contains(address.fileEnding) && !name.hasSuffix(".tmp") && !name.hasSuffix(".part")
  }

  /// Returns a warning for each encrypted device file that can't be decrypted.
  func warnings(in folder: String) -> [String] {
    guard address.key != nil else { return [] }
    return files.filter { $0.view == nil }.map {
      "The file \(folder)/\($0.name) was not written by a device of this account, or has not "
        + "arrived completely, so it was ignored: if it stays like this, remove it."
    }
  }
}

extension CloudDocument {
  /// Returns whether a device is retired and this document includes its entire replica.
  func hasMerged(_ device: CloudDevice, _ view: CloudDocument) -> Bool {
    guard let known = devices[device], known.isRetired, let own = view.devices[device] else {
      return false
    }
    return known.written == own.written || known.written.sequence > own.written.sequence
  }
}
