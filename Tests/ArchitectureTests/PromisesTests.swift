import Foundation
import Testing

/// What the documents promise stands in the tests; what the documents are is found from their index.
@Suite struct PromisesTests {
  /// The pages of the catalogue by their names.
  private static func pages() throws -> [String: ProjectText] {
    let pages = try ProjectText.all(below: "Sources/Settee/Settee.docc", ending: [".md"])
    return Dictionary(uniqueKeysWithValues: pages.map { ($0.name, $0) })
  }

  /// The tests as `Suite: name`, both as they are written.
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

  @Test func `every promise names the journeys that keep it, and its limitations`() throws {
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

  @Test func `every page is reached from the first one`() throws {
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

  @Test func `what reads the tests' names sees them`() {
    #expect(TestNames.suite(in: "@Suite struct `Reading values` {") == "Reading values")
    #expect(TestNames.suite(in: "@Suite(.serialized) struct Some: Sendable {") == "Some")
    #expect(TestNames.suite(in: "struct EtcdFaultTests {") == "EtcdFaultTests")
    #expect(TestNames.test(in: "  @Test func `it works`() throws {") == "it works")
    #expect(TestNames.test(in: "  private func helper() {") == nil)
    #expect(TestNames.named(in: ["* `Some`: `it works`", "* `code`"]) == ["Some: it works"])
  }
}

/// How tests and suites are written, and named by pages.
enum TestNames {
  /// The suite that a line opens.
  static func suite(in line: String) -> String? {
    guard !line.hasPrefix(" "), let range = line.range(of: "struct ") else { return nil }
    let rest = line[range.upperBound...]
    if rest.hasPrefix("`") { return rest.dropFirst().components(separatedBy: "`").first }
    return String(rest.prefix { $0.isLetter || $0.isNumber })
  }

  /// The test that a line begins.
  static func test(in line: String) -> String? {
    let parts = line.components(separatedBy: "func `")
    guard parts.count == 2 else { return nil }
    return parts[1].components(separatedBy: "`").first
  }

  /// The tests that a page names, in lines such as "* `Suite`: `test`".
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
