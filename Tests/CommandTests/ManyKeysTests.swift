import Foundation
import Testing

@Suite struct `Many keys` {
  /// Returns the processor time in seconds that a command uses, as measured by the shell.
  private func seconds(_ sandbox: borrowing Sandbox, _ command: String) throws -> Double {
    let outcome = try sandbox.shell("TIMEFORMAT=%U; time \(command) > /dev/null")
    #expect(outcome.code == 0, "\(outcome)")
    return try #require(Double(outcome.err.split(separator: "\n").last ?? ""), "\(outcome)")
  }

  private func cost(_ sandbox: borrowing Sandbox, _ verb: String, _ count: Int) throws -> Double {
    let values = (0..<count).map { ("k\($0)", "v\($0)") }
    try sandbox.store(Dictionary(uniqueKeysWithValues: values), "all", in: "work")
    try? FileManager.default.removeItem(atPath: sandbox.path("config/org.example.app.plist"))
    if verb == "import" { return try seconds(sandbox, "settee import org.example.app all.plist") }
    _ = try sandbox.run("import", "org.example.app", "all.plist")
    return try seconds(sandbox, "settee reset org.example.app --all")
  }

  @Test(arguments: ["import", "reset"])
  func `commands take time in proportion to the number of keys`(verb: String) throws {
    let sandbox = try Sandbox()
    let few = try cost(sandbox, verb, 1000)
    let many = try cost(sandbox, verb, 8000)
    // With 8 times as many keys, quadratic time would be more than 60 times as long.
    #expect(many < 24 * max(few, 0.02), "\(verb): \(few) s for 1,000, \(many) s for 8,000")
  }
}
