extension SettingsBundle {
  /// Opens a bundle: its folder, an app folder that holds a Settings.bundle, or a Root.plist.
  public init(
    at path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws(BundleError) {
    let location = try BundleLocation(of: path, inApp: options.inApp, files: files)
    let store = PaneStore(location, options: options, files: files)
    let walk = try BundleWalk(location, options: options, store: store)
    self.init(
      path: location.folder, title: walk.panes.first?.title ?? location.appName,
      domain: walk.domain, panes: walk.panes, languages: store.languages.map(\.description),
      language: store.language?.description, files: (walk.panes + walk.elementPanes).map(\.path),
      faults: walk.faults)
    elementPanes = walk.elementPanes
  }

  /// The domain that a path stands for, without reading its panes; see ``BundleOptions/domain``.
  public static func domain(
    of path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws(BundleError) -> String? {
    try SettingsBundle(at: path, options: options, files: files).domain
  }

  /// A domain to propose for a bundle that names none; the path begins at the root.
  package static func proposedDomain(
    of path: String, files: BundleFiles = .live
  ) throws(BundleError) -> String {
    try BundleLocation(of: path, inApp: false, files: files).proposedDomain
  }
}
