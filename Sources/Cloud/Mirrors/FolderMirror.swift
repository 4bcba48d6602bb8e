import SetteeFiles
import SetteePropertyLists

/// The embedded mirror: a folder with one file for each device, carried by whatever carries folders.
///
/// No two devices ever write the same file, so the files may be moved in any order. Each is its
/// device's whole merged view; a pull merges the views. Copies that a sync program sets aside are
/// views like any other; what is half copied or foreign is passed over.
///
/// ```
/// FOLDER/settee-mirror-ID.plist          the mark: this mirror's id
/// FOLDER/ACCOUNT/DOMAIN/DEVICE.plist     what DEVICE has seen and set
/// ```
package final class FolderMirror: MirrorBackend {
  let path: String
  let door: FileSystem

  /// Makes a mirror in a folder; nothing is read or written yet.
  package convenience init(at path: String) { self.init(at: path, door: .live) }

  init(at path: String, door: FileSystem) {
    // What is known of a folder stands under its path: one folder has one, however it is typed.
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    self.path = path.hasPrefix("/") ? "/\(parts)" : parts
    self.door = door
  }

  package var place: String { "folder:\(path)" }

  /// A folder that lost its mark was emptied, or is not mounted.
  package var keepsMark: Bool { true }

  package func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot
  {
    var marks = try FolderMark.read(in: path, door)
    let found = try views(at: address)
    let warnings = found.warnings(in: folder(of: address))
    // Views of another mirror were copied in; theirs is not this one's history.
    // The marks are anybody's; sealed views, which nobody else can make, say themselves whose they are.
    let sealed = address.key == nil ? [] : Set(found.files.compactMap(\.view?.mirror))
    if !sealed.isEmpty { marks = sealed.sorted() }
    let (views, misplaced) = found.views(of: marks)
    guard let mark = marks.first, var merged = CloudDocument.merging(views) else {
      return CloudSnapshot(
        document: nil, mirrors: marks, revision: found.revision, warnings: warnings)
    }
    merged.document.mirror = mark
    return CloudSnapshot(
      document: merged.document, mirrors: marks, revision: found.revision,
      contested: merged.contested, olderWrites: merged.olderWrites,
      files: Set(found.files.compactMap(\.author)), misplaced: misplaced,
      warnings: warnings)
  }

  func views(at address: CloudAddress) throws(CloudError) -> FolderViews {
    try FolderViews(at: address, in: folder(of: address), door)
  }

  func folder(of address: CloudAddress) -> String { "\(path)/\(address.path)" }

  /// Writes this device's view, unless the folder shows another state than the one it was made from.
  package func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    let folder = folder(of: address)
    let found = try views(at: address)
    guard found.revision == revision else { return nil }
    let bytes = try bytes(of: document, by: device, beside: found.files, at: address)
    let own = FolderViews.DeviceFile(name: address.fileName(of: device), bytes: bytes, at: address)
    var removed: [String] = []
    do {
      try door.makeFolders(folder, mode: 0o700)
      if try FolderMark.read(in: path, door).isEmpty {
        try door.alone(in: path) {
          let isStillFree = try FolderMark.read(in: path, door).isEmpty
          if isStillFree { try FolderMark.write(document.mirror, in: path, door) }
        }
      }
      // Of two domains that are pushed first, the slower one begins again with the other's mark.
      let isOwn = address.key != nil && found.files.contains { $0.view?.mirror == document.mirror }
      guard try isOwn || FolderMark.read(in: path, door).first == document.mirror else {
        return nil
      }
      FolderMark.rename(document.mirror, in: path, door)
      try door.replaceShared("\(folder)/\(own.name)", with: bytes)
      removed = fold(found.files, into: document, in: folder)
    } catch let fault as FileFault {
      throw CloudError(.unreachable, "\(unwritable(fault)) Nothing was sent.")
    } catch {
      throw error as? CloudError
        ?? CloudError(.unreachable, "Can't write to \(place). Nothing was sent.")
    }
    // What others have written meanwhile is not in it: nobody here has seen that.
    return found.after(writing: own, removing: removed).revision
  }

  /// Why a file of the mirror can't be written.
  ///
  /// On a read-only file system, the sentence names the mirror, since the
  /// file may be a temporary one.
  private func unwritable(_ fault: FileFault) -> String {
    guard fault.code == EROFS else { return fault.message }
    return
      "Can't write to \(place): Read-only file system; make it writable, or use another mirror"
      + " (--mirror, SETTEE_MIRROR, or the setting cloud.mirror)."
  }

  /// Changes files of the mirror; an error names the mirror.
  func writing(_ body: () throws -> Void) throws(CloudError) {
    do {
      try body()
    } catch let fault as FileFault {
      throw CloudError(.unreachable, unwritable(fault))
    } catch {
      throw error as? CloudError ?? CloudError(.unreachable, "Can't write to \(place).")
    }
  }

  /// A device's view as its file holds it.
  private func bytes(
    of document: CloudDocument, by device: CloudDevice, beside files: [FolderViews.DeviceFile],
    at address: CloudAddress
  ) throws(CloudError) -> [UInt8] {
    let isSealed = address.key != nil
    let packs = isSealed || files.allSatisfy { $0.author == device || $0.isPacked }
    let bytes = try document.view(by: device, packs: packs, isReadable: !isSealed)
    if bytes.count <= FolderViews.largest {
      if let sealed = address.seal(bytes, of: document, by: device) { return sealed }
    }
    throw CloudError(
      .overLimits,
      "What \(place) would hold takes \(bytes.count) bytes, and \(FolderViews.largest) is the limit;"
        + " make values shorter. Nothing was sent.")
  }

  /// Takes away the files of retired devices, all of which is in the view that was just written,
  /// and names them; one that stays, or is brought back, is passed over by whoever reads.
  private func fold(
    _ files: [FolderViews.DeviceFile], into document: CloudDocument, in folder: String
  ) -> [String] {
    files.filter { file in
      guard let author = file.author, document.devices[author]?.isRetired == true,
        let view = file.view, document.hasTakenOver(author, view)
      else { return false }
      return (try? door.remove("\(folder)/\(file.name)")) != nil
    }.map(\.name)
  }

  package func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch {
    FolderMirrorWatch(self, address, after: revision, notice)
  }
}

