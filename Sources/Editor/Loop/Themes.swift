import Settee
import SetteeTerminal
import SetteeVerbs

// Themes: those that come with Settee, and the user's own, each a property list with colours by the names
// of their roles in `settee/themes`.

extension Theme {
  init(named name: String?, accent: Accent = .blue, own: [String: GivenColours] = [:]) {
    self.init(accent: accent)
    if let name, !take(name), let colours = own[name] { page = .own(name, colours) }
  }

  /// Takes over a theme that comes with Settee; false where the name is none.
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
  /// The user's own themes by their names; a file that makes no sense is none.
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
  /// The bundle with more themes to choose from, where it is Settee's own.
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
  /// The theme to draw with: while one is chosen, the one that has the focus, so that each can be seen.
  var shownTheme: Theme {
    guard let mode = mode as? ChoiceMode, let entry = mode.list.focused else { return look.theme }
    return theme(choosing: entry.id, of: mode.target) ?? look.theme
  }

  /// The theme that a choice stands for; nil where it stands for something else.
  func theme(choosing index: Int, of target: Target) -> Theme? {
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
