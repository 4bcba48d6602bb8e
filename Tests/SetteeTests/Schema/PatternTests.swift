import Settee
import Testing

/// Patterns of text fields, compared with what everybody's engine says.
@Suite struct PatternTests {
  private func matches(_ pattern: String, _ text: String) -> Bool {
    var field = Control(.text)
    field.rules.pattern = pattern
    return field.check(.string(text)) == nil
  }

  @Test(arguments: [
    ("[a-z]+", "abc"), ("a|b|cd", "cd"), ("(ab){2,3}", "abab"), ("\\d{4}-\\d{2}", "2026-03"),
    ("^x.*y$", "x..y"), ("[^@]+@[^@]+\\.[a-z]{2,}", "a@b.org"), ("(?i)on|off", "OFF"),
    ("[\\w.-]*", "a.b-c"), ("a{,2}", "a{,2}"), ("(a*)*", "aaa"), ("[]x]+", "]x"), ("\\.", "."),
    ("(?:/[^/]*)+", "/usr/lib"), ("x{3}", "xxx"), ("a??b", "ab"), ("[^\\D]", "7"),
  ])
  func `takes`(pattern: String, text: String) {
    #expect(matches(pattern, text))
  }

  @Test(arguments: [
    ("[a-z]+", "abC"), ("a|b", "ab"), ("(ab){2,3}", "ab"), ("\\d{4}", "20266"), (".", "\n"),
    ("x{3}", "xx"), ("\\S+", "a b"), ("(?i)on", "off"), ("a.c", "abbc"), ("^a", "ba"),
  ])
  func `refuses`(pattern: String, text: String) {
    #expect(!matches(pattern, text))
  }

  @Test(arguments: ["(a+)+$", "(a|a)*b", "(.*a){20}", "(a?){30}a{30}"])
  func `no expression takes more than a moment`(pattern: String) {
    _ = matches(pattern, String(repeating: "a", count: 2000) + "!")
  }

  @Test(arguments: [
    "(", ")", "[a", "*a", "a**", "a{3,2}", "(?=a)", "\\1", "a\\", "((a{999}){999})",
  ])
  func `an expression that cannot be read refuses nothing`(pattern: String) {
    #expect(matches(pattern, "anything"))
  }
}
