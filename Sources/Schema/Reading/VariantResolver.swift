import SetteeFiles
package import SetteeValues

extension SetteeError {
  /// Returns the error as a problem of a bundle, with a message that says where it was found.
  package func problem(_ message: String) -> ReadingProblem {
    let error = underlying as? ParseError
    return ReadingProblem(
      message, file: file, line: error?.line ?? 0, column: error?.column ?? 0)
  }
}

/// Finds the best file for a pane, which can have several files for different devices and
/// languages.
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

  /// Returns the path of the file that contains a pane, relative to the bundle.
  func locate(_ name: String) throws -> String {
    if let reason = Self.refusal(of: name) { throw SetteeError(.invalid, reason) }
    for name in [name, FilePath.stem(of: name, dropping: ".plist").map { parent(of: name) + $0 }] {
      guard let name, let path = find(name) else { continue }
      let full = FilePath.join(folder, path)
      if files.kind(full) == nil {
        throw SetteeError(.missing, "\(path) is a broken symlink")
      }
      guard files.isInside(full, folder) else {
        throw SetteeError(.invalid, "\(path) is outside the bundle")
      }
      return path
    }
    let plist = name.hasSuffix(".plist") ? name : name + ".plist"
    throw SetteeError(.missing, "missing \(plist)")
  }

  /// Returns the reason why the name of a pane is invalid, or `nil` if the name is valid.
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
    // Prefer files for the device over other files, and search the language directories last.
    let places = [folder] + languages.map { "\($0).lproj/\(folder)" }
    for place in places {
      let names = listing(place)
      // Use the file name as the directory lists it, because a file system can encode accents
      // differently.
      for variant in variants(of: stem) {
        if let index = names.firstIndex(of: variant) { return place + names[index] }
      }
    }
    return nil
  }

  /// Returns the possible file names for a pane, starting with the most specific name.
  private func variants(of stem: String) -> [String] {
    let plain = devices.map { "\(stem)\($0).plist" }
    let inApp = devices.map { "\(stem)\($0).inApp.plist" }
    // Unless the option `--in-app` is specified, use an `.inApp` file only if no other file exists.
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

  /// Returns the directory in the name of a pane, such as `3rd/` for `3rd/Lua`.
  ///
  /// If the name doesn't contain a directory, the result is empty.
  private func parent(of name: String) -> String {
    String(name.dropLast(FilePath.name(of: name).count))
  }
}
