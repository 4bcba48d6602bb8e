/// The embedded mirror: a folder with one file for each device, carried by whatever carries folders.
///
/// No two devices ever write the same file, so Syncthing, Dropbox, NFS, rsync or git may move the
/// files in any order. Each device's file is its whole merged view; a pull merges the views. Copies
/// that a sync program sets aside are views like any other; what is half copied or foreign is
/// passed over.
///
/// ```
/// FOLDER/settee-mirror-ID.plist          the mark: this mirror's id
/// FOLDER/ACCOUNT/DOMAIN/DEVICE.plist     what DEVICE has seen and set
/// ```
public final class FolderMirror: CloudMirror {
  /// The folder.
  public let path: String
  let door: FileDoor

  /// Makes a mirror in a folder; nothing is read or written yet.
  ///
  /// - Parameter path: The folder, which the first push makes.
  public convenience init(at path: String) { self.init(at: path, door: .live) }

  init(at path: String, door: FileDoor) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.door = door
  }

  /// The folder in words.
  public var place: String { "folder:\(path)" }

  /// A folder that lost its mark was emptied, or is not mounted.
  public var keepsMark: Bool { true }

  // MARK: Pulling

  /// All that the folder holds at an address, merged.
  public func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot
  {
    let marks = try FolderMark.read(in: path, door)
    return Self.snapshot(try FolderViews(in: folder(of: address), door), marks)
  }

  private static func snapshot(_ found: FolderViews, _ marks: [String]) -> CloudSnapshot {
    // Views of another mirror were copied in; theirs is not this one's history.
    let (views, strays) = found.views(of: marks)
    guard let mark = marks.first, var merged = CloudDocument.merging(views) else {
      return CloudSnapshot(document: nil, mirrors: marks, revision: found.revision)
    }
    merged.document.mirror = mark
    return CloudSnapshot(
      document: merged.document, mirrors: marks, revision: found.revision,
      contested: merged.contested, heard: merged.heard,
      files: Set(found.files.compactMap(\.author)), strays: strays)
  }

  func folder(of address: CloudAddress) -> String {
    "\(path)/\(address.account)/\(address.domain)"
  }

  // MARK: Pushing

  /// Writes this device's view, unless the folder shows another state than the one it was made from.
  public func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    let folder = folder(of: address)
    let found = try FolderViews(in: folder, door)
    guard found.revision == revision else { return nil }
    let packs = found.files.allSatisfy { $0.author == device || $0.isPacked }
    let bytes = try document.view(by: device, packs: packs)
    guard bytes.count <= FolderViews.largest else {
      throw CloudError(
        .overLimits,
        "What \(place) would hold takes \(bytes.count) bytes, and \(FolderViews.largest) is the limit;"
          + " make values shorter. Nothing was sent.")
    }
    do {
      try door.makeFolders(folder, mode: 0o700)
      if try FolderMark.read(in: path, door).isEmpty { try mark(as: document.mirror) }
      // Of two domains that are pushed first, the slower one begins again with the other's mark.
      guard try FolderMark.read(in: path, door).first == document.mirror else { return nil }
      FolderMark.rename(document.mirror, in: path, door)
      try door.replaceCloudFile("\(folder)/\(device.id).plist", with: bytes)
      fold(found.files, into: document, in: folder)
    } catch let fault as FileFault {
      throw CloudError(.unreachable, "\(fault.message) Nothing was sent.")
    } catch let error as CloudError {
      throw error
    } catch {
      throw CloudError(.unreachable, "\(place) cannot be written. Nothing was sent.")
    }
    return try FolderViews(in: folder, door).revision
  }

  private func mark(as id: String) throws {
    try door.alone(in: path) {
      if try FolderMark.read(in: path, door).isEmpty { try FolderMark.write(id, in: path, door) }
    }
  }

  /// Takes away the files of retired devices, all of which is in the view that was just written.
  ///
  /// One that cannot be taken away, or is brought back, is passed over by whoever reads.
  private func fold(_ files: [FolderViews.File], into document: CloudDocument, in folder: String) {
    for file in files {
      guard let author = file.author, document.devices[author]?.isRetired == true,
        let view = CloudDocument(bytes: file.bytes), document.hasTakenOver(author, view)
      else { continue }
      try? door.remove("\(folder)/\(file.name)")
    }
  }

  // MARK: Watching

  /// Calls back when a file of another device arrives.
  public func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch {
    FolderMirrorWatch.start(folder(of: address), door, after: revision, notice)
  }
}
