extension BundleFiles {
  /// The file system.
  public static let live = BundleFiles(door: .live)

  /// The file system behind a door.
  init(door: FileDoor) {
    self.init(
      kind: { door.kind(of: $0) },
      list: { folder throws(Failure) in
        do {
          guard let names = try door.list(folder) else { throw Failure("there is no such folder") }
          return names
        } catch let fault as FileFault {
          throw Failure(fault.reason)
        } catch { throw Failure("the folder cannot be read") }
      },
      read: { path, limit throws(Failure) in
        do {
          guard let content = try door.readFile(path, limit: limit, links: .all) else {
            throw Failure("there is no such file")
          }
          return content.bytes
        } catch let fault as ReadingFault {
          throw Failure(fault.reason)
        } catch { throw Failure("there is no such file") }
      },
      isInside: { door.isInside($0, $1) },
      isSameFolder: { door.isSame($0, $1) })
  }
}

extension FileDoor {
  /// As many links as the system follows before it calls them a circle.
  private static let mostLinks = 40
  /// Deeper than any path may be.
  private static let mostFolders = 2048

  fileprivate func kind(of path: String) -> BundleFiles.Kind {
    switch (try? existing(path))??.kind {
    case .file?: .file
    case .directory?: .folder
    case .fifo?, .socket?, .device?: .special
    case .link?, nil: .missing
    }
  }

  /// Whether a file, its own links followed, stands below a folder, by the system's own account.
  ///
  /// Paths are not compared as text: the way up from the file is walked and each folder on it
  /// compared with the one that is asked for.
  fileprivate func isInside(_ path: String, _ folder: String) -> Bool {
    var path = path
    for _ in 0..<Self.mostLinks {
      guard let status = status(path, followLinks: false) else { return false }
      guard status.kind == .link else { return isBelow(folder, from: Path.parent(of: path)) }
      guard let target = try? linkTarget(path) else { return false }
      path = target.hasPrefix("/") ? target : Path.join(Path.parent(of: path), target)
    }
    return false
  }

  private func isBelow(_ folder: String, from start: String) -> Bool {
    guard let wanted = status(folder) else { return false }
    var place = start
    for _ in 0..<Self.mostFolders {
      guard let here = status(place) else { return false }
      if here.isSameFile(as: wanted) { return true }
      let above = Path.join(place, "..")
      guard let next = status(above), !next.isSameFile(as: here) else { return false }
      place = above
    }
    return false
  }

  fileprivate func isSame(_ one: String, _ other: String) -> Bool {
    guard let one = status(one), let other = status(other) else { return false }
    return one.isSameFile(as: other)
  }

  private func status(_ path: String, followLinks: Bool = true) -> FileStatus? {
    (try? existing(path, followLinks: followLinks)) ?? nil
  }
}
