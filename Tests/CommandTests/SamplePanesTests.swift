import Foundation
import Testing

/// Tests the bundles in `Panes/`: two valid ones, and one with a problem in each file.
@Suite struct SamplePanesTests {
  struct Fault: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var rule: String
    var severity = "error"

    var description: String { "\(file):\(line):\(column) \(severity) \(rule)" }
  }

  /// The problems in Broken.bundle, with their locations.
  static let faults: Set = [
    Fault(file: "ConditionOnNoKey.plist", line: 19, column: 5, rule: "condition-key"),
    Fault(file: "CountsDiffer.plist", line: 17, column: 4, rule: "counts-differ"),
    Fault(file: "Cycle.plist", line: 13, column: 4, rule: "pane-cycle"),
    Fault(file: "DefaultNotAChoice.plist", line: 15, column: 4, rule: "default-not-a-choice"),
    Fault(file: "DefaultOutOfRange.plist", line: 13, column: 4, rule: "default-out-of-range"),
    Fault(
      file: "DuplicateKey.plist", line: 23, column: 4, rule: "duplicate-key", severity: "warning"),
    Fault(file: "Format.plist", line: 9, column: 4, rule: "unreadable-file"),
    Fault(file: "KeyTwice.plist", line: 16, column: 4, rule: "repeated-key", severity: "warning"),
    Fault(file: "MinimumAboveMaximum.plist", line: 15, column: 4, rule: "bounds-order"),
    Fault(file: "MissingChild.plist", line: 13, column: 4, rule: "missing-file"),
    Fault(
      file: "MissingTranslation.plist", line: 21, column: 4, rule: "untranslated",
      severity: "warning"),
    Fault(
      file: "MisspeltKey.plist", line: 16, column: 4, rule: "misspelt-key", severity: "warning"),
    Fault(file: "RequiredKey.plist", line: 7, column: 3, rule: "missing-key"),
    Fault(file: "UnknownType.plist", line: 9, column: 4, rule: "unknown-type"),
    Fault(
      file: "Unreachable.plist", line: 4, column: 1, rule: "unreachable-pane", severity: "warning"),
    Fault(file: "WrongType.plist", line: 15, column: 4, rule: "wrong-type"),
    Fault(file: "BadTable.strings", line: 2, column: 56, rule: "lost-statement"),
  ]

  @Test(arguments: ["Mail", "Settee"])
  func `check reports no problems in a valid bundle`(name: String) throws {
    let outcome = try Sandbox().run("check", "--strict", "\(Sandbox.panes)/\(name).bundle")
    #expect(outcome == Sandbox.Outcome(code: 0, out: "", err: ""))
  }

  @Test func `check finds each problem of Broken at its line and column, and no other`() throws {
    let outcome = try Sandbox().run("check", "--json", "\(Sandbox.panes)/Broken.bundle")
    #expect(outcome.code == 1)
    let found = try #require(try outcome.json() as? [[String: Any]]).map { finding in
      Fault(
        file: URL(fileURLWithPath: finding["file"] as? String ?? "").lastPathComponent,
        line: finding["line"] as? Int ?? 0, column: finding["column"] as? Int ?? 0,
        rule: finding["rule"] as? String ?? "", severity: finding["severity"] as? String ?? "")
    }
    #expect(Set(found) == Self.faults)
    #expect(found.count == Self.faults.count)
  }

  @Test func `Mail shows every element that a settings app must support`() throws {
    let outcome = try Sandbox().run("show", "--json", Sandbox.mail)
    let show = try #require(try outcome.json() as? [String: Any])
    let panes = try #require(show["panes"] as? [[String: Any]])
    let groups = panes.flatMap { $0["groups"] as? [[String: Any]] ?? [] }
    let controls = groups.flatMap { $0["controls"] as? [[String: Any]] ?? [] }
    let kinds = Set(controls.compactMap { $0["kind"] as? String })
    #expect(
      kinds.isSuperset(of: [
        "toggle", "slider", "text", "title", "choice", "radio", "pane", "button", "link", "mail",
        "textview", "date", "list", "custom",
      ]), "\(kinds.sorted())")
    // Account isn't listed because it isn't a pane of the domain. Its keys belong to the items of a
    // list.
    #expect(
      panes.compactMap { $0["file"] as? String } == [
        "Root", "Accounts", "Notifications", "Sounds", "Writing", "Server", "Advanced",
      ])
  }
}
