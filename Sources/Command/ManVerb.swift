import Settee
import SetteeEditor
import SetteeVerbs

extension Verb {
  static let man = Verb(
    "man", "Print the manual page for 'man -l -'", examples: ["man | man -l -"]
  ) { call in
    try call.console.write(call.syntax.manual)
    return .done
  }
}

// The manual page in man(7) macros, which is generated from the table of commands.
extension Syntax {
  fileprivate var manual: String {
    var lines = [
      #".TH SETTEE 1 "" "settee \#(setteeVersion)" "User Commands""#,
      ".SH NAME", #"settee \- edit settings files in the terminal, one value at a time"#,
      ".SH SYNOPSIS", ".B settee", "[APP] [--pane FILE] [--key KEY]", ".br", ".B settee",
      "COMMAND [...]", ".SH DESCRIPTION",
      escaped(
        "Without a command, settee opens the editor for APP, or a list of all apps. APP can be the path of a settings file, such as ~/.gitconfig or /etc/ssh/sshd_config; the path of a settings bundle or of an app that contains one; or a domain, such as org.example.mail, which can be shortened to its last part (mail). After a bundle has been opened by its path, its domain opens it too."
      ),
      ".PP", "Examples:", ".PP", ".nf", ".RS",
    ]
    lines += [
      "settee ~/.gitconfig", "settee get ~/.gitconfig user.name",
      "settee set ~/.config/app/config.toml font.size 12 --dry-run",
      "settee undo ~/.config/app/config.toml", "settee check pyproject.toml",
    ].map(escaped)
    lines += [
      ".RE", ".fi", ".SH COMMANDS",
    ]
    lines += shownVerbs.flatMap(self.lines)
    lines += [".SH COMMON OPTIONS"] + common.flatMap(self.lines)
    lines.append(".SH EDITOR KEYS")
    for section in KeyMap.manualSections {
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
