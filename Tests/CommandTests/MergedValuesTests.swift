import Foundation
import Testing

/// Tests changes to values that mappings of a YAML file get through merge keys.
@Suite struct MergedValuesTests {
  private static let text =
    "base: &b\n  env:\n    A: 1\n    B: 2\n  l: [1, 2]\nsvc:\n  <<: *b\n  x: 1\n"

  private static let env =
    "'svc.env' is merged from &b in line 2. Change 'base.env.A' there, or set all of 'svc.env'"
  private static let list =
    "'svc.l' is merged from &b in line 5. Change 'base.l' there, or set all of 'svc.l' with"

  static let parts: [(words: [String], message: String)] = [
    (["set", "a.yml", "svc.env.A", "9"], env),
    (["set", "a.yml", "svc.env.A", "9", "--force"], env),
    (["set", "a.yml", "svc.env.A", "9", "--dry-run"], env),
    (["set", "a.yml", "svc.env.C", "9"], "Change 'base.env.C' there"),
    (["add", "a.yml", "svc.env.C", "9"], "Change 'base.env.C' there"),
    (["add", "a.yml", "svc.l", "3"], list), (["set", "a.yml", "svc.l[0]", "7"], list),
    (["remove", "a.yml", "svc.l[0]"], list), (["remove", "a.yml", "svc.l", "1"], list),
    (["reset", "a.yml", "svc.l[0]"], list), (["move", "a.yml", "svc.l[0]", "1"], list),
    (["import", "a.yml", "nested.json"], env), (["import", "a.yml", "flat.json"], env),
  ]

  @Test(arguments: parts)
  func `a part of a merged value isn't changed alone`(words: [String], message: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", Self.text)
    try sandbox.write("work/nested.json", #"{"svc": {"env": {"A": 3}}}"#)
    try sandbox.write("work/flat.json", #"{"svc.env.A": 3}"#)
    let outcome = try sandbox.run(words)
    #expect(outcome.code == 4, "\(outcome)")
    #expect(outcome.err.contains(message), "\(outcome)")
    #expect(try String(contentsOfFile: sandbox.path("work/a.yml"), encoding: .utf8) == Self.text)
  }

  @Test(arguments: [
    (["svc.env", #"{"A": 5}"#, "--type", "json"], "  env:\n    A: 5\n"),
    (["svc.l", "[5]", "--type", "json"], "  l: [5]\n"),
    (["svc.l", #"{"k": 5}"#, "--type", "json"], "  l:\n    k: 5\n"),
    (["svc.new.a", "5"], "  new:\n    a: 5\n"), (["svc.env", "x"], nil), (["svc.l", "x"], nil),
  ])
  func `a whole merged value can be replaced`(words: [String], lines: String?) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", Self.text)
    let outcome = try sandbox.run(["set", "a.yml"] + words)
    #expect((outcome.code == 0) == (lines != nil), "\(outcome)")
    let text = try String(contentsOfFile: sandbox.path("work/a.yml"), encoding: .utf8)
    #expect(text == Self.text + (lines ?? ""))
  }

  @Test(arguments: [
    ("a: 1\nb: &b {<<: {c: {d: 1}}}\ns:\n  <<: [*b]\n", "s.c.d", "merged from &b in line 2"),
    ("b: {c: {d: 1}}\ns:\n  <<: {c: {d: 1}}\n", "s.c.d", "merged from line 3"),
    ("b: &b {t: [{a: 1}]}\ns:\n  <<: *b\n", "s.t[0].b", "merged from &b in line 1"),
    ("e: &e {d: 1}\nb: &b {c: *e}\ns:\n  <<: *b\n", "s.c.x", "merged from &b in line 2"),
  ])
  func `nested merges and aliases are followed`(text: String, key: String, message: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", text)
    let outcome = try sandbox.run("set", "a.yml", key, "2")
    #expect(outcome.code == 4 && outcome.err.contains(message), "\(outcome)")
  }

  @Test func `the row of a part of a merged value is read-only`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", Self.text)
    let part = try sandbox.run("describe", "a.yml", "svc.env.A")
    #expect(part.out.contains("read-only  'svc.env' is merged from"), "\(part)")
    let list = try sandbox.run("describe", "a.yml", "svc.l")
    #expect(list.code == 0 && !list.out.contains("read-only"), "\(list)")
  }

  @Test func `an import that contains a merged value leaves it merged`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", Self.text)
    try sandbox.write("work/same.json", #"{"svc": {"env": {"A": 1}, "x": 2}}"#)
    #expect(try sandbox.run("import", "a.yml", "same.json").code == 0)
    let text = try String(contentsOfFile: sandbox.path("work/a.yml"), encoding: .utf8)
    #expect(text == Self.text.replacingOccurrences(of: "x: 1", with: "x: 2"))
  }

  @Test(arguments: [["add", "w", "3"], ["add", "w", "3", "--force"], ["remove", "w", "1"]])
  func `an item isn't added to an alias or removed from one`(words: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", "z: &z [1, 2]\nw: *z\n")
    let outcome = try sandbox.run([words[0], "a.yml"] + words.dropFirst())
    #expect(outcome.code == 4, "\(outcome)")
    #expect(
      outcome.err.contains("'w' is an alias of &z in line 1. Change it there, or use set --force"),
      "\(outcome)")
  }
}
