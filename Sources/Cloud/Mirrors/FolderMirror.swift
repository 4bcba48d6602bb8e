import SetteeFiles
import SetteeValues

/// The built-in mirror, which is a folder that any sync program can transfer.
///
/// The folder contains one file per device. No two devices write the same file, so the files can be
/// transferred in any order. Each file is the merged replica of its device, and a pull merges all
/// files, including conflict copies created by a sync program. Incomplete and unrelated files are
/// ignored.
///
/// ```
/// FOLDER/settee-mirror-ID.plist          the marker, which has the mirror's ID
/// FOLDER/ACCOUNT/DOMAIN/DEVICE.plist     the replica of DEVICE
/// ```
package final class FolderMirror: MirrorBackend {
  let path: String
  let fileSystem: FileSystem

  /// Creates a mirror in a folder without accessing the folder.
  package convenience init(at path: String) { self.init(at: path, fileSystem: .live) }

  init(at path: String, fileSystem: FileSystem) {
    // Normalize the path of the folder, because the sync state is stored under this path.
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    self.path = path.hasPrefix("/") ? "/\(parts)" : parts
    self.fileSystem = fileSystem
  }

  package var place: String { "folder:\(path)" }

  /// If the marker file is missing, the mirror folder was emptied or isn't mounted.
  package var keepsMarker: Bool { true }

  package func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws
    -> CloudSnapshot
  {
    var marks = try fileSystem.mirrorIDs(in: path)
    let found = try views(at: address)
    let warnings = found.warnings(in: folder(of: address))
    // Ignore replicas that were copied from another mirror, because they have a different history.
    //
    // Anyone can write a marker file, but an encrypted replica authenticates the ID of its mirror.
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
      contested: merged.contested, olderWrites: merged.olderWrites, forgotten: merged.forgotten,
      files: Set(found.files.compactMap(\.author)), misplaced: misplaced,
      warnings: warnings)
  }

  func views(at address: CloudAddress) throws -> FolderViews {
    try FolderViews(at: address, in: folder(of: address), fileSystem)
  }

  func folder(of address: CloudAddress) -> String { "\(path)/\(address.path)" }

  /// Writes this device's replica to the mirror folder if the folder still has the expected
  /// revision.
  package func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: String, by deadline: CloudDeadline
  ) throws -> String? {
    let folder = folder(of: address)
    let found = try views(at: address)
    guard found.revision == revision else { return nil }
    let bytes = try bytes(of: document, by: device, at: address)
    let own = FolderViews.DeviceFile(name: address.fileName(of: device), bytes: bytes, at: address)
    var removed: [String] = []
    do {
      try fileSystem.makeFolders(folder, mode: 0o700)
      if try fileSystem.mirrorIDs(in: path).isEmpty {
        try fileSystem.withLock(on: path) {
          let isStillFree = try fileSystem.mirrorIDs(in: path).isEmpty
          if isStillFree { try fileSystem.writeMirrorID(document.mirror, in: path) }
        }
      }
      // If two devices push different domains for the first time simultaneously, the slower push is
      // repeated with the mirror ID of the other device.
      let isOwn = address.key != nil && found.files.contains { $0.view?.mirror == document.mirror }
      guard try isOwn || fileSystem.mirrorIDs(in: path).first == document.mirror else {
        return nil
      }
      fileSystem.renameMarker(document.mirror, in: path)
      try fileSystem.replaceShared("\(folder)/\(own.name)", with: bytes)
      removed = removeRetiredFiles(found.files, into: document, in: folder)
    } catch let fault as SystemError {
      throw CloudError(.unreachable, "\(unwritable(fault)) Nothing was sent.")
    } catch {
      throw error as? CloudError
        ?? CloudError(.unreachable, "Can't write to \(place). Nothing was sent.")
    }
    // Exclude files that other devices wrote in the meantime, because this device hasn't merged
    // them yet.
    return found.after(writing: own, removing: removed).revision
  }

  /// Returns the reason why a file in the mirror folder can't be written.
  ///
  /// On a read-only file system, the message shows the mirror's address instead of the path of a
  /// temporary file.
  private func unwritable(_ fault: SystemError) -> String {
    guard fault.code == EROFS else { return fault.message }
    return
      "Can't write to \(place): Read-only file system; make it writable, or use another mirror"
      + " (--mirror, SETTEE_MIRROR, or the setting cloud.mirror)."
  }

  /// Runs a closure that changes files in the mirror, and adds the mirror's address to any error.
  func writing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let fault as SystemError {
      throw CloudError(.unreachable, unwritable(fault))
    } catch {
      throw error as? CloudError ?? CloudError(.unreachable, "Can't write to \(place).")
    }
  }

  /// Returns the contents of the file that a device writes to the mirror folder.
  private func bytes(
    of document: CloudDocument, by device: CloudDevice, at address: CloudAddress
  ) throws -> [UInt8] {
    let bytes = try document.fileBytes(isSealed: address.key != nil)
    if bytes.count <= FolderViews.largest {
      if let sealed = address.seal(bytes, of: document, by: device) { return sealed }
    }
    throw CloudError(
      .overLimits,
      "The data in \(place) would take \(bytes.count) bytes, but the limit is "
        + "\(FolderViews.largest); make values shorter. Nothing was sent.")
  }

  /// Removes the files of retired devices whose contents are included in the new replica.
  ///
  /// Devices ignore such a file if it can't be removed or if a sync program restores it.
  ///
  /// - Returns: The names of the removed files.
  private func removeRetiredFiles(
    _ files: [FolderViews.DeviceFile], into document: CloudDocument, in folder: String
  ) -> [String] {
    files.filter { file in
      guard let author = file.author, document.devices[author]?.isRetired == true,
        let view = file.view, document.hasMerged(author, view)
      else { return false }
      return (try? fileSystem.remove("\(folder)/\(file.name)")) != nil
    }.map(\.name)
  }

  package func changes(
    at address: CloudAddress, after revision: String,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void {
    FolderMirrorWatch(self, address, after: revision, notice).stop
  }
}

