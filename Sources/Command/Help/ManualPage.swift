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
        "Without a verb settee opens the editor for an app, or for the list of all. APP is the path of a bundle or of an app with one, a domain such as org.example.mail, or the end of one, such as mail. A bundle that was opened by its path is known by its domain from then on."
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
    let help = option.help.capitalizedFirst
    return [".TP", ".B " + escaped(option.usage), escaped(help.hasSuffix(".") ? help : help + ".")]
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
    ".TP", ".B 4",
    "Managed, read\\-only, a secret without \\-\\-secrets, or no right to that layer.",
    ".TP", ".B 5", "Reading or writing failed.",
    ".TP", ".B 6", "Conflict; nothing was changed.",
    ".TP", ".B 7", "The mirror cannot be reached, or refuses.",
    ".TP", ".B 8", "No usable terminal.",
    ".TP", ".B 128+n", "Ended by signal n.",
    ".SH FILES",
    ".TP", ".I $XDG_CONFIG_HOME/<domain>.plist", "What the user has set.",
    ".TP", ".I /usr/local/etc/<domain>.plist", "What the site suggests; users may override it.",
    ".TP", ".I /etc/settee/managed/<domain>.plist", "What an administrator has decided.",
    ".TP", ".I $XDG_DATA_HOME/settee/bundles", "Installed bundles.",
    ".TP", ".I $XDG_DATA_HOME/settee/mirror", "The folder mirror that is used without another one.",
    ".TP", ".I $XDG_STATE_HOME/settee", "History, last good copies and the state of mirrors.",
    ".TP", ".I $XDG_CONFIG_HOME/settee/credentials",
    "The name and password of a mirror, in lines user = NAME and password = WORD; mode 600.",
    ".SH ENVIRONMENT",
    ".TP", ".B SETTEE_PATH", "Folders in which <domain>.bundle is looked for, with colons between.",
    ".TP", ".B SETTEE_MIRROR", "The cloud mirror.",
    ".TP", ".B SETTEE_MIRROR_USER, SETTEE_MIRROR_PASSWORD", "Who one is there.",
    ".TP", ".B SETTEE_STYLE", "ascii, mono, contrast, with commas between.",
    ".TP", ".B SETTEE_ROOT", "A folder to put before every system path.",
    ".TP", ".B SETTEE_LOG", "debug writes what happens to standard error, debug:FILE to a file.",
    ".TP", ".B ACCESSIBLE", "Line mode instead of a screen, where it is set and not 0.",
    ".TP", ".B NO_COLOR", "No colours, where it is set and not empty.",
    ".TP", ".B ESCDELAY", "How many milliseconds an Esc waits for more.",
    ".TP", ".B XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
    "Where the files are; ~/.config, ~/.local/share and ~/.local/state else.",
    ".TP", ".B VISUAL, EDITOR", "The editor of the verb edit and of long texts.",
    ".TP", ".B LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the panes.",
  ]
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
