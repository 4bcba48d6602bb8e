import Foundation
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeSchema

/// Compares the patterns of text fields with common regular expression engines.
@Suite struct PatternTests {
  private func field(_ pattern: String) -> Control {
    Control(.text(TextInput(rules: TextRules(pattern: pattern))))
  }

  private func matches(_ pattern: String, _ text: String) -> Bool {
    field(pattern).check(.string(text)) == nil
  }

  @Test(arguments: [
    ("[a-z]+", "abc"), ("a|b|cd", "cd"), ("(ab){2,3}", "abab"), ("\\d{4}-\\d{2}", "2026-03"),
    ("^x.*y$", "x..y"), ("[^@]+@[^@]+\\.[a-z]{2,}", "a@b.org"), ("(?i)on|off", "OFF"),
    ("[\\w.-]*", "a.b-c"), ("a{b}", "a{b}"), ("(a*)*", "aaa"), ("[]x]+", "]x"), ("\\.", "."),
    ("(?:/[^/]*)+", "/usr/lib"), ("x{3}", "xxx"), ("a??b", "ab"), ("[^\\D]", "7"),
    ("(?i)[^a]", "b"), ("(?i)k", "\u{212A}"), ("(?i)é", "É"), ("(?i)[ς]", "Σ"), ("\\w", "é"),
    ("\\w", "ж"), ("\\w", "_"), ("\\w", "5"), ("\\W", "—"), ("a|b", "b"), ("^a|b$", "a"),
    ("(a|b)*?c", "abc"), ("[a-]", "-"), ("[]a]", "]"), ("[^]a]", "b"), ("\\-\\.", "-."),
    ("[\\d-z]", "-"), ("[\\d-z]", "z"), ("[+-\\d]", "5"), ("[\\D-x]", "y"), ("\\w+", "e\u{301}"),
    ("a$\\n", "a\n"), ("\\d", "٣"),
  ])
  func `a pattern matches`(pattern: String, text: String) {
    #expect(matches(pattern, text))
  }

  @Test(arguments: [
    ("[a-z]+", "abC"), ("a|b", "ab"), ("(ab){2,3}", "ab"), ("\\d{4}", "20266"), (".", "\n"),
    ("x{3}", "xx"), ("\\S+", "a b"), ("(?i)on", "off"), ("a.c", "abbc"), ("^a", "ba"),
    ("(?i)[^a]", "A"), ("(?i)[^a]", "a"), ("(?i)[^A-Z]", "q"), ("(?i)S", "ß"), ("(?i)s", "ß"),
    ("(?i)F", "ﬀ"), ("(?i)i", "İ"), ("(?i)I", "ı"), ("\\w", "×"), ("\\w", "—"), ("\\w", "😀"),
    ("\\w", "\u{2028}"), ("\\w", "\u{A0}"), ("a{2,3}", "aaaa"), ("[\\d-z]", "A"),
    ("[\\d-z]", ":"), ("[\\d-_]", "A"), ("[+-\\d]", ","), ("[\\D-x]", "5"), ("a$", "a\n"),
  ])
  func `a pattern does not match`(pattern: String, text: String) {
    #expect(!matches(pattern, text))
  }

  @Test(arguments: [
    "(", ")", "[a", "*a", "a**", "a{3,2}", "(?=a)", "\\1", "a\\", "((a{999}){999})", "a{2}{3}",
    "a?{2}", "{2}", "a*+", "a{,2}", "a{ 2}", "[[:alpha:]]+", "[[:digit:]]", "\\p{L}", "\\bx", "^*",
    "(?<n>a)", "[b-a]", "(*UTF)a", String(repeating: "ab", count: 6000),
  ])
  func `an invalid pattern is reported and rejects no value`(pattern: String) {
    #expect(throws: SetteeError.self) { try Pattern(pattern) }
    #expect(matches(pattern, "anything"))
    #expect(field(pattern).advice(on: "anything")?.contains("pattern is invalid") == true)
  }

