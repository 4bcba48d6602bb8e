import SetteeFiles
import SetteePropertyLists

/// The location of a bundle and related files in the surrounding app.
struct BundleLocation {
  let folder: String
  /// The directories to search, in order of precedence, with their paths relative to ``folder``.
  ///
  /// An adjacent InAppSettings.bundle comes first.
  let folders: [(prefix: String, folder: String)]
  /// The Info.plist files of the bundle and of the surrounding app, if they exist.
  let infos: [PropertyListDictionary]

  /// Finds the bundle for a path to a bundle, an app, or a Root.plist file.
  init(of path: String, inApp: Bool, files: BundleFiles) throws(BundleError) {
    folder = try Self.folder(of: path, inApp: inApp, files: files)
    let parent = FilePath.parent(of: folder)
    let sibling = FilePath.join(parent, "InAppSettings.bundle")
    let isOverridden =
      inApp && FilePath.name(of: folder) == "Settings.bundle" && files.kind(sibling) == .folder
    folders = (isOverridden ? [("../InAppSettings.bundle/", sibling)] : []) + [("", folder)]
    // On macOS, the bundle is in Contents/Resources, and the app's Info.plist is in Contents.
    let app = FilePath.name(of: parent) == "Resources" ? FilePath.parent(of: parent) : parent
    infos = [folder, app].compactMap { folder in
      let bytes = try? files.read(FilePath.join(folder, "Info.plist"), 1 << 20)
      return bytes.flatMap { try? PropertyList(reading: $0).dictionary }
    }
  }

  private static func folder(
    of path: String, inApp: Bool, files: BundleFiles
  ) throws(BundleError) -> String {
    let path = FilePath.withoutTrailingSlash(path)
    if try files.isFolder(path) { return try folder(in: path, inApp: inApp, files: files) }
    guard FilePath.name(of: path).hasPrefix("Root"), path.hasSuffix(".plist") else {
      throw BundleError(
        .notABundle,
        "\(path) isn't a settings bundle. Give the path of a bundle or of its Root.plist.")
    }
    let folder = FilePath.parent(of: path)
    return folder.hasSuffix(".lproj") ? FilePath.parent(of: folder) : folder
  }

  private static func folder(
    in path: String, inApp: Bool, files: BundleFiles
  ) throws(BundleError) -> String {
    do throws(BundleFiles.ReadError) {
      if try files.list(path).contains(where: isRoot) { return path }
    } catch {
      throw BundleError(.unreadable, "Can't read \(path): \(error.reason).")
    }
    let names =
      (inApp ? ["InAppSettings.bundle"] : []) + ["Settings.bundle", "InAppSettings.bundle"]
    for resources in ["", "Contents/Resources", "Resources"] {
      for name in names {
        let folder = FilePath.join(FilePath.join(path, resources), name)
        if files.kind(folder) == .folder { return folder }
      }
    }
    if path.hasSuffix(".bundle") { return path }
    let inner = bundles(in: path, files: files)
    if inner.count == 1 { return inner[0].folder }
    let some = inner.prefix(6).map(\.name).joined(separator: ", ") + (inner.count > 6 ? " …" : "")
    throw BundleError(
      .notABundle,
      inner.isEmpty
        ? "\(path) is a directory without a settings bundle. Give the path of a settings file."
        : "\(path) contains \(inner.count) settings bundles. Give the path of one: \(some).")
  }

  /// Returns the bundles in a directory.
  ///
  /// The result includes bundles inside apps, as in the Payload directory of an archive.
  private static func bundles(
    in path: String, files: BundleFiles
  ) -> [(name: String, folder: String)] {
    func names(_ folder: String) -> [String] { (try? files.list(folder)) ?? [] }
    return names(path).sorted().compactMap { name in
      let folder = FilePath.join(path, name)
      if name.hasSuffix(".bundle"), names(folder).contains(where: isRoot) { return (name, folder) }
      let inner = FilePath.join(folder, "Settings.bundle")
      return name.hasSuffix(".app") && files.kind(inner) == .folder ? (name, inner) : nil
    }
  }

  private static func isRoot(_ name: String) -> Bool {
    name.hasPrefix("Root") && name.hasSuffix(".plist")
  }
}

extension BundleLocation {
  /// The app's name from its Info.plist file, or otherwise the name of the bundle or the app.
  var appName: String { declaredName ?? ownName ?? appFolder ?? "Settings" }

  /// The domain that the location of the bundle implies.
  ///
  /// This domain is used if the bundle's files don't declare one.
  var domain: String? { ownName ?? value(of: "CFBundleIdentifier") }

  /// A suggested domain for a bundle that doesn't declare one.
  ///
  /// The suggestion is derived from the name of the app or directory.
  var proposedDomain: String {
    let name = declaredName ?? appFolder ?? FilePath.name(of: FilePath.parent(of: folder))
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return "local." + (words.isEmpty ? "app" : String(words.joined(separator: "-").prefix(40)))
  }

  /// The development language declared by an Info.plist file, or `nil` if none is declared.
  var developmentLanguage: LanguageTag? {
    value(of: "CFBundleDevelopmentRegion").flatMap { LanguageTag($0) }
  }

  /// The bundle's base name, such as `Mail` for `Mail.bundle`, or `nil` for the standard name.
  private var ownName: String? {
    guard let name = FilePath.stem(of: folder, dropping: ".bundle") else { return nil }
    return name == "Settings" || name == "InAppSettings" ? nil : name
  }

  private var declaredName: String? {
    value(of: "CFBundleDisplayName") ?? value(of: "CFBundleName")
  }

  /// The base name of the surrounding app, such as `Mail` for `Mail.app`.
  private var appFolder: String? {
    FilePath.stem(of: FilePath.parent(of: folder), dropping: ".app")
  }

  /// Returns a string from an Info.plist file.
  ///
  /// Unexpanded build variables such as `$(NAME)` are ignored.
  private func value(of key: String) -> String? {
    infos.lazy.compactMap { $0[key]?.string }.first { !$0.isEmpty && !$0.contains("$") }
  }
}
