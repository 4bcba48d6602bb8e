import Settee
import SetteeEditor

extension Verb {
  /// `show`: the panes with their values.
  static let show = Verb(
    "show", "prints the panes with their values",
    operands: [.app],
    options: [
      VerbOption("pane", "only this pane", .text("FILE")),
      VerbOption("language", "the language of the texts", .text("L")), .json,
    ],
    examples: ["show Settings.bundle", "show mail --pane Accounts --language de --json"]
  ) { call in
    let app = try call.app()
    keepToTheEnd(app)
    let shown = ShownPanes(app: app)
    for fault in app.bundle?.faults ?? [] { call.console.say(fault) }
    let panes = try call.panes(of: app)
    if call.has("json") {
      try call.write(shown.object(panes, isBare: app.bundle == nil))
      return .done
    }
    for (index, pane) in panes.enumerated() {
      if index > 0 { try call.console.line("") }
      try call.console.write(utf8: shown.text(pane))
    }
    return .done
  }
}

extension Call {
  /// The panes that `--pane` leaves.
  fileprivate func panes(of app: App) throws(Failure) -> [Pane] {
    guard let name = value(of: "pane") else { return app.panes }
    if let pane = app.panes.first(where: { $0.file.utf8.elementsEqual(name.utf8) }) {
      return [pane]
    }
    let names = app.panes.map(\.file)
    let hint = Nearest.hint(name, among: names)
    throw Failure(
      .usage,
      "\(app.name) has no pane “\(name)”\(hint.isEmpty ? "; it has \(names.joined(separator: ", "))." : hint)"
    )
  }
}
