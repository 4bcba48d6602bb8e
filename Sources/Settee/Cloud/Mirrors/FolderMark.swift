/// The file that says that a folder is a mirror, and which one.
///
/// Two devices that begin in two replicas at once make two marks; the sync program keeps both, and
/// the lower id counts everywhere.
enum FolderMark {
  private static let stem = "settee-mirror"

  /// The mirror's id; nil for a folder without a mark, or none at all.
  static func read(in folder: String, _ door: FileDoor) throws(CloudError) -> String? {
    var ids: [String] = []
    for name in try door.cloudNames(in: folder) where isMark(name) {
      guard let bytes = try? door.readFile("\(folder)/\(name)", limit: 65536)?.bytes,
        let list = try? PropertyList(reading: bytes), let id = list.dictionary?["mirror"]?.string
      else { continue }
      ids.append(id)
    }
    return ids.min()
  }

  static func write(_ id: String, in folder: String, _ door: FileDoor) throws {
    let list = PropertyList.dictionary(["mirror": .string(id)])
    try door.replaceCloudFile("\(folder)/\(stem).plist", with: list.xml())
  }

  private static func isMark(_ name: String) -> Bool {
    name.hasPrefix(stem) && name.contains(".plist")
  }
}
