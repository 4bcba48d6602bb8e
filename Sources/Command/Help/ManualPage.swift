import Settee
import SetteeEditor

/// The manual page in man(7) macros, made from the table of verbs.
struct ManualPage {
  private let syntax: Syntax

  init(_ syntax: Syntax) { self.syntax = syntax }

  var text: String {
    var lines = [
      #".TH SETTEE 1 "" "settee \#(Version.version)" "User Commands""#,
      ".SH NAME", #"settee \- the Settings app for the terminal"#,
      ".SH SYNOPSIS", ".B settee", "[APP] [--pane FILE] [--key KEY]", ".br", ".B settee",
      "VERB [...]", ".SH DESCRIPTION",
      escaped(
        "Without a verb settee opens the editor for an app, or for the list of all. APP is the path of a Settings.bundle, a domain such as org.example.mail, or the end of one, such as mail."
      ),
      ".SH VERBS",
    ]
    for verb in syntax.shownVerbs { lines += self.lines(of: verb) }
    lines.append(".SH OPTIONS FOR ALL VERBS")
    for option in syntax.common where !option.isHidden { lines += self.lines(of: option) }
    lines += keys
    lines += Self.ending
    return lines.joined(separator: "\n") + "\n"
  }

  /// The keys of the editor, from its keymap.
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
      ".SS " + escaped(syntax.usage(of: verb)), escaped(verb.summary.capitalizedFirst + "."),
    ]
    for note in verb.notes { lines += [".PP", escaped(note)] }
    for option in verb.options where !option.isHidden { lines += self.lines(of: option) }
    if !verb.examples.isEmpty {
      lines += [".PP", ".nf", ".RS"]
      lines += HelpText(syntax).examples(of: verb).map(escaped)
      lines += [".RE", ".fi"]
    }
    return lines
  }

  private func lines(of option: VerbOption) -> [String] {
    [".TP", ".B " + escaped(option.usage), escaped(option.help.capitalizedFirst + ".")]
  }

  private func escaped(_ text: String) -> String {
    let body = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\e")
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }

  private static let ending = [
    ".SH EXIT STATUS",
    ".TP", ".B 0", "Done.",
    ".TP", ".B 1", "No: no layer has a value, differences or errors were found.",
    ".TP", ".B 2", "Wrong usage.",
    ".TP", ".B 3", "Invalid value, or a store over the mirror's limits.",
    ".TP", ".B 4", "Managed, read\\-only, or no right to that layer.",
    ".TP", ".B 5", "Reading or writing failed.",
    ".TP", ".B 6", "Conflict; nothing was changed.",
    ".TP", ".B 7", "The mirror cannot be reached, or refuses.",
    ".TP", ".B 8", "No usable terminal.",
    ".SH ENVIRONMENT",
    ".TP", ".B SETTEE_PATH", "Folders in which <domain>.bundle is looked for, with colons between.",
    ".TP", ".B SETTEE_MIRROR", "The cloud mirror.",
    ".TP", ".B SETTEE_STYLE", "ascii, mono, contrast, with commas between.",
    ".TP", ".B SETTEE_ROOT", "A folder to put before every system path.",
    ".TP", ".B XDG_CONFIG_HOME", "Where the files of the user's layer are; ~/.config else.",
    ".TP", ".B EDITOR", "The editor of the verb edit.",
    ".TP", ".B LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the panes.",
  ]
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
