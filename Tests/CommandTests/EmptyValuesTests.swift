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

  @Test(arguments: [
    (
      "a.yml", "on:\n  push:\n    x: 1\n", ["set", "on.dispatch", "null"],
      "on:\n  push:\n    x: 1\n  dispatch: null\n"
    ),
    ("a.yml", "a: 1\n", ["set", "a", "null"], "a: null\n"),
    ("a.yml", "a: 1\n", ["set", "b", #"{"c": null}"#], "a: 1\nb:\n  c: null\n"),
    ("a.yml", "a: [1]\n", ["set", "a[0]", "null"], "a: [null]\n"),
    ("a.yml", "a: [1]\n", ["add", "a", "null"], "a: [1, null]\n"),
    ("a.yml", "a: 1\n", ["set", "b", "[1, null]"], "a: 1\nb: [1, null]\n"),
    ("a.json", #"{"a": 1}"#, ["set", "a", "null"], #"{"a": null}"#),
    ("a.json", #"{"a": 1}"#, ["set", "a", #"{"b": null}"#], #"{"a": {"b": null}}"#),
  ])
  func `null can be written as JSON and undone`(
    file: String, before: String, words: [String], after: String
  ) throws {
    let sandbox = try Sandbox()
    let preview = try sandbox.run(
      [words[0], "./\(file)"] + words.dropFirst() + ["--type", "json", "--dry-run"])
    #expect(!preview.out.contains("$uid"), "\(preview)")
    #expect(try result(sandbox, file, before, words + ["--type", "json"]) == after)
    #expect(try !sandbox.run("history", "./\(file)", "--json").out.contains("$uid"))
    let undo = try sandbox.run("undo", "./\(file)")
    #expect(undo.code == 0, "\(undo)")
    let restored = try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
    #expect(restored == before)
  }

  @Test(arguments: [
    ("a.yaml", "volumes:\n  data: {}\nx: 1\n"), ("a.json", #"{"a": [{}, {"b": 1}], "c": {}}"#),
    ("a.toml", "a = 1\nit = {}\n\n[e]\n"), ("b.json", "[{}, {}]"),
  ])
  func `an empty table stays in edit, import, and diff`(file: String, text: String) throws {
    var sandbox = try Sandbox()
    sandbox.environment["EDITOR"] = "true"
    #expect(try result(sandbox, file, text, ["edit"]) == text)
    for format in ["json", "plist"] {
      try sandbox.write("work/all", try sandbox.run("export", file, "--format", format).out)
      let diff = try sandbox.run("diff", file, "all")
      #expect(diff.code == 0 && diff.out.isEmpty, "\(diff)")
      let words = ["import", "all", "--exact"]
      #expect(try result(sandbox, file, text, words) == text)
      #expect(try sandbox.run("history", file).out.isEmpty)
    }
  }

  @Test func `an empty table can be filled and removed`() throws {
    var sandbox = try Sandbox()
    sandbox.environment["EDITOR"] = "cp new.json"
    for new in [#"{"a": {"x": 1}, "b": 1}"#, #"{"a.x": 1, "b": 1}"#] {
      try sandbox.write("work/new.json", new)
      let filled = "a: {x: 1}\nb: 1\n"
      #expect(try result(sandbox, "a.yaml", "a: {}\nb: 1\n", ["edit"]) == filled)
      let words = ["import", "new.json", "--exact"]
      #expect(try result(sandbox, "a.yaml", "a: {}\nb: 1\n", words) == filled)
    }
    try sandbox.write("work/new.json", #"{"b": 1}"#)
    #expect(try result(sandbox, "a.yaml", "a: {}\nb: 1\n", ["edit"]) == "b: 1\n")
  }

  @Test func `an empty value stays as it is when it is set to null`() throws {
    let words = ["set", "a", "null", "--type", "json"]
    #expect(try result(try Sandbox(), "a.yml", "a: # c\nb: ~\n", words) == "a: # c\nb: ~\n")
  }

  @Test(arguments: [
    ("a.toml", "a = 1\n", "TOML has no null; remove the setting instead."),
    ("a.ini", "a=1\n", "this format has no null; remove the setting instead."),
  ])
  func `a format without null rejects it`(file: String, text: String, reason: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    for key in ["a", "b"] {
      let outcome = try sandbox.run("set", "./\(file)", key, "null", "--type", "json")
      #expect(outcome.code == 3 && outcome.err.hasSuffix(reason + "\n"), "\(outcome)")
    }
  }

  @Test func `a property list rejects null`() throws {
    let outcome = try Sandbox().run("set", "org.example.app", "a", "null", "--type", "json")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(
      outcome.err == "settee: A property list can't contain null. To remove the key, use reset.\n")
  }
}