/// The files that say that a folder is a mirror, and which one.
///
/// Two devices that begin at once make two marks, each with its id in its name, so that no carrier puts
/// one in the other's place: it is one mirror that began twice, and the lower id counts everywhere.
enum FolderMark {
  private static let stem = "settee-mirror"

  /// The mirror's ids, the one that counts first; none for a folder without a mark, or none at all.
  static func read(in folder: String, _ door: FileSystem) throws(CloudError) -> [String] {
    var ids: Set<String> = []
    for name in try door.cloudNames(in: folder) where isMark(name) {
      guard let bytes = try? door.readFile("\(folder)/\(name)", limit: 65536)?.bytes,
        let list = try? PropertyList(reading: bytes), let id = list.dictionary?["mirror"]?.string
      else { continue }
      ids.insert(id)
    }
    return ids.sorted()
  }

  static func write(_ id: String, in folder: String, _ door: FileSystem) throws {
    let list = PropertyList.dictionary(["mirror": .string(id)])
    try door.replaceShared("\(folder)/\(name(of: id))", with: list.xml())
  }

  /// Gives a mark of an older Settee, whose name any other one has too, a name of its own.
  static func rename(_ id: String, in folder: String, _ door: FileSystem) {
    if (try? door.existing("\(folder)/\(name(of: id))")) != nil { return }
    // The old file stays: it may be carried here again at any time.
    try? write(id, in: folder, door)
  }

  private static func name(of id: String) -> String {
    // The id may come from outside: whatever it is, it names a file of this folder.
    CloudDevice(id) == nil ? "\(stem).plist" : "\(stem)-\(id).plist"
  }

  private static func isMark(_ name: String) -> Bool {
    name.hasPrefix(stem) && name.contains(".plist")
  }
}
