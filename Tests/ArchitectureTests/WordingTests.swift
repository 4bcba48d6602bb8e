import Foundation
import Testing

/// Rejects phrases that readers would have to decode in user-visible text.
///
/// The list contains only phrases that are wrong in every context. For a replacement, look up how
/// git, systemd, or GNOME describe the same thing.
@Suite struct WordingTests {
  @Test func `messages of the program are plain English`() throws {
    var count = 0
    for file in try SourceFile.all(below: "Sources") {
      for (line, text) in Self.messages(of: file) {
        count += 1
        Self.check(text, at: "\(file.path):\(line)")
      }
    }
    #expect(count > 500)
  }

  @Test func `English titles and help of panes are plain English`() throws {
    var count = 0
    for file in try ProjectText.all(below: "Panes", ending: [".plist"]) {
      for (index, line) in file.lines.enumerated() where line.contains("<string>") {
        // Skip keys and values, which don't contain spaces.
        guard line.drop(while: \.isWhitespace).contains(" ") else { continue }
        count += 1
        Self.check(line, at: "\(file.path):\(index + 1)")
      }
    }
    for file in try ProjectText.all(below: "Panes", ending: [".strings"])
    where file.path.contains("/en.lproj/") {
      for (index, line) in file.lines.enumerated() {
        Self.check(line, at: "\(file.path):\(index + 1)")
      }
    }
    #expect(count > 1000)
  }

  @Test(arguments: ["README.md", "CHANGELOG.md", "Sources/Settee/Settee.docc"])
  func `documents are plain English`(path: String) throws {
    let pages = try ProjectText.all(below: path, ending: [".md"])
    #expect(!pages.isEmpty)
    for page in pages {
      for (line, text) in Self.prose(of: page) { Self.check(text, at: "\(page.path):\(line)") }
    }
  }

  @Test func `the check finds a phrase wherever users read it`() {
    #expect(Self.phrase(in: "The value is no number.") == "is no")
    #expect(Self.phrase(in: "There is no value, and it is no longer set.") == nil)
    #expect(Self.phrase(in: "Colour of the page") == "Colour")
    let source = SourceFile(
      path: "Some.swift",
      lines: [
        "// A comment isn't a message: nobody reads it.",
        #"say("Nobody reads \(name("of the file")) anew")  // "taken back" "#,
        #"let kind = "nobody""#, #"let text = """"#, "  Nobody reads this.", #"  """"#,
      ])
    #expect(
      Self.messages(of: source).map(\.text) == ["Nobody reads  anew", "  Nobody reads this."])
    let page = ProjectText(
      path: "Page.md", lines: ["Some `is no` code", "```swift", "// nobody", "```", "and text"])
    #expect(Self.prose(of: page).map(\.text) == ["Some  code", "and text"])
  }

  // MARK: Phrases

  private static let phrases = [
    // Subjects that hide who acts.
    "whoever", "nobody", "everybody", "anew", "thereof", "one's own", "what counts", "counts more",
    // Literal translations of negations. “There is no” and “is no longer” are fine.
    "(?<!there )(?:is|are|was|were) no(?! longer\\b|$)", "(?:is|are) gone", "any more",
    "means nothing", "(?:is not|cannot be) taken",
    // Verbs used figuratively.
    "(?:take|takes|took|taken) back", "puts? back", "(?:is|are|was|were) told", "told of",
    "tells? (?:of|what|why|apart|all)", "says? (?:what|why)", "stands?(?! for\\b| out\\b)",
    "mend(?:s|ed)?", "made of", "in clear", "so many seconds",
    // Users call it a command.
    "the verb", "no verb", "the house", "NB",
    // British spellings.
    "(?:colour|behaviour|favourite|licence|centre|misspelt)\\w*",
    "(?:organis|recognis|initialis|normalis)\\w*", "cancelled", "cancelling", "labelled",
  ]

  /// Records an issue for each rejected phrase in a text.
  private static func check(_ text: String, at place: String) {
    guard let phrase = phrase(in: text) else { return }
    Issue.record("\(place): reword '\(phrase)' in: \(text)")
  }

  private static func phrase(in text: String) -> String? {
    let pattern = #"\b(?:"# + phrases.joined(separator: "|") + #")\b"#
    let range = text.range(of: pattern, options: [.regularExpression, .caseInsensitive])
    return range.map { String(text[$0]) }
  }

  // MARK: Texts

  /// Returns the string literals of a file that contain more than two words, with their line
  /// numbers.
  private static func messages(of file: SourceFile) -> [(line: Int, text: String)] {
    var messages: [(line: Int, text: String)] = []
    var isInBlock = false
    for (index, line) in file.lines.enumerated() {
      if line.contains("\"\"\"") {
        isInBlock.toggle()
      } else if isInBlock {
        messages.append((index + 1, line))
      } else if line.contains("\"") {
        let texts = literals(in: line).filter { $0.split(separator: " ").count > 2 }
        messages += texts.map { (index + 1, $0) }
      }
    }
    return messages
  }

  /// Returns the string literals in a line of Swift, without interpolations and comments.
  private static func literals(in line: String) -> [String] {
    var literals: [String] = []
    var literal: [UInt8]?
    var depth = 0
    var bytes = Array(line.utf8)[...]
    while let byte = bytes.popFirst() {
      if depth > 0 {
        depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      } else if let text = literal {
        switch byte {
        case UInt8(ascii: "\\"):
          if bytes.popFirst() == UInt8(ascii: "(") { depth = 1 }
        case UInt8(ascii: "\""):
          literals.append(String(decoding: text, as: UTF8.self))
          literal = nil
        default: literal?.append(byte)
        }
      } else if byte == UInt8(ascii: "\"") {
        literal = []
      } else if byte == UInt8(ascii: "/"), bytes.first == byte {
        break
      }
    }
    return literals
  }

  /// Returns the lines of a page outside of code, with their numbers.
  private static func prose(of page: ProjectText) -> [(line: Int, text: String)] {
    var prose: [(line: Int, text: String)] = []
    var isCode = false
    for (index, line) in page.lines.enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        let parts = line.components(separatedBy: "`").enumerated()
        let text = parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        prose.append((index + 1, text))
      }
    }
    return prose
  }
}
