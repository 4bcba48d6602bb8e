import SetteeFiles
import SetteeSchema

extension BundleFiles {
  /// Files in memory by path.
  static func memory(_ contents: [String: [UInt8]]) -> BundleFiles {
    let folders = contents.keys.reduce(into: [String: Set<String>]()) { folders, path in
      var path = path
      while path != ".", path != "/", FilePath.parent(of: path) != path {
        let parent = FilePath.parent(of: path)
        folders[parent, default: []].insert(FilePath.name(of: path))
        path = parent
      }
    }
    var files = BundleFiles.live
    files.kind = { contents[$0] != nil ? .file : folders[$0] != nil ? .folder : .missing }
    files.list = { folder throws(Failure) in
      guard let names = folders[FilePath.withoutTrailingSlash(folder)] else {
        throw Failure("no such folder")
      }
      return names.sorted()
    }
    files.read = { path, limit throws(Failure) in
      guard let bytes = contents[path] else { throw Failure("no such file") }
      guard bytes.count <= limit else { throw Failure("the file is too long") }
      return bytes
    }
    files.isInside = { path, folder in path.hasPrefix(folder + "/") }
    files.isSameFolder = { $0 == $1 }
    return files
  }
}
