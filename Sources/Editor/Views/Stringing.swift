extension [String] {
  /// The texts with a separator between them.
  ///
  /// NB: `joined` takes any collection of texts, and at its first call the runtime looks for their
  /// types; that takes as long as to draw ten rows, before the first picture.
  func strung(with separator: String) -> String {
    var text = ""
    for (index, part) in enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return text
  }
}