// The marker files of a mirror folder contain the ID of the mirror.
//
// If two devices create a mirror at the same time, there are two markers. The file names contain
// the IDs, so that no sync program overwrites one marker with the other. Both IDs then belong to
// the same mirror, and the lower ID is in effect.
extension FileSystem {
  private static let markerStem = "settee-mirror"

  /// Returns the IDs of the mirror in a folder, or an empty array if the folder has no marker file.
  ///
  /// The first ID takes precedence if the mirror has several IDs.
  func mirrorIDs(in folder: String) throws -> [String] {
    var ids: Set<String> = []
    for name in try cloudNames(in: folder)
    where name.hasPrefix(Self.markerStem) && name.contains(".plist") {
      guard let bytes = try? readFile("\(folder)/\(name)", limit: 65536)?.bytes,
        let list = try? PropertyList(reading: bytes), let id = list.dictionary?["mirror"]?.string
      else { continue }
      ids.insert(id)
    }
    return ids.sorted()
  }

  /// Writes the marker file of a mirror.
  func writeMirrorID(_ id: String, in folder: String) throws {
    let list = PropertyList.dictionary(["mirror": .string(id)])
    try replaceShared("\(folder)/\(Self.markerName(of: id))", with: list.xml())
  }

  /// Replaces the marker file of an early build with a marker file that has the ID in its name.
  fileprivate func renameMarker(_ id: String, in folder: String) {
    if (try? existing("\(folder)/\(Self.markerName(of: id))")) != nil { return }
    // Don't remove the old marker file, because a sync program could restore it.
    try? writeMirrorID(id, in: folder)
  }

  private static func markerName(of id: String) -> String {
    // Don't use an arbitrary ID in a file name, because the ID can come from another program.
    CloudDevice(id) == nil ? "\(markerStem).plist" : "\(markerStem)-\(id).plist"
  }
}
