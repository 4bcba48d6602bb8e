extension BundleFiles {
  /// Files in memory by path, for tests and for bundles that exist only as data.
  public static func memory(_ contents: [String: [UInt8]]) -> BundleFiles {
    let folders = contents.keys.reduce(into: [String: Set<String>]()) { folders, path in
      var path = path
      while path != ".", path != "/", Path.parent(of: path) != path {
        let parent = Path.parent(of: path)
        folders[parent, default: []].insert(Path.name(of: path))
        path = parent
      }
    }
    return BundleFiles(
      kind: { contents[$0] != nil ? .file : folders[$0] != nil ? .folder : .missing },
      list: { folder throws(Failure) in
        guard let names = folders[Path.withoutTrailingSlash(folder)] else {
          throw Failure("no such folder")
        }
        return names.sorted()
      },
      read: { path, limit throws(Failure) in
        guard let bytes = contents[path] else { throw Failure("no such file") }
        guard bytes.count <= limit else { throw Failure("the file is too long") }
        return bytes
      },
      isInside: { path, folder in path.hasPrefix(folder + "/") })
  }
}
