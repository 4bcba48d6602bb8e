import SetteeFiles
import SetteePropertyLists

/// Where a bundle stands and what surrounds it: the folder behind a path that a user gives.
struct BundleLocation {
  let folder: String
  /// The folders to look in, the first one first, each with the way to it from ``folder``: an
  /// InAppSettings.bundle beside it comes before it.
  let folders: [(prefix: String, folder: String)]
  /// The Info.plist of the bundle itself and of the app around it, where there are any.
  let infos: [PropertyListDictionary]

  /// Finds the bundle of a path: its folder, an app's folder, or the Root.plist in it.
  init(of path: String, inApp: Bool, files: BundleFiles) throws(BundleError) {
    folder = try Self.folder(of: path, inApp: inApp, files: files)
    let parent = FilePath.parent(of: folder)
    let sibling = FilePath.join(parent, "InAppSettings.bundle")
    let isOverridden =
      inApp && FilePath.name(of: folder) == "Settings.bundle" && files.kind(sibling) == .folder
    folders = (isOverridden ? [("../InAppSettings.bundle/", sibling)] : []) + [("", folder)]
    // On a Mac the bundle stands in Contents/Resources and the app's own list in Contents.
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
        "\(path) is no settings bundle; give the bundle's folder or its Root.plist.")
    }
    let folder = FilePath.parent(of: path)
    return folder.hasSuffix(".lproj") ? FilePath.parent(of: folder) : folder
  }

  private static func folder(
    in path: String, inApp: Bool, files: BundleFiles
  ) throws(BundleError) -> String {
    do throws(BundleFiles.Failure) {
      if try files.list(path).contains(where: isRoot) { return path }
    } catch {
      throw BundleError(.unreadable, "Cannot read \(path): \(error.reason).")
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
        ? "\(path) holds neither a Root.plist nor a Settings.bundle; give the folder that does."
        : "\(path) holds \(inner.count) bundles; give one: \(some).")
  }

  /// The bundles and apps with bundles that a folder holds, such as the Payload of an archive.
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
  /// The app's name: as its Info.plist says, else as the bundle or the app's folder is called.
  var appName: String { declaredName ?? ownName ?? appFolder ?? "Settings" }

  /// The domain that the place of the bundle stands for, where its files name none.
  var domain: String? { ownName ?? value(of: "CFBundleIdentifier") }

  /// A domain to propose where nobody names one, made of the app's or the folder's name.
  var proposedDomain: String {
    let name = declaredName ?? appFolder ?? FilePath.name(of: FilePath.parent(of: folder))
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return "local." + (words.isEmpty ? "app" : String(words.joined(separator: "-").prefix(40)))
  }

  /// The language that the developer writes in, where an Info.plist says.
  var developmentLanguage: LanguageTag? {
    value(of: "CFBundleDevelopmentRegion").flatMap { LanguageTag($0) }
  }

  /// `Mail` of `Mail.bundle`; nil for the name that every app's bundle has.
  private var ownName: String? {
    guard let name = FilePath.stem(of: folder, dropping: ".bundle") else { return nil }
    return name == "Settings" || name == "InAppSettings" ? nil : name
  }

  private var declaredName: String? {
    value(of: "CFBundleDisplayName") ?? value(of: "CFBundleName")
  }

  /// `Mail` of the folder `Mail.app` around the bundle.
  private var appFolder: String? {
    FilePath.stem(of: FilePath.parent(of: folder), dropping: ".app")
  }

  /// A text of an Info.plist; one that a build would still have to fill in, `$(NAME)`, is none.
  private func value(of key: String) -> String? {
    infos.lazy.compactMap { $0[key]?.string }.first { !$0.isEmpty && !$0.contains("$") }
  }
}
