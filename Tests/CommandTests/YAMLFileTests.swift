import Foundation
import SetteeTestSupport
import Testing

/// Tests changes to YAML files and their undo.
@Suite struct YAMLFileTests {
  private static func text(_ sandbox: borrowing Sandbox) throws -> String {
    try String(contentsOfFile: sandbox.path("work/a.yaml"), encoding: .utf8)
  }

  static let jobs: [(text: String, words: [String])] = [
    ("l:\n  # one\n  - a # x\n  - b\n", ["remove", "l[0]"]),
    ("v:\n  - \"\"\n  - - a\n    - b # c\n", ["remove", "v[1][1]"]),
    ("v:\n  - \"\"\n  - - a\n    - b\n", ["remove", "v[1][0]"]),
    ("l:\n- a # x\n- k: 1\n- c\n", ["remove", "l[0]"]),
    ("l:\n- a\n- k: 1\n- c\n", ["remove", "l[1]"]),
    ("l:\n- a\n- k: 1\n- c\n", ["move", "l[0]", "2"]),
    ("- a\n- b # x\n- c\n", ["remove", "[1]"]),
    ("- a\n- b # x\n- c\n", ["move", "[0]", "2"]),
    ("- a\n- b # x\n- c\n", ["add", ".", "d"]),
    ("text # x\n", ["set", ".", "other"]),
    ("b: &x 1\nc: *x\nd: *x\n", ["set", "b", "2", "--force"]),
    ("b: &x 1\nc: *x\nd: *x\n", ["set", "c", "2", "--force"]),
    ("l: &x [a, b]\nc: *x\n", ["remove", "l[0]", "--force"]),
  ]

  @Test(arguments: jobs)
  func `undo restores the bytes of a YAML file`(text: String, words: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", text)
    let changed = try sandbox.run([words[0], "./a.yaml"] + words.dropFirst())
    #expect(changed.code == 0, "\(changed)")
    #expect(try Self.text(sandbox) != text)
    let undone = try sandbox.run("undo", "./a.yaml")
    #expect(undone.code == 0, "\(undone)")
    #expect(try Self.text(sandbox) == text)
  }

  static let rejected: [(text: String, words: [String], code: Int32, message: String)] = [
    (
      "b: &x 1\nc: *x\nd: *x\n", ["set", "b", "2"], 4,
      "'b' is also used as *x in line 2 and 1 other place. Use --force to change all of them."
    ),
    (
      "b: &x {p: 1}\nc: *x\n", ["set", "c.p", "2", "--force"], 4,
      "'c' is an alias of &x in line 1. Change it there, or use --force"
    ),
    ("b: &x 1\nc: *x\n", ["reset", "b"], 4, "Can't remove 'b': line 2 uses its anchor &x."),
    (
      "l:\n- &x a\n- *x\n", ["move", "l[0]", "1"], 4,
      "Can't move 'l[0]': its anchor &x would come after line 3, which uses it."
    ),
    ("? a\n: 1\n", ["set", "z", "2"], 4, "Can't add 'z': the key before it is written with '?'."),
    (
      "x: {{ y }}\nz: 1\n", ["set", "x", "2"], 4, "its value is a template expression. Edit line 1"
    ),
    ("a: 1\n---\nb: 2\n", ["set", "a", "2"], 2, "has 2 documents. Start the key with [0] or [1]."),
    ("a: 012\n", ["set", "a", "013"], 3, "'013' is 13 in YAML 1.2 and 11 in YAML 1.1."),
    ("a: 1\nb: 2\na: 3\n", ["set", "b", "3"], 5, "duplicate key 'a' in lines 1 and 3"),
  ]

  @Test(arguments: rejected)
  func `a rejected change to a YAML file has a suggestion`(
    text: String, words: [String], code: Int32, message: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", text)
    let outcome = try sandbox.run([words[0], "./a.yaml"] + words.dropFirst())
    #expect(outcome.code == code, "\(outcome)")
    #expect(outcome.err.contains(message), "\(outcome)")
    #expect(try Self.text(sandbox) == text)
  }

  @Test func `an import of many keys adds and changes them all`() throws {
    let sandbox = try Sandbox()
    let keys = 0..<100
    try sandbox.write("work/a.yaml", keys.map { "# \($0)\nk\($0): \($0)\n" }.joined())
    let new = keys.map { "\"k\($0)\": 1000, \"m.n\($0)\": \"x\"" }.joined(separator: ", ")
    try sandbox.write("work/new.json", "{\(new)}")
    let old = try Self.text(sandbox)
    #expect(try sandbox.run("import", "./a.yaml", "new.json").code == 0)
    let changed = keys.map { "# \($0)\nk\($0): 1000\n" }.joined()
    #expect(
      try Self.text(sandbox) == changed + "m:\n" + keys.map { "  n\($0): x\n" }.joined())
    #expect(try sandbox.run("undo", "./a.yaml").code == 0)
    #expect(try Self.text(sandbox) == old)
  }

  @Test func `without libfyaml, only YAML files can't be read`() throws {
    var sandbox = try Sandbox()
    // The dynamic loader finds these files first and can't load them.
    for version in ["0", "2"] { try sandbox.write("work/lib/libfyaml.so.\(version)", "x") }
    sandbox.environment["LD_LIBRARY_PATH"] = sandbox.path("work/lib")
    try sandbox.write("work/a.yaml", "a: 1\n")
    try sandbox.write("work/a.toml", "a = 1\n")
    for words in [["get", "./a.yaml", "a"], ["set", "./a.yaml", "a", "2"], ["list", "./a.yaml"]] {
      let outcome = try sandbox.run(words)
      #expect(outcome.code == 5 && outcome.out.isEmpty, "\(outcome)")
      #expect(
        outcome.err.contains(
          "reading YAML requires libfyaml; install it with 'sudo apt install libfyaml0'."),
        "\(outcome)")
    }
    #expect(try sandbox.run("get", "./a.toml", "a").out == "1\n")
  }
}
