#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BundleFiles {
  /// The file system.
  public static let live = BundleFiles(
    kind: { kind(of: $0) },
    list: { folder throws(Failure) in
      do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
        throw Failure("the folder cannot be read")
      }
    },
    read: { path, limit throws(Failure) in
      guard kind(of: path) == .file, let data = FileManager.default.contents(atPath: path) else {
        throw Failure("the file cannot be read")
      }
      guard data.count <= limit else { throw Failure("the file is too long") }
      return Array(data)
    },
    resolve: { path in URL(filePath: path).resolvingSymlinksInPath().path })

  private static func kind(of path: String) -> Kind {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return .missing
    }
    return isFolder ? .folder : .file
  }
}
