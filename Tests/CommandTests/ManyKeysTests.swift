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

  @Test func `importing tables into a TOML file takes time in proportion to their number`() throws {
    let sandbox = try Sandbox()
    func cost(_ count: Int) throws -> Double {
      let tables = (0..<count).map { #""k\#($0)": {"a": {"b": \#($0)}}"# }
      try sandbox.write("work/new.json", "{\(tables.joined(separator: ","))}")
      try sandbox.write("work/a.toml", "")
      return try seconds(sandbox, "settee import a.toml new.json")
    }
    let few = try cost(250)
    let many = try cost(2000)
    #expect(many < 24 * max(few, 0.02), "\(few) s for 250, \(many) s for 2000")
  }

  static let files: [(name: String, item: @Sendable (Int) -> String)] = [
    ("documents.yaml", { "---\nname: n\($0)\nsize: \($0)\n" }),
    ("tables.yaml", { ($0 == 0 ? "l:\n" : "") + "- name: n\($0)\n  size: \($0)\n" }),
    ("merges.yaml", { $0 == 0 ? "base: &b {size: 1}\n" : "k\($0):\n  <<: *b\n  name: x\n" }),
    ("aliases.yaml", { "k\($0): &x\($0) 1\nl\($0): *x\($0)\n" }),
    ("lists.yaml", { "k\($0): [a, b]\nn\($0): 1\n" }),
    ("tables.toml", { "[[l]]\nname = \"n\($0)\"\nsize = \($0)\n" }),
    ("tables.json", { ($0 == 0 ? "[" : ",") + "{\"name\": \"n\($0)\", \"size\": \($0)}" }),
  ]

  @Test(arguments: files.indices, [["list"], ["list", "--json"], ["set"]])
  func `commands take time in proportion to the length of a file`(
    index: Int, words: [String]
  ) throws {
    let sandbox = try Sandbox()
    let (name, item) = Self.files[index]
    func cost(_ count: Int) throws -> Double {
      let end = name == "tables.json" ? "]\n" : ""
      try sandbox.write("work/\(name)", (0..<count).map(item).joined() + end)
      let key = try sandbox.shell(
        "settee list \(name) | grep '[0-9a-z]' | cut -f1 | grep -v '<<' | sed -n 4p")
      let edit = words == ["set"] ? " '\(key.out.dropLast())' 7 --type int --force" : ""
      return try seconds(
        sandbox, "settee \(words[0]) \(name)\(edit) \(words.dropFirst().joined(separator: " "))")
    }
    let few = try cost(300)
    let many = try cost(2400)
    #expect(many < 24 * max(few, 0.02), "\(name), \(words): \(few) s for 300, \(many) s for 2400")
  }
}
