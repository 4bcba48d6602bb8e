extension Words {
  /// The languages that Settee itself speaks; English comes first.
  static let languages = ["en", "de", "ja", "ar"]

  /// The words in the first of the languages that Settee speaks, else in English.
  ///
  /// - Parameter preferred: Tags such as `de-AT` or `ja_JP`, the preferred one first.
  init(preferred: [String]) {
    for tag in preferred {
      let code = tag.prefix { $0 != "-" && $0 != "_" && $0 != "." }.lowercased()
      switch code {
      case "en": self.init()
      case "de": self.init(language: "de", texts: Self.german)
      case "ja": self.init(language: "ja", texts: Self.japanese)
      case "ar": self.init(language: "ar", texts: Self.arabic)
      default: continue
      }
      return
    }
    self.init()
  }
}
