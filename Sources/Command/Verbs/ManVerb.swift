import SetteeEditor

extension Verb {
  /// `man`: the manual page.
  static let man = Verb(
    "man", "prints the manual page, for man -l -", examples: ["man | man -l -"]
  ) { call in
    try call.console.write(ManualPage(call.syntax).text)
    return .done
  }
}
