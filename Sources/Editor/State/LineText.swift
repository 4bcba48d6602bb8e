/// A line of text that is being typed: characters, a caret, and what was cut last.
struct LineText: Sendable, Equatable {
  /// The characters.
  private(set) var characters: [Character]
  /// The character before which the next one goes.
  private(set) var caret: Int
  /// What was cut last.
  private(set) var cut: [Character] = []

  init(_ text: String = "") {
    characters = Array(text)
    caret = characters.count
  }

  /// The line as text.
  var text: String { String(characters) }
  /// Whether nothing is typed.
  var isEmpty: Bool { characters.isEmpty }

  /// Puts text before the caret.
  mutating func insert(_ text: String) {
    // Joined anew, since a combining mark belongs to the character before it.
    let before = Array(String(characters[..<caret]) + text)
    characters = before + characters[caret...]
    caret = before.count
  }

  /// Moves the caret by characters.
  mutating func move(by count: Int) {
    caret = min(max(caret + count, 0), characters.count)
  }

  /// Moves the caret to the beginning.
  mutating func moveToStart() { caret = 0 }
  /// Moves the caret to the end.
  mutating func moveToEnd() { caret = characters.count }
  /// Moves the caret to the start of the word before it.
  mutating func moveWordLeft() { caret = wordStart }
  /// Moves the caret behind the word after it.
  mutating func moveWordRight() { caret = wordEnd }

  /// Takes the character before the caret away.
  mutating func eraseBackward() { remove(max(caret - 1, 0)..<caret) }
  /// Takes the character after the caret away.
  mutating func eraseForward() { remove(caret..<min(caret + 1, characters.count)) }
  /// Cuts the word before the caret.
  mutating func cutWord() { cut(wordStart..<caret) }
  /// Cuts from the beginning to the caret.
  mutating func cutToStart() { cut(0..<caret) }
  /// Cuts from the caret to the end.
  mutating func cutToEnd() { cut(caret..<characters.count) }
  /// Puts what was cut last before the caret.
  mutating func paste() { insert(String(cut)) }

  /// Puts the caret before a character.
  mutating func place(at index: Int) { caret = min(max(index, 0), characters.count) }

  /// Keeps what was cut from another line.
  mutating func keepCut(_ cut: [Character]) { self.cut = cut }

  private var wordStart: Int {
    var index = caret
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = caret
    while index < characters.count, !isWord(index) { index += 1 }
    while index < characters.count, isWord(index) { index += 1 }
    return index
  }

  private func isWord(_ index: Int) -> Bool {
    characters[index].isLetter || characters[index].isNumber
  }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cut = Array(characters[range])
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    caret = range.lowerBound
  }
}
