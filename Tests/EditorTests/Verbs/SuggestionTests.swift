import Testing

import Settee

@testable import SetteeEditor
@testable import SetteeVerbs

@Suite struct `Suggestions for typing errors` {
  @Test(arguments: [
    ("gte", "get"), ("lst", "list"), ("Mial", "mail"), ("wacth", "watch"), ("xyz", nil), ("", nil),
    ("histroy", "history"),
  ])
  func `a typing error finds the intended word`(word: String, expected: String?) {
    #expect(
      Suggestion.nearest(to: word, among: ["get", "list", "mail", "watch", "history"]) == expected)
  }
}

@Suite struct `Strings for a shell` {
  @Test(arguments: [
    ("a", "a"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("-5", "-5"), ("$x", "'$x'"),
    ("~", "'~'"), ("\n", "'\n'"),
  ])
  func `strings with special meaning in a shell are quoted`(word: String, expected: String) {
    #expect(ShellCommand.quoted(word) == expected)
  }
}
