import Settee
import SetteeTerminal
import SetteeVerbs

// Color themes for the editor, which are either built in or defined by the user. A custom theme is
// a property list in `settee/themes` that maps color roles to colors.

extension Theme {
  init(named name: String?, accent: Accent = .blue, own: [String: GivenColors] = [:]) {
    self.init(accent: accent)
    if let name, !select(name), let colors = own[name] { page = .own(name, colors) }
  }

  /// Applies a built-in color theme, or returns `false` if no built-in theme has this name.
  @discardableResult
  mutating func select(_ name: String) -> Bool {
    switch name {
    case "dark": page = .dark
    case "light": page = .light
    case "contrast": isStrong = true
    case "mono": hasColors = false
    default: return false
    }
    return true
  }
}

extension EditorLaunch {
  /// The color themes that the user has defined, keyed by name.
  ///
  /// Invalid files are ignored.
  var ownThemes: [String: GivenColors] {
    let folder = locations.configuration + "/settee/themes"
    let files = (try? BundleFiles.live.list(folder)) ?? []
    var themes: [String: GivenColors] = [:]
    for file in files where file.hasSuffix(".plist") && !file.hasPrefix(".") {
      let bytes = try? BundleFiles.live.read("\(folder)/\(file)", 1 << 16)
      let values = bytes.flatMap { try? PropertyList(reading: $0).dictionary }
      themes[String(file.dropLast(6))] = values.map(GivenColors.init)
    }
    return themes
  }
}

extension SettingsBundle {
  /// Returns the bundle for Settee's own settings with the user's color themes added to the
  /// choices.
  ///
  /// This method returns the bundles of other apps unchanged.
  func offering(_ themes: [String: GivenColors]) -> SettingsBundle {
    guard domain == AppFinder.ownDomain, !themes.isEmpty else { return self }
    var bundle = self
    for pane in bundle.panes.indices {
      bundle.panes[pane].changeControls { control in
        guard control.key == "look.theme", case .choice(var list) = control.content
        else { return }
        list += themes.keys.sorted().map { Choice($0, value: .string($0)) }
        control.content = .choice(list)
      }
    }
    return bundle
  }
}

extension EditorState {
  /// The theme of the screen.
  ///
  /// While the user chooses a theme from the list, the screen shows a preview of the focused theme.
  var shownTheme: Theme {
    let menu = dialog as? MenuDialog
    let preview = menu?.focused.flatMap { menu?.preview?($0, self) }
    return preview ?? withAccent(look.theme)
  }

  /// Returns a theme with the accent color of the app or of the file format, unless the user has
  /// chosen one for all apps.
  func withAccent(_ theme: Theme) -> Theme {
    var theme = theme
    if !look.hasOneAccent, !showsHome { theme.accent = document.accent }
    return theme
  }

  /// Returns the color theme for an entry in the list of themes, or `nil` if the list contains
  /// something else.
  func theme(choosing index: Int, of target: EditTarget) -> Theme? {
    let choices = target.control.choices
    guard target.name.domain == AppFinder.ownDomain, choices.indices.contains(index),
      let value = choices[index].value.string
    else { return nil }
    switch target.name.key {
    case "look.theme":
      return withAccent(Theme(named: value, accent: look.theme.accent, own: look.ownThemes))
    case "look.accent":
      var theme = look.theme
      theme.accent = Accent(rawValue: value) ?? document.accent
      return theme
    default: return nil
    }
  }
}
