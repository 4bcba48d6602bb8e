/// What a line of a user means where rows are asked for.
enum LineAnswer: Equatable {
  /// Nothing.
  case empty
  /// Change, open or choose a row.
  case row(Int)
  /// Set a row to a value at once.
  case set(Int, String)
  /// Go back.
  case back
  /// Read the rows again.
  case again
  /// Say what can be done.
  case help
  /// Look for a text.
  case search(String)
  /// Do what a key or a command's word means, on a row where one is named.
  case act(String, row: Int?)

  init(_ line: String) {
    let text = line.trimmed
    let words = text.split(separator: " ").map(String.init)
    if words.isEmpty {
      self = .empty
    } else if text.first == "/" {
      self = .search(String(text.dropFirst()).trimmed)
    } else if let (row, value) = Self.assignment(line) {
      self = .set(row, value)
    } else if words.count == 1, let number = Self.number(text) {
      self = number == 0 ? .back : .row(number)
    } else if text == "?" || text == "？" {
      self = .again
    } else if text == "h" || text == "help" {
      self = .help
    } else if words.count == 2, let number = Self.number(words[1]) {
      self = .act(words[0], row: number)
    } else if words.count == 2, let number = Self.number(words[0]) {
      self = .act(words[1], row: number)
    } else {
      self = .act(text, row: nil)
    }
  }

  /// A number in the digits of any script.
  static func number(_ text: String) -> Int? {
    var number = 0
    guard !text.isEmpty, text.utf8.count < 40 else { return nil }
    for character in text {
      guard let digit = character.wholeNumberValue, digit < 10 else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// `3 = value`, or `3=value`; the value may hold anything.
  private static func assignment(_ line: String) -> (Int, String)? {
    guard let sign = line.firstIndex(of: "="), let row = number(String(line[..<sign]).trimmed)
    else { return nil }
    return (row, String(line[line.index(after: sign)...]).trimmed)
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
