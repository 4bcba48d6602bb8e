import SetteeFiles
import SetteePropertyLists

/// Why a pane has no file to be read from: a sentence.
struct PaneTrouble: Error {
  var isMissing = false
  let message: String
}

/// Finds the file of a pane among its variants: for a device, for use inside the app, for a language.
final class PaneFiles {
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

  /// Finds the file of a pane by the name that a row gives it: its path from the bundle's folder.
  func locate(_ name: String) throws(PaneTrouble) -> String {
    if let reason = Self.refusal(of: name) { throw PaneTrouble(message: reason) }
    for name in [name, FilePath.stem(of: name, dropping: ".plist").map { parent(of: name) + $0 }] {
      guard let name, let path = find(name) else { continue }
      let full = FilePath.join(folder, path)
      if files.kind(full) == .missing {
        throw PaneTrouble(isMissing: true, message: "\(path) is a link to nothing")
      }
      guard files.isInside(full, folder) else {
        throw PaneTrouble(message: "\(path) leads out of the bundle")
      }
      return path
    }
    let plist = name.hasSuffix(".plist") ? name : name + ".plist"
    throw PaneTrouble(isMissing: true, message: "missing \(plist)")
  }

  /// Why a name is not even looked for.
  static func refusal(of name: String) -> String? {
    if name.isEmpty { return "no file is named" }
    if name.utf8.contains(0) { return "the file's name holds a NUL character" }
    if name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      return "\(name) leads out of the bundle"
    }
    return nil
  }

  private func find(_ name: String) -> String? {
    let folder = parent(of: name)
    let stem = FilePath.name(of: name)
    // The device's own file comes first, then the one for all; a language's own copy after both.
    let places = [folder] + languages.map { "\($0).lproj/\(folder)" }
    for place in places {
      let names = listing(place)
      // As the folder spells it: `é` may be written there in another way than in the row.
      for variant in variants(of: stem) {
        if let index = names.firstIndex(of: variant) { return place + names[index] }
      }
    }
    return nil
  }

  /// The names that a pane's file may have, the best first.
  private func variants(of stem: String) -> [String] {
    let plain = devices.map { "\(stem)\($0).plist" }
    let inApp = devices.map { "\(stem)\($0).inApp.plist" }
    // Without --in-app such a file is better than none.
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

  /// `3rd/` of `3rd/Lua`, nothing of `Lua`.
  private func parent(of name: String) -> String {
    String(name.dropLast(FilePath.name(of: name).count))
  }
}
