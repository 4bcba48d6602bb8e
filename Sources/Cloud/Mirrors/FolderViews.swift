import SetteeFiles
import SetteePropertyLists

/// The views that the files of one account and domain hold, and the state of them all.
struct FolderViews {
  /// A file that holds a view, or may hold one when it is whole.
  struct DeviceFile {
    let name: String
    let bytes: [UInt8]
    /// The device that wrote it.
    let author: CloudDevice?
    /// What it holds; nil for what is half copied or foreign.
    let view: CloudDocument?

    /// Opens what stands at an address.
    init(name: String, bytes: [UInt8], at address: CloudAddress) {
      (self.name, self.bytes) = (name, bytes)
      let place = CloudDevice(name.prefix(16))
      let found = address.open(bytes, place: place)
      // In clear the name says it, whatever the file holds.
      author = address.key == nil ? place : found?.author
      view = found?.document
    }

    /// Whether its writer reads packed devices: who does not writes XML, where no text holds the mark.
    var isPacked: Bool {
      bytes.withUnsafeBufferPointer { bytes in
        bytes.starts(with: "bplist".utf8)
          || bytes.indices.contains {
            bytes[$0] == Self.mark[0] && bytes[$0...].starts(with: Self.mark)
          }
      }
    }
    private static let mark = Array("\n\t<key>\(CloudDocument.packed)</key>\n\t<data>".utf8)
  }

  let files: [DeviceFile]
  let address: CloudAddress
  /// Stands for what the files hold: the same for every device that sees the same files.
  let revision: CloudRevision

  /// A document of a megabyte in XML, with room for stamps and many devices.
  static let largest = 16 << 20

  init(at address: CloudAddress, in folder: String, _ door: FileSystem) throws(CloudError) {
    var files: [DeviceFile] = []
    for name in try door.cloudNames(in: folder) where Self.mayBeView(name, at: address) {
      guard let bytes = try Self.read("\(folder)/\(name)", door) else { continue }
      files.append(DeviceFile(name: name, bytes: bytes, at: address))
    }
    self.init(files, address)
  }

  /// The files in the order of their names.
  private init(_ files: [DeviceFile], _ address: CloudAddress) {
    (self.files, self.address) = (files, address)
    var hash = FNV.start
    for file in files {
      hash = FNV.mix(FNV.hash(file.name.utf8, from: hash), Checksum.of(file.bytes))
    }
    revision = files.isEmpty ? .none : CloudRevision(String(hash, radix: 16))
  }

  /// The same after one was written and others were taken away.
  func after(writing written: DeviceFile, removing removed: [String]) -> FolderViews {
    let left = files.filter { $0.name != written.name && !removed.contains($0.name) }
    return FolderViews((left + [written]).sorted { $0.name.precedes($1.name) }, address)
  }

  /// The bytes; nil where there is no whole file yet, but an error for one that may not be read.
  private static func read(_ path: String, _ door: FileSystem) throws(CloudError) -> [UInt8]? {
    do throws(ReadingFault) {
      return try door.readFile(path, limit: largest)?.bytes
    } catch {
      guard case .failed(let fault) = error, fault.isDenied else { return nil }
      throw CloudError(.unreachable, fault.message)
    }
  }

  /// The views of a mirror that has these ids, and the devices whose own file stands under another id
  /// than the first; a file that cannot be read as a document is half copied or foreign, and counts
  /// when it is whole.
  ///
  /// What another view has taken over from a device that is retired is passed over, so that it makes
  /// no difference whether its file is gone, or was brought back.
  func views(of ids: [String]) -> (views: [CloudDocument], misplaced: Set<CloudDevice>) {
    var misplaced: Set<CloudDevice> = []
    let all = files.compactMap { file -> (author: CloudDevice, view: CloudDocument)? in
      guard let author = file.author, let view = file.view, ids.contains(view.mirror) else {
        return nil
      }
      // A copy that a sync program set aside stays as it is, whatever its device writes.
      if view.mirror != ids.first, file.name == address.fileName(of: author) {
        misplaced.insert(author)
      }
      return (author, view)
    }
    let views = all.compactMap { author, view in
      let isTakenOver = all.contains { $0.author != author && $0.view.hasTakenOver(author, view) }
      return isTakenOver ? nil : view
    }
    return (views, misplaced)
  }

  /// A device's file, or a copy of one that a sync program set aside:
  /// `ID.sync-conflict-20260102-030405-ABCDEFG.plist`, `ID (Ann's conflicted copy).plist`,
  /// `ID.plist.orig`; not a file that is still being written, `.ID.plist.new`, `.syncthing.ID…tmp`.
  private static func mayBeView(_ name: String, at address: CloudAddress) -> Bool {
    guard name.utf8.count > 16, CloudDevice(name.prefix(16)) != nil else { return false }
    return name.contains(address.fileEnding) && !name.hasSuffix(".tmp") && !name.hasSuffix(".part")
  }

  /// A sentence for each encrypted file that can't be decrypted.
  func warnings(in folder: String) -> [String] {
    guard address.key != nil else { return [] }
    return files.filter { $0.view == nil }.map {
      "The file \(folder)/\($0.name) was not written by a device of this account, or has not arrived "
        + "completely, so nothing was taken from it: if it stays like this, remove it."
    }
  }
}

extension CloudDocument {
  /// Whether this document says that a device is retired, and holds all that its view does.
  func hasTakenOver(_ device: CloudDevice, _ view: CloudDocument) -> Bool {
    guard let known = devices[device], known.isRetired, let own = view.devices[device] else {
      return false
    }
    return known.written == own.written || known.written.sequence > own.written.sequence
  }
}
