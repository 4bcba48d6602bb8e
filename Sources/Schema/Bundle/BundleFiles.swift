import SetteeFiles

/// The files of a bundle as the schema sees them: look, list and read, and nothing else.
package struct BundleFiles: Sendable {
  package enum Kind: Sendable, Equatable {
    case file
    case folder
    /// A pipe, socket or device, which is never opened.
    case special
    case missing
  }

  /// Why a file or folder could not be read: the system's reason.
  package struct Failure: Error, Sendable, Equatable {
    /// The reason in words, and what to do: a part of a sentence, without the path.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package var kind: @Sendable (_ path: String) -> Kind
  /// The names in a folder, in any order.
  package var list: @Sendable (_ folder: String) throws(Failure) -> [String]
  /// The content of a file; fails when it is longer than the limit.
  package var read: @Sendable (_ file: String, _ limit: Int) throws(Failure) -> [UInt8]
  /// Whether what stands at a path, links followed, stands below a folder.
  var isInside: @Sendable (_ path: String, _ folder: String) -> Bool
  var isSameFolder: @Sendable (_ one: String, _ other: String) -> Bool = { $0 == $1 }
}

extension BundleFiles {
  package static let live = BundleFiles(door: .live)

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
      guard status.kind == .link else { return isBelow(folder, from: FilePath.parent(of: path)) }
      guard let target = try? linkTarget(path) else { return false }
      path = target.hasPrefix("/") ? target : FilePath.join(FilePath.parent(of: path), target)
    }
    return false
  }

  private func isBelow(_ folder: String, from start: String) -> Bool {
    guard let wanted = status(folder) else { return false }
    var place = start
    for _ in 0..<Self.mostFolders {
      guard let here = status(place) else { return false }
      if here.isSameFile(as: wanted) { return true }
      let above = FilePath.join(place, "..")
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

extension BundleFiles {
  /// Files in memory by path, for tests and for bundles that exist only as data.
  package static func memory(_ contents: [String: [UInt8]]) -> BundleFiles {
    let folders = contents.keys.reduce(into: [String: Set<String>]()) { folders, path in
      var path = path
      while path != ".", path != "/", FilePath.parent(of: path) != path {
        let parent = FilePath.parent(of: path)
        folders[parent, default: []].insert(FilePath.name(of: path))
        path = parent
      }
    }
    return BundleFiles(
      kind: { contents[$0] != nil ? .file : folders[$0] != nil ? .folder : .missing },
      list: { folder throws(Failure) in
        guard let names = folders[FilePath.withoutTrailingSlash(folder)] else {
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
