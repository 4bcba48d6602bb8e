extension BundleFiles {
  /// The file system.
  public static let live = BundleFiles(
    kind: { _ in .missing }, list: { _ throws(Failure) in [] },
    read: { path, _ throws(Failure) in throw Failure("no such file") }, resolve: { _ in nil })
}
