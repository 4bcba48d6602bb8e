import Settee
import SetteeEditor
import SetteeVerbs

extension Verb {
  static let man = Verb(
    "man", "prints the manual page, for man -l -", examples: ["man | man -l -"]
  ) { call in
    try call.console.write(call.syntax.manual)
    return .done
  }
}

// The man page in man(7) macros, generated from the table of commands.
extension Syntax {
  fileprivate var manual: String {
    var lines = [
      #".TH SETTEE 1 "" "settee \#(Version.version)" "User Commands""#,
      ".SH NAME", #"settee \- the Settings app for the terminal"#,
      ".SH SYNOPSIS", ".B settee", "[APP] [--pane FILE] [--key KEY]", ".br", ".B settee",
      "VERB [...]", ".SH DESCRIPTION",
      escaped(
        "Without a verb settee opens the editor for an app, or for the list of all. APP is the path of a bundle or of an app with one, a domain such as org.example.mail, or the end of one, such as mail. A bundle that was opened by its path is known by its domain from then on."
      ),
      ".SH VERBS",
    ]
    lines += shownVerbs.flatMap(self.lines)
    lines += [".SH OPTIONS FOR ALL VERBS"] + common.flatMap(self.lines)
    lines.append(".SH KEYS OF THE EDITOR")
    for section in KeyPage.sections {
      lines.append(".SS " + escaped(section.title))
      lines += section.lines.flatMap { row($0.keys, $0.help + ".") }
    }
    lines.append(".SH EXIT STATUS")
    lines += ExitCode.allCases.flatMap { row("\($0.rawValue)", $0.meaning) }
    return lines.joined(separator: "\n") + "\n"
      + String(decoding: PackageResources.manual_man, as: UTF8.self)
  }

  private func lines(of verb: Verb) -> [String] {
    var lines = [".SS " + escaped(usage(of: verb)), escaped(verb.summary.capitalizedFirst + ".")]
    for note in verb.notes { lines += [".PP", escaped(note)] }
    lines += verb.options.flatMap(self.lines)
    if verb.examples.isEmpty { return lines }
    return lines + [".PP", ".nf", ".RS"] + examples(of: verb).map(escaped) + [".RE", ".fi"]
  }

  private func lines(of option: VerbOption) -> [String] {
    let help = option.help.capitalizedFirst
    return option.isHidden ? [] : row(option.usage, help.hasSuffix(".") ? help : help + ".")
  }

  private func row(_ name: String, _ text: String) -> [String] {
    [".TP", ".B " + escaped(name), escaped(text)]
  }

  private func escaped(_ text: String) -> String {
    let body = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\e")
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }

}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
