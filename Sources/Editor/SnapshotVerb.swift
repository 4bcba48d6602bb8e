import Settee
import SetteeTerminal
package import SetteeVerbs

extension Verb {
  package static let snapshot = Verb(
    "snapshot", "Print a screenshot of a pane",
    operands: [.app],
    options: [
      VerbOption("pane", "pane to show (default: Root)", .text("FILE")),
      VerbOption("size", "columns and rows (default: 80x24)", .text("80x24")),
      VerbOption("format", "output format (default: text)", .oneOf(["text", "svg"])),
      VerbOption("language", "language of titles and help (default: from the locale)", .text("L")),
      VerbOption(
        "press", "keys to press first; nothing is written", .text("KEYS")),
    ],
    examples: [
      "snapshot ~/.gitconfig",
      "snapshot Mail.bundle --pane Notifications --size 100x30 --format svg",
      "snapshot Mail.bundle --key mail.sort --press Enter",
    ],
    needsDomain: false
  ) { call in
    let cells = call.value(of: "size") ?? "80x24"
    guard let size = Size(cells: cells) else {
      throw SetteeError(.usage, "Invalid size '\(cells)'. Use COLUMNSxROWS, such as 80x24.")
    }
    let app = try call.app()
    let languages = LanguageTag.preferred(
      environment: call.environment, option: call.value(of: "language"))
    let screen = try Screen(
      of: app, pane: call.value(of: "pane"), key: call.value(of: "key"),
      keys: call.value(of: "press") ?? "", size: size, languages: languages,
      style: call.environment["SETTEE_STYLE"] ?? "", home: call.environment["HOME"])
    let picture = call.value(of: "format") == "svg" ? screen.svg : screen.text
    try call.console.write(picture)
    return .done
  }
}
