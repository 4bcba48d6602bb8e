/// Tells when a file or the content of a folder changes, by one watching thread per process.
enum FolderWatch {
  /// Called with whether the change may still be under way.
  typealias Wake = @Sendable (_ isUnderWay: Bool) -> Void

  /// Watches everything in a folder, which need not exist; nil where the system cannot.
  static func watch(folder: String, _ wake: @escaping Wake) -> DomainWatch? {
    watch(WatchedPlace(path: folder, isFolder: true, wake: wake))
  }

  /// Watches a file, which need not exist, nor its folder; nil where the system cannot.
  static func watch(file: String, _ wake: @escaping Wake) -> DomainWatch? {
    watch(WatchedPlace(path: file, isFolder: false, wake: wake))
  }

  private static func watch(_ place: WatchedPlace) -> DomainWatch? {
    #if os(Linux)
      return InotifyWatcher.current?.add(place)
    #else
      return nil
    #endif
  }
}

/// A file, or the content of a folder, that somebody wants to know about.
struct WatchedPlace: Sendable {
  let path: String
  let isFolder: Bool
  let wake: FolderWatch.Wake

  /// One folder to watch, and the name in it that matters; nil when all do.
  struct Interest {
    let folder: String
    let name: String?
    /// Whether this folder is watched only until the wanted one appears.
    let isWaiting: Bool
  }

  /// The folders to watch as things are now.
  ///
  /// A rename breaks a watch on a file, so folders are watched; where the folder is missing, the
  /// nearest one above it that exists is.
  func interests(_ door: FileDoor) -> [Interest] {
    var interests = [interest(in: path, isFolder: isFolder, door)]
    let target = (try? door.resolved(path)) ?? path
    if !target.utf8.elementsEqual(path.utf8) {
      interests.append(interest(in: target, isFolder: isFolder, door))
    }
    return interests
  }

  private func interest(in path: String, isFolder: Bool, _ door: FileDoor) -> Interest {
    if isFolder, isExisting(path, door) {
      return Interest(folder: path, name: nil, isWaiting: false)
    }
    var folder = FilePath.folder(of: path)
    var name = FilePath.name(of: path)
    var isWaiting = isFolder
    while !isExisting(folder, door), folder != "/", folder != "." {
      name = FilePath.name(of: folder)
      folder = FilePath.folder(of: folder)
      isWaiting = true
    }
    return Interest(folder: folder, name: name, isWaiting: isWaiting)
  }

  private func isExisting(_ folder: String, _ door: FileDoor) -> Bool {
    ((try? door.existing(folder)) ?? nil)?.kind == .directory
  }
}
