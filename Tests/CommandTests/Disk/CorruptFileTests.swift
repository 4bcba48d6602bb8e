import Foundation
import Testing

/// Tests how each command handles a corrupt file.
@Suite struct `A corrupt file` {
  private static let file = "config/org.example.app.plist"

  private static func damaged() throws -> Sandbox {
    let sandbox = try Sandbox()
    for number in 1...3 {
      let set = try sandbox.run("set", "org.example.app", "n", "\(number)", "--type", "int")
      #expect(set.code == 0, "\(set)")
    }
    try sandbox.write(Self.file, "garbage")
    return sandbox
  }

  private func names(_ sandbox: borrowing Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.path("config")).sorted()
  }

  @Test(arguments: [
    "get APP n", "get APP n --json", "list APP", "describe APP n", "show APP", "export APP",
    "diff APP", "diff APP FILE", "history APP", "undo APP --dry-run", "status APP", "find n",
    "set APP n 4 --type int --dry-run", "reset APP n --dry-run",
    "import APP FILE --dry-run",
    "push APP --dry-run",
  ])
  func `a reading command reports it once and leaves it alone`(verb: String) throws {
    let sandbox = try Self.damaged()
    try sandbox.write("work/values.json", "{\"n\": 4}")
    let names = try names(sandbox)
    let words = verb.split(separator: " ").map {
      $0 == "APP" ? "org.example.app" : $0 == "FILE" ? "values.json" : String($0)
    }
    for _ in 0..<2 {
      let outcome = try sandbox.run(words)
      let told = outcome.err.components(separatedBy: sandbox.path(Self.file) + " is corrupt")
      #expect(told.count == 2, "\(outcome)")
      #expect(try self.names(sandbox) == names)
      #expect(try String(contentsOfFile: sandbox.path(Self.file), encoding: .utf8) == "garbage")
    }
    #expect(try sandbox.run("get", "org.example.app", "n").out == "3\n")
  }

  @Test(arguments: [
    "set APP m 4 --type int", "set APP n 3 --type int", "reset APP m", "import APP FILE",
    "edit APP",
  ])
  func `a writing command restores the backup and reports it`(verb: String) throws {
    var sandbox = try Self.damaged()
    try sandbox.write("work/values.json", "{\"m\": 4}")
    sandbox.environment["EDITOR"] = "sed -i 's/3/5/'"
    let words = verb.split(separator: " ").map {
      $0 == "APP" ? "org.example.app" : $0 == "FILE" ? "values.json" : String($0)
    }
    let outcome = try sandbox.run(words)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.err.contains("was restored from the backup of its last valid version"), "\(outcome)")
    #expect(outcome.err.contains("saved as \(sandbox.path(Self.file)).corrupt-1"), "\(outcome)")
    #expect(try sandbox.stored()["n"] as? Int == (verb.hasPrefix("edit") ? 5 : 3))
    let kept = try String(contentsOfFile: sandbox.path(Self.file) + ".corrupt-1", encoding: .utf8)
    #expect(kept == "garbage")
    #expect(try sandbox.run("get", "org.example.app", "n").err.isEmpty)
  }

  @Test func `reading commands create files in the state folder only`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["n": 1])
    let before = try names(sandbox)
    for verb in ["get", "list", "export", "show", "history", "status", "diff", "describe", "undo"] {
      let rest = ["get": ["n"], "describe": ["n"], "undo": ["--dry-run"]][verb] ?? []
      _ = try sandbox.run([verb, "org.example.app"] + rest)
    }
    #expect(try names(sandbox) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("data")) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("home")) == [])
  }

  @Test func `a value that would exceed the size limit is not written`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("set", "org.example.app", "a", "1", "--type", "int").code == 0)
    let half = String(repeating: "x", count: 35_000_000)
    let set = ["set", "org.example.app", "k", "--stdin", "--type", "string"]
    #expect(try sandbox.run(set, input: half).code == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.path(Self.file)))
    let refused = try sandbox.run(set.map { $0 == "k" ? "l" : $0 }, input: half)
    #expect(refused.code == 5 && refused.err.contains("the limit is"), "\(refused)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.path(Self.file))) == before)
    #expect(try sandbox.run("get", "org.example.app", "a").out == "1\n")
  }
}
