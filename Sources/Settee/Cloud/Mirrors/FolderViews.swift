/// The views that the files of one account and domain hold, and the state of them all.
struct FolderViews {
  private(set) var views: [CloudDocument] = []
  /// Stands for what the files hold: the same for every device that sees the same files.
  let revision: CloudRevision

  /// A document of a megabyte in XML, with room for stamps and many devices.
  static let largest = 16 << 20

  init(in folder: String, _ door: FileDoor) throws(CloudError) {
    var prints: [String] = []
    for name in try door.cloudNames(in: folder) where Self.mayBeView(name) {
      guard let view = Self.view(at: "\(folder)/\(name)", door) else { continue }
      views.append(view.document)
      prints.append("\(name):\(view.print)")
    }
    let sum = prints.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, print in
      for byte in print.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    revision = prints.isEmpty ? .none : CloudRevision(String(sum, radix: 16))
  }

  /// A device's file, or a copy of one that a sync program set aside:
  /// `ID.sync-conflict-20260102-030405-ABCDEFG.plist`, `ID (Ann's conflicted copy).plist`,
  /// `ID.plist.orig`; not a file that is still being written, `.ID.plist.new`, `.syncthing.ID…tmp`.
  private static func mayBeView(_ name: String) -> Bool {
    guard name.utf8.count > 16, CloudDevice(String(name.prefix(16))) != nil else { return false }
    return name.contains(".plist") && !name.hasSuffix(".tmp") && !name.hasSuffix(".part")
  }

  /// A file that cannot be read as a document is half copied or foreign: it counts when it is whole.
  private static func view(
    at path: String, _ door: FileDoor
  ) -> (document: CloudDocument, print: UInt64)? {
    guard let bytes = try? door.readFile(path, limit: largest)?.bytes,
      let document = CloudDocument(bytes: bytes)
    else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (document, hash)
  }
}
