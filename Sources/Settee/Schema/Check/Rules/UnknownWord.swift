/// A value that has to be one of a few words and is another.
struct UnknownWord: ElementRule {
  static let id = "unknown-word"
  static let severity = Severity.warning

  private static let words: [String: [String]] = [
    "KeyboardType": Keyboard.allCases.map(\.rawValue),
    "AutocapitalizationType": Capitalization.allCases.map(\.rawValue),
    "AutocorrectionType": Autocorrection.allCases.map(\.rawValue),
    "DatePickerMode": DatePicker.Mode.allCases.map(\.rawValue),
    "DatePickerStyle": ["Compact", "Wheels", "Inline"],
    "IASKTextAlignment": TextAlignment.allCases.map(\.rawValue),
    "IASKToggleStyle": ["Switch", "Checkmark"],
  ]

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    for (key, node) in element.node.entries {
      guard let words = Self.words[key], let word = node.value.string, !words.contains(word) else {
        continue
      }
      report.add(node.place, "\(key) knows no \(Quotation.of(word)); \(advice(word, words))")
    }
  }

  /// What to write in place of a word.
  private func advice(_ word: String, _ words: [String]) -> String {
    NearestWord(among: words).nearest(to: word).map { "write \($0)" }
      ?? "write one of \(words.joined(separator: ", "))"
  }
}

/// One of Settee's own keys with a word that it does not know.
struct UnknownSetteeWord: ElementRule {
  static let id = "unknown-settee-word"
  static let severity = Severity.error

  private static let words: [String: [String]] = [
    "SetteeType": TextType.allCases.map(\.rawValue),
    "SetteeSync": SyncMark.allCases.map(\.rawValue),
  ]

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    for (key, words) in Self.words {
      guard let node = element[key], let word = node.value.string, !words.contains(word) else {
        continue
      }
      report.add(
        node.place,
        "\(key) knows no \(Quotation.of(word)); write one of \(words.joined(separator: ", "))")
    }
  }
}
