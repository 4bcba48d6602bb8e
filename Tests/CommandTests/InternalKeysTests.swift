import Foundation
import Testing

/// Verifies that Settee's internal keys in a file, such as the migration record, aren't treated as
/// settings.
@Suite struct InternalKeysTests {
  private static let own = "org.settee.marks"
  private static var marks: [String: Any] { ["*": ["migrations": ["a"], "current": "2.0"]] }
  private static var values: [String: Any] { ["theme": "dark", own: marks] }

  @Test(arguments: [
    "list org.example.app", "list org.example.app --json", "get org.example.app",
    "show org.example.app", "show org.example.app --json", "export org.example.app",
    "export org.example.app --format json --modified", "export org.example.app --layer user",
    "diff org.example.app", "find settee", "snapshot org.example.app", "history org.example.app",
    "EDITOR=cat settee edit org.example.app",
  ])
  func `no command shows internal keys`(line: String) throws {
    let sandbox = try Sandbox()
    try sandbox.store(Self.values)
    let outcome = try sandbox.shell(line.contains("settee edit") ? line : "settee \(line)")
    #expect(!(outcome.out + outcome.err).contains("org.settee"), "\(outcome)")
  }

  @Test func `import doesn't add internal keys, and reset and exact import keep them`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(Self.values)
    let other = "{\"\(Self.own)\": {\"*\": {\"migrations\": [\"b\"]}}, \"theme\": \"light\"}"
    let imported = try sandbox.run("import", "org.example.app", "-", "--exact", input: other)
    #expect(imported.code == 0 && !imported.out.contains("org.settee"), "\(imported)")
    #expect(try sandbox.run("reset", "org.example.app", "--all").code == 0)
    let stored = try sandbox.stored()
    #expect(stored.allKeys as? [String] == [Self.own])
    #expect(stored[Self.own] as? NSDictionary == Self.marks as NSDictionary)
    let file = "{\"\(Self.own)\": 1}"
    #expect(try sandbox.run("diff", "org.example.app", "-", input: file).out.isEmpty)
  }
}
