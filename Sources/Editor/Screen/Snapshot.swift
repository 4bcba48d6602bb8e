import Settee
import SetteeTerminal
package import SetteeVerbs

/// A picture of a pane, as the screen would show it: for documents, and for whoever asks what
/// somebody else sees.
package struct Snapshot: Sendable {
  let screen: Screen

  package var text: String { screen.text }
  package var svg: String { screen.svg }

  package struct Cells: Sendable {
    let size: Size

    /// Reads `80x24`: columns, then rows.
    package init?(_ text: String) {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1],
        (1...1000).contains(columns), (1...1000).contains(rows)
      else { return nil }
      size = Size(rows: rows, columns: columns)
    }
  }

  /// Draws a pane of an app with the values that are stored now.
  ///
  /// Without a pane it is the root, without a key the first row has the focus. A style is a list such
  /// as `ascii,mono`, keys are a script as ``KeyScript`` reads it. What they would write is not
  /// written: the picture shows what is above the rows by then.
  ///
  /// - Throws: When there is no such pane or key, or a key is none.
  package init(
    of app: App, pane: String?, key: String?, keys: String = "", cells: Cells, languages: [String],
    style: String
  ) throws(Failure) {
    let desk = Desk(app.shownBundle, word: app.name, domains: app.domains)
    var look = Look()
    look.take(style: style)
    look.words = Words(preferred: languages)
    look.language = app.bundle?.language
    var state = EditorState(
      desk.document, readings: desk.readings(), look: look, size: cells.size)
    try state.go(toPane: pane, key: key)
    for key in try KeyScript.keys(keys, from: "--press") {
      guard let action = Action(.key(key)) else { continue }
      for effect in update(&state, action) {
        if let answer = desk.answer(to: effect, state.words) { _ = update(&state, .event(answer)) }
      }
    }
    state.settle()
    screen = render(state)
  }
}

extension Desk {
  /// What a reader is told; nil for what would change something.
  fileprivate func answer(to effect: Effect, _ words: Words) -> Event? {
    switch effect {
    case .inspect(let name): .layers(name, layers(of: name))
    case .history(let name): .history(name, (try? history(of: name, words: words)) ?? [])
    case .changes: .changes((try? changes()) ?? [])
    default: nil
    }
  }
}