  @Test(arguments: [
    ("(a+)+$", "a"), ("(a|a)*b", "a"), ("(.*a){20}", "a"), ("(a?){30}a{30}", "a"),
    ("((((){1000}){1000}){1000}){10}", "a"), ("((){1000}){1000}", "a"), ("(|){1000}", "a"),
    (String(repeating: "a{", count: 40_000), "a"), (String(repeating: "(", count: 20_000), "a"),
    (String(repeating: "[", count: 9000), "a"), (String(repeating: "a|", count: 4000), "a"),
    ("(a?){600}(a?){600}b", "a"), ("(?i)([\u{E9}-\u{17F}]?){600}[^\u{E9}]*", "\u{178}"),
    ("([" + String(repeating: "ab", count: 3000) + "]?){500}(.?){500}", "z"),
  ])
  func `no pattern takes more than a limited time`(pattern: String, letter: String) {
    let text = String(repeating: letter, count: 500) + "!"
    // The slowest case within the limits has a thousand active states for each character.
    let most = processorTime {
      _ = matches("(.?){1000}(.?){1000}", String(repeating: "a", count: 900))
    }
    let time = processorTime { _ = matches(pattern, text) }
    #expect(time < 20 * most, "\(pattern.prefix(60)) took \(time / most) times that")
  }

  @Test func `a text too long for a complex pattern is rejected without a long search`() {
    let refusal = field("((a?){1000})*b")
      .check(.string(String(repeating: "a", count: 100_000)))
    #expect(
      refusal?.message.hasPrefix("The value is too long to match against the pattern") == true)
  }

  @Test func `random patterns have the same results as ICU`() throws {
    var numbers = SeededNumbers(seed: 13)
    for _ in 0..<400 {
      let text = Self.expression(&numbers, depth: 0)
      // Skip patterns that either engine rejects. Settee supports fewer than ICU.
      guard let ours = try? Pattern(text),
        let theirs = try? NSRegularExpression(pattern: "\\A(?:\(text))\\z")
      else { continue }
      for _ in 0..<6 {
        let count = Int.random(in: 0...5, using: &numbers)
        let subject = (0..<count)
          .compactMap { _ in Self.letters.randomElement(using: &numbers) }.joined()
        let range = NSRange(location: 0, length: (subject as NSString).length)
        let wanted = theirs.firstMatch(in: subject, range: range) != nil
        #expect(ours.matches(subject) == wanted, "\(theirs.pattern) and “\(subject)”")
      }
    }
  }

  private static let letters = [
    "a", "b", "c", "A", "5", "٣", "é", "É", "-", "_", " ", "\n", "\u{A0}", "×", "ж", "k", "\u{301}",
    "\u{200D}", "½", "\u{2028}", ".", "]",
  ]
  private static let atoms = [
    "a", "b", "c", ".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "[a-c]", "[^a]", "[^\\W\\d]", "é",
    "(a|b)", "(?:ab|c)", "^", "$", "\\.", "-", "[\\n\\t]", "[a\\-]", "[\\]a]", "\\A", "\\Z",
  ]

  private static func expression(_ numbers: inout SeededNumbers, depth: Int) -> String {
    var text = ""
    for _ in 0...Int.random(in: 0...3, using: &numbers) {
      let isGroup = depth < 3 && Int.random(in: 0..<5, using: &numbers) == 0
      let atom =
        isGroup
        ? "(\(expression(&numbers, depth: depth + 1)))" : atoms.randomElement(using: &numbers) ?? ""
      let marks = ["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "??"]
      text += atom + (marks.randomElement(using: &numbers) ?? "")
    }
    return Int.random(in: 0..<5, using: &numbers) == 0
      ? text + "|" + expression(&numbers, depth: depth + 1) : text
  }
}

private struct Named: PreferenceSet {
  @Setting(.matching("(?i)[^a-z]\\w")) var name = "5x"
}

private struct Twofold: PreferenceSet {
  @Setting(.matching("(?=a)a"), .matching("a")) var name = "a"
}

/// Tests patterns that are declared in code.
@Suite struct `Patterns of settings in code` {
  @Test func `a rule in code has the same meaning as in a bundle`() throws {
    let store = try Store(Named.self, .inMemory)
    let field = Control(.text(TextInput(rules: TextRules(pattern: "(?i)[^a-z]\\w"))))
    for text in ["5x", "Ax", "ax", "—é", "5×", "5\u{301}", ""] {
      let isTaken = (try? store.prefs.$name.set(text)) != nil
      #expect(isTaken == (field.check(.string(text)) == nil && !text.isEmpty), "\(text)")
    }
  }

  @Test func `an invalid pattern in code fails at launch, also next to another one`() {
    #expect { try Store(Twofold.self, .inMemory) } throws: { error in
      "\(error)".contains("the pattern (?=a)a of 'name' is invalid: lookaround")
    }
  }
}
