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

// The manual page in man(7) macros, made from the table of verbs.
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
    for verb in shownVerbs { lines += self.lines(of: verb) }
    lines.append(".SH OPTIONS FOR ALL VERBS")
    for option in common where !option.isHidden { lines += self.lines(of: option) }
    lines += keys + exitCodes
    return lines.joined(separator: "\n") + "\n"
      + String(decoding: PackageResources.manual_man, as: UTF8.self)
  }

  private var keys: [String] {
    var lines = [".SH KEYS OF THE EDITOR"]
    for section in KeyPage.sections {
      lines.append(".SS " + escaped(section.title))
      for line in section.lines {
        lines += [".TP", ".B " + escaped(line.keys), escaped(line.help + ".")]
      }
    }
    return lines
  }

  private func lines(of verb: Verb) -> [String] {
    var lines = [
      ".SS " + escaped(usage(of: verb)), escaped(verb.summary.capitalizedFirst + "."),
    ]
    for note in verb.notes { lines += [".PP", escaped(note)] }
    for option in verb.options where !option.isHidden { lines += self.lines(of: option) }
    if !verb.examples.isEmpty {
      lines += [".PP", ".nf", ".RS"]
      lines += examples(of: verb).map(escaped)
      lines += [".RE", ".fi"]
    }
    return lines
  }

  private func lines(of option: VerbOption) -> [String] {
    let help = option.help.capitalizedFirst
    return [".TP", ".B " + escaped(option.usage), escaped(help.hasSuffix(".") ? help : help + ".")]
  }

  private func escaped(_ text: String) -> String {
    let body = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\e")
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }

  private var exitCodes: [String] {
    [".SH EXIT STATUS"]
      + ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)", escaped($0.meaning)] }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
