import Settee
import SetteeVerbs

extension Words {
  /// A text of a pane with what Settee itself has put there, or behind it, in the user's language.
  func made(_ text: String) -> String {
    for made in MadeText.allCases {
      let english = made.rawValue
      guard let phrase = Phrase(rawValue: english) else { continue }
      if text == english || text.hasSuffix(" " + english) {
        return text.dropLast(english.count) + self(phrase)
      }
      if made == .line, text.hasPrefix("Line "), let number = Int(text.dropFirst(5)) {
        return "\(self(phrase)) \(number)"
      }
    }
    return text
  }
}

extension SettingsBundle {
  /// The panes of a settings file, with what Settee itself says on them in the user's language.
  func translated(_ words: Words) -> SettingsBundle {
    guard words.language != "en" else { return self }
    var bundle = self
    for pane in panes.indices {
      bundle.panes[pane].title = words.made(panes[pane].title)
      for group in panes[pane].groups.indices {
        let (title, footer) = (panes[pane].groups[group].title, panes[pane].groups[group].footer)
        bundle.panes[pane].groups[group].title = title.map(words.made)
        bundle.panes[pane].groups[group].footer = footer.map(words.made)
      }
      bundle.panes[pane].changeControls { control in
        control.title = control.title.map(words.made)
        control.remark = control.remark.map(words.made)
        let subtitle = control.subtitle?.text.map(words.made)
        control.subtitle?.text = subtitle
      }
    }
    return bundle
  }
}
