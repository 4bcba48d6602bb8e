import SetteeFiles
import SetteePropertyLists

/// A sentence that explains why a pane can't be read.
struct PaneError: Error {
  var isMissing = false
  let message: String
}

/// A resolver for the variants of a pane's file, which differ by device, `.inApp`, and language.
final class VariantResolver {
  private let folder: String
  private let options: BundleOptions
  private let files: BundleFiles
  private let languages: [String]
  private var listings: [String: Set<String>] = [:]

  init(folder: String, options: BundleOptions, languages: [String], files: BundleFiles) {
    self.folder = folder
    self.options = options
    self.languages = languages
    self.files = files
  }

  /// Returns the path of a pane's file, relative to the bundle.
  func locate(_ name: String) throws(PaneError) -> String {
    if let reason = Self.refusal(of: name) { throw PaneError(message: reason) }
    for name in [name, FilePath.stem(of: name, dropping: ".plist").map { parent(of: name) + $0 }] {
      guard let name, let path = find(name) else { continue }
      let full = FilePath.join(folder, path)
      if files.kind(full) == .missing {
        throw PaneError(isMissing: true, message: "\(path) is a broken symlink")
      }
      guard files.isInside(full, folder) else {
        throw PaneError(message: "\(path) is outside the bundle")
      }
      return path
    }
    let plist = name.hasSuffix(".plist") ? name : name + ".plist"
    throw PaneError(isMissing: true, message: "missing \(plist)")
  }

  /// Returns the reason why a name is invalid, or `nil` if it is valid.
  static func refusal(of name: String) -> String? {
    if name.isEmpty { return "missing file name" }
    if name.utf8.contains(0) { return "the file name contains a NUL character" }
    if name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      return "\(name) is outside the bundle"
    }
    return nil
  }

  private func find(_ name: String) -> String? {
    let folder = parent(of: name)
    let stem = FilePath.name(of: name)
    // Device-specific files come before other files, and localized copies come last.
    let places = [folder] + languages.map { "\($0).lproj/\(folder)" }
    for place in places {
      let names = listing(place)
      // Use the spelling in the directory, because the file system can normalize `é` differently.
      for variant in variants(of: stem) {
        if let index = names.firstIndex(of: variant) { return place + names[index] }
      }
    }
    return nil
  }

  /// Returns the possible names of a pane's file, starting with the best match.
  private func variants(of stem: String) -> [String] {
    let plain = devices.map { "\(stem)\($0).plist" }
    let inApp = devices.map { "\(stem)\($0).inApp.plist" }
    // Without `--in-app`, use an `.inApp` file only as a fallback.
    return options.inApp ? inApp + plain : plain + inApp
  }

  private var devices: [String] {
    switch options.idiom {
    case .all: ["", "~iphone", "~ipad"]
    case .phone: ["~iphone", ""]
    case .pad: ["~ipad", ""]
    case .mac: ["~mac", ""]
    }
  }

  private func listing(_ place: String) -> Set<String> {
    if let names = listings[place] { return names }
    let names = Set((try? files.list(FilePath.join(folder, place))) ?? [])
    listings[place] = names
    return names
  }

  /// Returns the directory of a name, such as `3rd/` for `3rd/Lua`.
  ///
  /// The result is empty if the name contains no directory.
  private func parent(of name: String) -> String {
    String(name.dropLast(FilePath.name(of: name).count))
  }
}
