import Settee
import SetteeTerminal

/// A dialog that lists the color themes, while the screen shows a preview of the focused theme.
struct ThemeDialog: PickDialog {
  /// The names of the themes, in the order of the list.
  let names: [String]
  var list: PickList
  /// The index of the current theme.
  let current: Int?

  func title(_ words: Strings) -> String? { words(.themeTitle) }

  /// Returns the theme of the focused entry.
  func theme(_ look: Appearance) -> Theme? {
    list.focused.map {
      Theme(named: names[$0.id], accent: look.theme.accent, own: look.ownThemes)
    }
  }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let entry = list.focused, let theme = theme(state.look) else { return [] }
    state.look.theme = theme
    return dismiss(&state) + [.keepTheme(names[entry.id])]
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(
      title: state.words(.themeTitle), note: list.count(state.words),
      columns: max(list.columns(state.look), state.hintColumns(of: self)),
      rows: list.entries.count + 1)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    drawChoices(on: &canvas, current: current, state)
  }

  func describe(in lines: PlainMode) {
    lines.describe(lines.words(.themeTitle), list.entries.map(\.title))
  }
}

extension EditorState {
  mutating func openThemes() {
    let own = look.ownThemes.keys.sorted()
    let themes: [(name: String, title: String)] =
      [
        ("terminal", words(.themeTerminal)), ("dark", words(.themeDark)),
        ("light", words(.themeLight)), ("contrast", words(.themeContrast)),
        ("mono", words(.themeMono)),
      ] + own.map { ($0, $0) }
    let theme = look.theme
    let name =
      theme.isStrong ? "contrast" : theme.hasColors ? theme.pageName ?? "terminal" : "mono"
    let current = themes.firstIndex { $0.name == name }
    let entries = themes.enumerated().map { PickList.PickItem(id: $0, title: $1.title) }
    modes.append(
      ThemeDialog(
        names: themes.map(\.name), list: PickList(entries, focus: current), current: current))
  }
}
