/// The files that say that a folder is a mirror, and which one.
///
/// Two devices that begin in two replicas at once make two marks. Each bears its id in its name, so
/// that no carrier puts one in the place of the other: the folder is one mirror that began twice, and
/// the lower id counts everywhere.
enum FolderMark {
  private static let stem = "settee-mirror"

  /// The mirror's ids, the one that counts first; none for a folder without a mark, or none at all.
  static func read(in folder: String, _ door: FileDoor) throws(CloudError) -> [String] {
    var ids: Set<String> = []
    for name in try door.cloudNames(in: folder) where isMark(name) {
      guard let bytes = try? door.readFile("\(folder)/\(name)", limit: 65536)?.bytes,
        let list = try? PropertyList(reading: bytes), let id = list.dictionary?["mirror"]?.string
      else { continue }
      ids.insert(id)
    }
    return ids.sorted()
  }

  static func write(_ id: String, in folder: String, _ door: FileDoor) throws {
    let list = PropertyList.dictionary(["mirror": .string(id)])
    try door.replaceCloudFile("\(folder)/\(name(of: id))", with: list.xml())
  }

  /// Gives a mark of an older Settee, whose name any other one has too, a name of its own.
  static func rename(_ id: String, in folder: String, _ door: FileDoor) {
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
