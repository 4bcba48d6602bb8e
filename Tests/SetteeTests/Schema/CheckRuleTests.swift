import Foundation
import Settee
import Testing

@testable import SetteeSchema

/// Tests each rule of `check` with a minimal bundle that violates it.
///
/// The `expected.txt` of a fixture is the complete output of `check`. After you change messages,
/// run the tests with `RECORD=1` and review the difference.
@Suite struct CheckRuleTests {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  @Test(arguments: CheckRule.everyRule.map(\.id))
  func `a rule finds its problem at its location with a suggestion`(rule: String) throws {
    let folder = Self.fixtures.appending(path: rule).path
    let findings = try Finding.all(at: [folder])
    #expect(findings.contains { $0.rule == rule }, "the rule found no problem")
    let text = findings.map { $0.text.replacingOccurrences(of: folder + "/", with: "") + "\n" }
      .joined()
    let expected = folder + "/expected.txt"
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(toFile: expected, atomically: true, encoding: .utf8)
    }
    #expect(try text == String(contentsOfFile: expected, encoding: .utf8))
  }

  @Test func `rule IDs are unique, and every rule has a fixture`() throws {
    let ids = CheckRule.everyRule.map(\.id)
    #expect(Set(ids).count == ids.count)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.fixtures.path)
    #expect(Set(folders) == Set(ids))
  }
}
