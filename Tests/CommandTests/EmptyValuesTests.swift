import Foundation
import Testing

/// Tests commands that read and write keys without a value, and null.
@Suite struct `Empty values` {
  /// Runs commands on a file, expects the last one to succeed, and returns the content of the file.
  private func result(
    _ sandbox: borrowing Sandbox, _ file: String, _ text: String, _ words: [String]
  ) throws -> String {
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run([words[0], "./\(file)"] + words.dropFirst())
    #expect(outcome.code == 0, "\(outcome)")
    return try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
  }

  @Test(arguments: [
    (
      "a.yml", "rule_files:\n  # - one.yml\n\nscrape:\n  - job: x\n",
      ["add", "rule_files", "a.yml"],
      "rule_files:\n  - a.yml\n  # - one.yml\n\nscrape:\n  - job: x\n"
    ),
    ("a.yml", "a: # none\nb: 1\n", ["add", "a", "3"], "a: # none\n  - 3\nb: 1\n"),
    ("a.yml", "a:", ["add", "a", #"{"b": 1}"#, "--type", "json"], "a:\n  - b: 1"),
    ("a.yml", "a: {b: ~}\n", ["add", "a.b", "x"], "a: {b: [x]}\n"),
    ("a.json", #"{"a": null}"#, ["add", "a", "x"], #"{"a": ["x"]}"#),
    ("a.yml", "a:\nb: 1\n", ["set", "a", "3"], "a: 3\nb: 1\n"),
    ("a.yml", "a: # c\n", ["set", "a", "true"], "a: true # c\n"),
    ("a.yml", "a:\n", ["set", "a", "x"], "a: x\n"),
    ("a.yml", "a:\n", ["set", "a", "3", "--type", "string"], "a: '3'\n"),
    ("a.json", #"{"a": null}"#, ["set", "a", "3"], #"{"a": 3}"#),
  ])
  func `a key without a value is an empty list for add, and unset for set`(
    file: String, before: String, words: [String], after: String
  ) throws {
    let sandbox = try Sandbox()
    #expect(try result(sandbox, file, before, words) == after)
    let undo = try sandbox.run("undo", "./\(file)")
    #expect(undo.code == 0, "\(undo)")
    let restored = try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
    #expect(restored == before)
  }
}
