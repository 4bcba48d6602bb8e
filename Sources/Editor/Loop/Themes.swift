import Settee
import SetteeTerminal
import SetteeVerbs

// Themes are either built in or defined by the user. A custom theme is a property list in
// `settee/themes` that maps color roles to colors.

extension Theme {
  init(named name: String?, accent: Accent = .blue, own: [String: GivenColours] = [:]) {
    self.init(accent: accent)
    if let name, !take(name), let colours = own[name] { page = .own(name, colours) }
  }

  /// Applies a built-in theme, or returns `false` if the name is unknown.
  @discardableResult
  mutating func take(_ name: String) -> Bool {
    switch name {
    case "dark": page = .dark
    case "light": page = .light
    case "contrast": isStrong = true
    case "mono": hasColours = false
    default: return false
    }
    return true
  }
}

extension EditorLaunch {
  /// The user's custom themes by name.
  ///
  /// Invalid files are ignored.
  var ownThemes: [String: GivenColours] {
    let folder = locations.configuration + "/settee/themes"
    let files = (try? BundleFiles.live.list(folder)) ?? []
    var themes: [String: GivenColours] = [:]
    for file in files where file.hasSuffix(".plist") && !file.hasPrefix(".") {
      let bytes = try? BundleFiles.live.read("\(folder)/\(file)", 1 << 16)
      let values = bytes.flatMap { try? PropertyList(reading: $0).dictionary }
      themes[String(file.dropLast(6))] = values.map(GivenColours.init)
    }
    return themes
  }
}

extension SettingsBundle {
  /// Returns the bundle of Settee's own settings with custom themes added to the choices.
  ///
  /// Other bundles are returned without changes.
  func offering(_ themes: [String: GivenColours]) -> SettingsBundle {
    guard domain == OwnSettings.domain, !themes.isEmpty else { return self }
    var bundle = self
    for pane in bundle.panes.indices {
      bundle.panes[pane].changeControls { control in
        guard control.key == OwnSettings.themeKey, case .choice(var list) = control.content
        else { return }
        list.choices += themes.keys.sorted().map { Choice($0, value: .string($0)) }
        control.content = .choice(list)
      }
    }
    return bundle
  }
}

extension EditorState {
  /// The theme of the screen.
  ///
  /// While the user chooses a theme, the screen shows a preview of the focused theme.
  var shownTheme: Theme {
    guard let mode = mode as? ChoiceDialog, let entry = mode.list.focused else { return look.theme }
    return theme(choosing: entry.id, of: mode.target) ?? look.theme
  }

  /// Returns the theme for a choice, or `nil` if the choice isn't a theme.
  func theme(choosing index: Int, of target: EditTarget) -> Theme? {
    let choices = target.control.choices
    guard target.name.domain == OwnSettings.domain, choices.indices.contains(index),
      let value = choices[index].value.string
    else { return nil }
    switch target.name.key {
    case OwnSettings.themeKey:
      return Theme(named: value, accent: look.theme.accent, own: look.ownThemes)
    case OwnSettings.accentKey:
      var theme = look.theme
      theme.accent = Accent(rawValue: value) ?? .blue
      return theme
    default: return nil
    }
  }
}
