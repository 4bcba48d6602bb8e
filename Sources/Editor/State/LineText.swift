/// An editable line of text with a caret and a cut buffer.
struct LineText: Sendable, Equatable {
  private(set) var characters: [Character]
  /// The index in the line at which typed text is inserted.
  private(set) var caret: Int
  private(set) var cut: [Character] = []

  init(_ text: String = "") {
    characters = Array(text)
    caret = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    // Split the text into characters again, because a typed accent can join the character before
    // it.
    let before = Array(String(characters[..<caret]) + text)
    characters = before + characters[caret...]
    caret = before.count
  }

  mutating func place(at index: Int) { caret = min(max(index, 0), characters.count) }

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

  mutating func perform(_ command: Command) {
    switch command {
    case .caretLeft: place(at: caret - 1)
    case .caretRight: place(at: caret + 1)
    case .wordLeft: caret = wordStart
    case .wordRight: caret = wordEnd
    case .lineStart: caret = 0
    case .lineEnd: caret = characters.count
    case .eraseBackward: remove(max(caret - 1, 0)..<caret)
    case .eraseForward: remove(caret..<min(caret + 1, characters.count))
    case .cutWord: cut(wordStart..<caret)
    case .cutToStart: cut(0..<caret)
    case .cutToEnd: cut(caret..<characters.count)
    case .pasteCut: insert(String(cut))
    default: break
    }
  }

  mutating func replace(by text: String) {
    let cut = self.cut
    self = LineText(text)
    keepCut(cut)
  }

  /// Extends a partially typed path to the longest common prefix of all possible paths.
  ///
  /// This method returns the paths that still match the extended text.
  mutating func complete(from paths: [String]) -> [String] {
    guard let first = paths.first else { return [] }
    let common = paths.dropFirst().reduce(first) { common, path in
      String(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    if common.utf8.count > text.utf8.count { replace(by: common) }
    return paths.count > 1 ? paths : []
  }

  private static let newlines: Set<UInt32> = [0x0A, 0x0D, 0x2028, 0x2029]

  /// Converts text with several lines to a single line for a text field.
  ///
  /// Newlines at the end are removed, because copied lines often end with one. Other newlines are
  /// replaced by spaces, and control characters are removed. Tabs are also replaced by spaces, unless
  /// `keepsTabs` is `true`.
  static func oneLine(_ text: String, keepsTabs: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    let end = text.unicodeScalars.lastIndex { !newlines.contains($0.value) }
    guard let end else { return "" }
    for scalar in text.unicodeScalars[...end] {
      switch scalar.value {
      case 0x09 where keepsTabs: result.append(scalar)
      case 0x0A, 0x0D, 0x09, 0x2028, 0x2029:
        if result.last != " " || scalar.value == 0x09 { result.append(" ") }
      case 0..<0x20, 0x7F..<0xA0: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
