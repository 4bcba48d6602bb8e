/// Finds the faults of bundles and property lists: what `settee check` runs.
public enum BundleCheck {
  /// Every finding in the files at the paths, by path, then by place.
  ///
  /// A path is a bundle, a folder that holds some, a `.plist` or a `.strings` file. A path that is
  /// not there is an error of its own.
  public static func findings(
    at paths: [String], files: BundleFiles = .live
  ) throws(BundleError) -> [Finding] {
    []
  }
}
