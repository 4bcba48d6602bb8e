import SetteeFiles
import SetteePropertyLists

/// Where a bundle stands and what surrounds it: the folder behind a path that a user gives.
struct BundleLocation {
  let folder: String
  /// A folder whose files come before those of ``folder``: InAppSettings.bundle beside it.
  let override: String?
  /// The Info.plist of the bundle itself and of the app around it, where there are any.
  let infos: [PropertyListDictionary]

  /// Finds the bundle of a path: its folder, an app's folder, or the Root.plist in it.
  init(of path: String, inApp: Bool, files: BundleFiles) throws(BundleError) {
    folder = try Self.folder(of: path, inApp: inApp, files: files)
    let parent = FilePath.parent(of: folder)
    let sibling = FilePath.join(parent, "InAppSettings.bundle")
    override =
      inApp && FilePath.name(of: folder) == "Settings.bundle" && files.kind(sibling) == .folder
      ? sibling : nil
    // On a Mac the bundle stands in Contents/Resources and the app's own list in Contents.
    let app = FilePath.name(of: parent) == "Resources" ? FilePath.parent(of: parent) : parent
    infos = [folder, app].compactMap { folder in
      guard let bytes = try? files.read(FilePath.join(folder, "Info.plist"), 1 << 20) else {
        return nil
      }
      return try? PropertyList(reading: bytes).dictionary
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
    let resources = ["", "Contents/Resources", "Resources"]
    for place in resources.map({ FilePath.join(path, $0) }) {
      for name in names {
        let folder = FilePath.join(place, name)
        if files.kind(folder) == .folder { return folder }
      }
    }
    if path.hasSuffix(".bundle") { return path }
    let inner = bundles(in: path, files: files)
    if inner.count == 1 { return inner[0].folder }
    throw BundleError(
      .notABundle,
      inner.isEmpty
        ? "\(path) holds neither a Root.plist nor a Settings.bundle; give the folder that does."
        : "\(path) holds \(inner.count) bundles; give one: \(list(inner.map(\.name))).")
  }

  /// The bundles and apps with bundles that a folder holds, such as the Payload of an archive.
  private static func bundles(
    in path: String, files: BundleFiles
  ) -> [(name: String, folder: String)] {
    let names = ((try? files.list(path)) ?? []).sorted()
    return names.compactMap { name in
      let folder = FilePath.join(path, name)
      if name.hasSuffix(".bundle"), holdsRoot(folder, files: files) { return (name, folder) }
      let inner = FilePath.join(folder, "Settings.bundle")
      return name.hasSuffix(".app") && files.kind(inner) == .folder ? (name, inner) : nil
    }
  }

  /// Some names of many, for a sentence.
  private static func list(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " …" : "")
  }

  private static func holdsRoot(_ folder: String, files: BundleFiles) -> Bool {
    ((try? files.list(folder)) ?? []).contains(where: isRoot)
  }

  private static func isRoot(_ name: String) -> Bool {
    name.hasPrefix("Root") && name.hasSuffix(".plist")
  }
}

extension BundleLocation {
  /// The app's name: as its Info.plist says, else as the bundle or the app's folder is called.
  var appName: String {
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      if let name = value(of: key) { return name }
    }
    return ownName ?? FilePath.stem(of: FilePath.parent(of: folder), dropping: ".app") ?? "Settings"
  }

  /// The domain that the place of the bundle stands for, where its files name none.
  var domain: String? { ownName ?? value(of: "CFBundleIdentifier") }

  /// A domain to propose where nobody names one, made of the app's or the folder's name.
  var proposedDomain: String {
    let parent = FilePath.parent(of: folder)
    let name =
      value(of: "CFBundleDisplayName") ?? value(of: "CFBundleName")
      ?? FilePath.stem(of: parent, dropping: ".app") ?? FilePath.name(of: parent)
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

  /// A text of an Info.plist; one that a build would still have to fill in, `$(NAME)`, is none.
  private func value(of key: String) -> String? {
    infos.lazy.compactMap { $0[key]?.string }.first { !$0.isEmpty && !$0.contains("$") }
  }
}
