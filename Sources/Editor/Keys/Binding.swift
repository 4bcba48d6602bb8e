/// A line of the keymap: keys, what they mean, and the sentence that says so.
struct Binding: Sendable {
  /// The keys in the notation of ``KeyNotation``, the one to show first.
  var keys: [String]
  /// What they mean.
  var command: Command
  /// What help says of it.
  let help: Phrase
  /// The word for the line of keys at the bottom; nil for a key that is not shown there.
  let hint: Phrase?

  init(_ keys: String, _ command: Command, _ help: Phrase, hint: Phrase? = nil) {
    self.keys = keys.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    self.command = command
    self.help = help
    self.hint = hint
  }
}
