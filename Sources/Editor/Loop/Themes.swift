import Settee
import SetteePropertyLists
import SetteeTerminal

/// The themes that a user can choose from: those that come with Settee, and files of the user's own.
struct Themes: Sendable {
  /// The folder of the user's own, each a property list with colours by the names of their roles.
  let folder: String

  /// The names of those that come with Settee.
  static let builtIn = ["terminal", "dark", "light", "contrast", "mono"]

  /// Every name, the user's own last.
  var names: [String] {
    let files = (try? BundleFiles.live.list(folder)) ?? []
    let own = files.filter { $0.hasSuffix(".plist") }.map { String($0.dropLast(6)) }
    return Themes.builtIn + own.filter { !Themes.builtIn.contains($0) }.sorted()
  }

  /// The theme of a name; the terminal's colours where there is none, or its file makes no sense.
  func theme(_ name: String?, accent: Accent = .blue) -> Theme {
    switch name {
    // `auto` is what it was called when there were fewer.
    case nil, "terminal", "auto": Theme(accent: accent)
    case "dark": Theme(.dark, accent: accent)
    case "light": Theme(.light, accent: accent)
    case "contrast": Theme(accent: accent, isStrong: true)
    case "mono": Theme(accent: accent, hasColours: false)
    case let name?: Theme(own(name).map { .own(name, $0) } ?? .terminal, accent: accent)
    }
  }

  private func own(_ name: String) -> GivenColours? {
    // A name is no path: what is stored may come from elsewhere.
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    guard let bytes = try? BundleFiles.live.read("\(folder)/\(name).plist", 1 << 16),
      let values = try? PropertyList(reading: bytes).dictionary
    else { return nil }
    return GivenColours(values)
  }
}

extension GivenColours {
  /// Reads the roles of a theme's file; what is no colour is left out.
  init(_ values: PropertyListDictionary) {
    var roles: [String: RGB] = [:]
    for name in GivenColours.names { roles[name] = values[name]?.string.flatMap(RGB.init(hex:)) }
    self.init(roles, isExact: values["Exact"]?.bool ?? false)
  }
}
