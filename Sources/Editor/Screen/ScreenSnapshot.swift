import Settee
import SetteeTerminal
import SetteeVerbs

extension Screen {
  /// Creates a screenshot of a pane with the current values of its settings, for documentation and
  /// bug reports.
  ///
  /// By default, the screenshot shows the root pane with the focus on its first row. The style is a
  /// list such as `ascii,mono`, and the keys are a script for ``KeyPress/script(_:from:)``. Changes made by the
  /// keys aren't saved.
  ///
  /// - Throws: An error if the pane, the setting's key, or a name in the key script is unknown.
  init(
    of app: App, pane: String?, key: String?, keys: String = "", size: Size, languages: [String],
    style: String, home: String? = nil
  ) throws {
    let session = Session(app.shownBundle, word: app.name, domains: app.domains, home: home)
    var look = Appearance()
    look.apply(style: style)
    look.words = Strings(preferred: languages)
    look.language = app.bundle?.language
    var state = EditorState(
      session.document, readings: session.readings(), look: look, size: size)
    try state.go(toPane: pane, key: key)
    for key in try KeyPress.script(keys, from: "--press") {
      guard let action = Action(.key(key)) else { continue }
      for effect in update(&state, action) {
        if let answer = session.answer(to: effect, state.words) {
          _ = update(&state, .event(answer))
        }
      }
    }
    state.settle()
    self = render(state)
  }
}

extension Size {
  /// Parses a screen size such as `80x24`, which consists of the columns and the rows.
  init?(cells text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.init(rows: rows, columns: columns)
  }
}

extension Session {
  /// Returns the result of an operation that only reads settings, or `nil` for any other operation.
  fileprivate func answer(to effect: Effect, _ words: Strings) -> Event? {
    switch effect {
    case .inspect(let name): .layers(name, layers(of: name))
    case .history(let name): .history(name, (try? history(of: name, words: words)) ?? [])
    case .changes: .changes((try? changes()) ?? [])
    default: nil
    }
  }
}
