import SetteeFiles
import SetteeValues

/// The location of a settings bundle, and of related files in the app that contains it.
struct BundleLocation {
  let folder: String
  /// The directories that can contain the files of the bundle, in order of precedence, with paths
  /// relative to ``folder``.
  ///
  /// An adjacent InAppSettings.bundle comes first.
  let folders: [(prefix: String, folder: String)]
  /// The `Info.plist` files of the bundle and of the app that contains it, if they exist.
  let infos: [PropertyListDictionary]

  /// Finds the settings bundle for a path, which can refer to a bundle, an app, or a `Root.plist`
  /// file.
  init(of path: String, inApp: Bool, files: BundleFiles) throws {
    folder = try Self.folder(of: path, inApp: inApp, files: files)
    let parent = FilePath.parent(of: folder)
    let sibling = FilePath.join(parent, "InAppSettings.bundle")
    let isOverridden =
      inApp && FilePath.name(of: folder) == "Settings.bundle" && files.kind(sibling) == .directory
    folders = (isOverridden ? [("../InAppSettings.bundle/", sibling)] : []) + [("", folder)]
    // In a macOS app, the bundle is in `Contents/Resources`, and `Info.plist` is in `Contents`.
    let app = FilePath.name(of: parent) == "Resources" ? FilePath.parent(of: parent) : parent
    infos = [folder, app].compactMap { folder in
      let bytes = try? files.read(FilePath.join(folder, "Info.plist"), 1 << 20)
      return bytes.flatMap { try? PropertyList(reading: $0).dictionary }
    }
  }

  private static func folder(
    of path: String, inApp: Bool, files: BundleFiles
  ) throws -> String {
    let path = FilePath.withoutTrailingSlash(path)
    if try files.isFolder(path) { return try folder(in: path, inApp: inApp, files: files) }
    guard FilePath.name(of: path).hasPrefix("Root"), path.hasSuffix(".plist") else {
      throw SetteeError(
        .notABundle,
        "\(path) isn't a settings bundle. Give the path of a bundle or of its Root.plist.")
    }
    let folder = FilePath.parent(of: path)
    return folder.hasSuffix(".lproj") ? FilePath.parent(of: folder) : folder
  }

  private static func folder(
    in path: String, inApp: Bool, files: BundleFiles
  ) throws -> String {
    do {
      if try files.list(path).contains(where: isRoot) { return path }
    } catch let error as SystemError {
      throw SetteeError(.unreadableBundle, "Can't read \(path): \(error.reason).")
    }
    let names =
      (inApp ? ["InAppSettings.bundle"] : []) + ["Settings.bundle", "InAppSettings.bundle"]
    for resources in ["", "Contents/Resources", "Resources"] {
      for name in names {
        let folder = FilePath.join(FilePath.join(path, resources), name)
        if files.kind(folder) == .directory { return folder }
      }
    }
    if path.hasSuffix(".bundle") { return path }
    let inner = bundles(in: path, files: files)
    if inner.count == 1 { return inner[0].folder }
    let some = inner.prefix(6).map(\.name).joined(separator: ", ") + (inner.count > 6 ? " …" : "")
    throw SetteeError(
      .notABundle,
      inner.isEmpty
        ? "\(path) is a directory without a settings bundle. Give the path of a settings file."
        : "\(path) contains \(inner.count) settings bundles. Give the path of one: \(some).")
  }

  /// Returns the settings bundles in a directory.
  ///
  /// The result includes bundles inside apps, such as in the `Payload` directory of an iOS app
  /// archive.
  private static func bundles(
    in path: String, files: BundleFiles
  ) -> [(name: String, folder: String)] {
    func names(_ folder: String) -> [String] { (try? files.list(folder)) ?? [] }
    return names(path).sorted().compactMap { name in
      let folder = FilePath.join(path, name)
      if name.hasSuffix(".bundle"), names(folder).contains(where: isRoot) { return (name, folder) }
      let inner = FilePath.join(folder, "Settings.bundle")
      return name.hasSuffix(".app") && files.kind(inner) == .directory ? (name, inner) : nil
    }
  }

  private static func isRoot(_ name: String) -> Bool {
    name.hasPrefix("Root") && name.hasSuffix(".plist")
  }
}

extension BundleLocation {
  /// The name of the app according to its `Info.plist` file, or else the name of the bundle or app
  /// directory.
  var appName: String { declaredName ?? ownName ?? appFolder ?? "Settings" }

  /// The domain that is derived from the name of the bundle or from the app's `Info.plist` file.
  ///
  /// If no file of the bundle declares a domain, this domain stores the settings.
  var domain: String? { ownName ?? value(of: "CFBundleIdentifier") }

  /// A domain that is suggested to the user if the bundle doesn't declare one.
  ///
  /// The suggested domain is derived from the name of the app or of its directory.
  var proposedDomain: String {
    let name = declaredName ?? appFolder ?? FilePath.name(of: FilePath.parent(of: folder))
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return "local." + (words.isEmpty ? "app" : String(words.joined(separator: "-").prefix(40)))
  }

  /// The language in which the app was developed, according to an `Info.plist` file, or `nil` if it
  /// is unknown.
  var developmentLanguage: LanguageTag? {
    value(of: "CFBundleDevelopmentRegion").flatMap { LanguageTag($0) }
  }

  /// The name of the bundle, such as `Mail` for `Mail.bundle`, or `nil` for `Settings.bundle`.
  private var ownName: String? {
    guard let name = FilePath.stem(of: folder, dropping: ".bundle") else { return nil }
    return name == "Settings" || name == "InAppSettings" ? nil : name
  }

  private var declaredName: String? {
    value(of: "CFBundleDisplayName") ?? value(of: "CFBundleName")
  }

  /// The name of the app that contains the bundle, such as `Mail` for `Mail.app`.
  private var appFolder: String? {
    FilePath.stem(of: FilePath.parent(of: folder), dropping: ".app")
  }

  /// Returns the value for a key in the `Info.plist` file of the bundle or of the app.
  ///
  /// Placeholders such as `$(NAME)` that the app's build hasn't replaced are ignored.
  private func value(of key: String) -> String? {
    infos.lazy.compactMap { $0[key]?.string }.first { !$0.isEmpty && !$0.contains("$") }
  }
}
