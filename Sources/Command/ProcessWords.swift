import SetteeEditor

/// The words after the program's name, as the caller gave them.
enum ProcessWords {
  /// Reads the words; one that is not UTF-8 is refused.
  ///
  /// NB: `CommandLine.arguments` puts U+FFFD where bytes are broken: such a value would be stored
  /// as another text than was given, and such a path be looked for under another name.
  static func read() throws(Failure) -> [String] {
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw Failure(
          .usage,
          "Word \(number), “\(String(cString: bytes))”, is not UTF-8; give it in that encoding.")
      }
      words.append(word)
    }
    return words
  }
}
