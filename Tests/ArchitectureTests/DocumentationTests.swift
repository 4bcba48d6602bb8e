import Foundation
import Testing

/// Checks that the pages of the documentation are reachable and name existing tests.
@Suite struct DocumentationTests {
  /// Returns the pages of the documentation catalog by name.
  private static func pages() throws -> [String: ProjectText] {
    let pages = try ProjectText.all(below: "Sources/Settee/Settee.docc", ending: [".md"])
    return Dictionary(uniqueKeysWithValues: pages.map { ($0.name, $0) })
  }

  /// Returns all tests in the form `Suite: name`.
  private static func tests(below folder: String = "Tests") throws -> Set<String> {
    var found: Set<String> = []
    for file in try SourceFile.all(below: folder) {
      var suite = ""
      for line in file.lines {
        if let name = TestNames.suite(in: line) { suite = name }
        if let name = TestNames.test(in: line) { found.insert("\(suite): \(name)") }
      }
    }
    return found
  }

  @Test func `every test that a page names exists`() throws {
    let tests = try Self.tests()
    for page in try Self.pages().values {
      for name in TestNames.named(in: page.lines) {
        #expect(tests.contains(name), "\(page.path) names a test that does not exist: \(name)")
      }
    }
  }

  @Test func `every promise page names the journeys that verify it, and has limitations`() throws {
    let journeys = try Self.tests(below: "Tests/Journeys")
    let promises = try Self.pages().values.filter { $0.path.contains("/Promises/") }
    #expect(promises.count > 20)
    for page in promises {
      #expect(
        !journeys.isDisjoint(with: TestNames.named(in: page.lines)), "\(page.path) names no journey"
      )
      #expect(page.lines.contains("## Limitations"), "\(page.path)")
    }
  }

  @Test func `every page is reachable from the index page`() throws {
    let pages = try Self.pages()
    var reached: Set<String> = ["Settee"]
    var waiting = ["Settee"]
    while let name = waiting.popLast() {
      let page = try #require(pages[name], "a page links to <doc:\(name)>, which is not there")
      for link in page.links where reached.insert(link).inserted { waiting.append(link) }
    }
    #expect(Set(pages.keys).subtracting(reached).isEmpty)
  }

  @Test func `every decision page has the decision, the alternatives, and the cost`() throws {
    for page in try Self.pages().values where page.path.contains("/Decisions/") {
      for heading in ["## Decision", "## Alternatives", "## Cost"] {
        #expect(page.lines.contains(heading), "\(page.path) lacks '\(heading)'")
      }
    }
  }

  @Test func `suite and test names are parsed`() {
    #expect(TestNames.suite(in: "@Suite struct `Reading values` {") == "Reading values")
    #expect(TestNames.suite(in: "@Suite(.serialized) struct Some: Sendable {") == "Some")
    #expect(TestNames.suite(in: "struct EtcdErrorTests {") == "EtcdErrorTests")
    #expect(TestNames.test(in: "  @Test func `it works`() throws {") == "it works")
    #expect(TestNames.test(in: "  private func helper() {") == nil)
    #expect(TestNames.named(in: ["* `Some`: `it works`", "* `code`"]) == ["Some: it works"])
  }
}

/// Parses the names of suites and tests in Swift source and on documentation pages.
enum TestNames {
  /// Returns the name of the suite that a line declares, or nil.
  static func suite(in line: String) -> String? {
    guard !line.hasPrefix(" "), let range = line.range(of: "struct ") else { return nil }
    let rest = line[range.upperBound...]
    if rest.hasPrefix("`") { return rest.dropFirst().components(separatedBy: "`").first }
    return String(rest.prefix { $0.isLetter || $0.isNumber })
  }

  /// Returns the name of the test that a line declares, or nil.
  static func test(in line: String) -> String? {
    let parts = line.components(separatedBy: "func `")
    guard parts.count == 2 else { return nil }
    return parts[1].components(separatedBy: "`").first
  }

  /// Returns the tests that a page lists in lines like "* `Suite`: `test`".
  static func named(in lines: [String]) -> [String] {
    lines.compactMap { line in
      let parts = line.components(separatedBy: "`")
      guard parts.count == 5, parts[0] == "* ", parts[2] == ": ", parts[4].isEmpty else {
        return nil
      }
      return "\(parts[1]): \(parts[3])"
    }
  }
}
