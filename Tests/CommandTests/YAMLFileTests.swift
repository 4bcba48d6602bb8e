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
    ("---\n# one\n- a # x\n", ["remove", "[0]"]),
    ("- a\n- b # x\n- c\n", ["move", "[0]", "2"]),
    ("- a\n- b # x\n- c\n", ["add", ".", "d"]),
    ("text # x\n", ["set", ".", "other"]),
    ("b: &x 1\nc: *x\nd: *x\n", ["set", "b", "2", "--force"]),
    ("b: &x 1\nc: *x\nd: *x\n", ["set", "c", "2", "--force"]),
    ("l: &x [a, b]\nc: *x\n", ["remove", "l[0]", "--force"]),
    ("b:\n-\nurl: hello # x\n", ["set", "url", "other"]),
    ("b:\n- a\n- # none\nurl: hello\n", ["set", "b[1]", "c"]),
    ("b:\n-\nurl: hello\n", ["add", "b", "c"]),
    ("b:\n-\nurl: hello\n", ["remove", "b[0]"]),
    ("b:\n- c\n-\nurl: hello\n", ["move", "b[1]", "0"]),
    ("l:\n- \n\nk:\n- \n", ["set", "k[0]", "c"]),
    ("l:\n- \n\nk:\n- \n", ["set", "l[0]", "c"]),
    ("k:\n- a\n- \n", ["add", "k", "c"]),
    ("k:\n- a\n-", ["set", "n", "c"]),
    ("k:\n- a\n-\n", ["remove", "k[0]"]),
    // The text stays the same, but becomes a string for readers of YAML 1.1.
    ("a: no # x\n", ["set", "a", "no", "--type", "string"]),
    ("a: # x\n", ["set", "a", "", "--type", "string"]),
    ("a: null\n", ["set", "a", "null", "--type", "string"]),
    ("l: [no, 'on']\n", ["set", "l[0]", "no", "--type", "string"]),
    // Lists that contain a secret, which stays as it is.
    ("l:\n- token: t0p\n  n: 1\n- n: 2\n", ["move", "l[0]", "1"]),
    ("l:\n- token: t0p\n  n: 1\n- n: 2\n", ["remove", "l[1]"]),
    ("l:\n- token: t0p\n  n: 1\n- n: 2\n", ["add", "l", "{\"n\": 3}", "--type", "json"]),
    ("- token: t0p\n- b\n- c\n", ["move", "[2]", "0"]),
    // A list of lists is one setting as long as it contains no tables.
    ("x:\n- - - {}\n", ["remove", "x[0][0][0]"]),
    ("x:\n- - - []\n- - - {} # c\ny: []\n", ["remove", "x[1][0][0]"]),
    ("x:\n- - k: 1 # c\n", ["remove", "x[0][0]"]),
    ("x:\n- - {}\n", ["set", "x[0][0]", "q", "--type", "string"]),
    // The names of keys that are lists or aliases contain line numbers, which change.
    ("a: \"one\n  two\" # c\n? - k\n: - v\n", ["set", "a", "\n", "--force"]),
    ("a: &k one\nb: &n\n  *k : 1\nc:\n  *k : 2\n", ["remove", "b"]),
    // The value is null before it is a table.
    ("a:\n", ["set", "a.b", "1"]),
    ("a: ~ # c\n", ["set", "a.b", "1"]),
  ]

  @Test func `removing the last item in brackets leaves no blank at the end of a line`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "l: [\n  a ,\n  b # c\n]\n")
    let changed = try sandbox.run("remove", "./a.yaml", "l[1]")
    #expect(changed.code == 0, "\(changed)")
    #expect(try Self.text(sandbox) == "l: [\n  a\n]\n")
  }

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

  @Test func `undo restores the bytes after another program added a line`() throws {
    let sandbox = try Sandbox()
    let rest = String(repeating: "# far away\n", count: 9)
    let old = rest + "a: \"one\n  two\"\n? - k\n: - v\n"
    try sandbox.write("work/a.yaml", old)
    #expect(try sandbox.run("set", "./a.yaml", "a", "three").code == 0)
    try sandbox.write("work/a.yaml", "new: 1\n" + (try Self.text(sandbox)))
    #expect(try sandbox.run("undo", "./a.yaml").code == 0)
    #expect(try Self.text(sandbox) == "new: 1\n" + old)
  }

  @Test func `undo leaves a file unchanged that another program has changed`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "x:\n- - k: 1\n")
    #expect(try sandbox.run("remove", "./a.yaml", "x[0][0]").code == 0)
    try sandbox.write("work/a.yaml", "x:\n- [q]\n")
    #expect(try sandbox.run("undo", "./a.yaml").code == 6)
    #expect(try Self.text(sandbox) == "x:\n- [q]\n")
    // Without its previous surroundings, a key that is an alias can't be restored.
    try sandbox.write("work/a.yaml", "a: &k 1\nb:\n  *k : 2\nc: 3\n")
    #expect(try sandbox.run("remove", "./a.yaml", "b").code == 0)
    try sandbox.write("work/a.yaml", "a: &k 1\nc: 4\n")
    #expect(try sandbox.run("undo", "./a.yaml").code == 4)
    #expect(try Self.text(sandbox) == "a: &k 1\nc: 4\n")
  }

  @Test(arguments: [
    ("b: &b {d: 1}\ns: {l: *b}\n", "b: &b {d: 1}\ns: {l: {d: 2}}\n"),
    (
      "b: &b\n  d: 1 # c\n  e: ['1', ~, no]\ns:\n  l: *b # d\n  m: *b\n",
      "b: &b\n  d: 1 # c\n  e: ['1', ~, no]\ns:\n  l: # d\n    d: 2\n    e: ['1', ~, no]\n  m: *b\n"
    ),
    ("x: &x 7\nb: &b {d: *x}\ns: {l: *b}\n", "x: &x 7\nb: &b {d: *x}\ns: {l: {d: 2}}\n"),
  ])
  func `set --force below an alias replaces the alias with a changed copy`(
    before: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", before)
    let rejected = try sandbox.run("set", "./a.yaml", "s.l.d", "2")
    #expect(rejected.code == 4 && rejected.err.contains("or use --force to give 's.l'"))
    let set = try sandbox.run("set", "./a.yaml", "s.l.d", "2", "--force")
    #expect(set.code == 0, "\(set)")
    #expect(try Self.text(sandbox) == after)
    #expect(try sandbox.run("undo", "./a.yaml").code == 0)
    #expect(try Self.text(sandbox) == before)
    for words in [["reset", "./a.yaml", "s.l.d"], ["add", "./a.yaml", "s.l.e", "1"]] {
      let other = try sandbox.run(words + ["--force"])
      #expect(other.code == 4 && other.err.contains("or use set --force to give 's.l'"))
      #expect(try Self.text(sandbox) == before)
    }
  }

  @Test func `a string that looks like another type is quoted if its type is given`() throws {
    let sandbox = try Sandbox()
    func result(of text: String, _ words: String...) throws -> String {
      try sandbox.write("work/a.yaml", text)
      let outcome = try sandbox.run(["set", "./a.yaml"] + words)
      #expect(outcome.code == 0, "\(outcome)")
      return try Self.text(sandbox)
    }
    #expect(try result(of: "a: no # x\n", "a", "no", "--type", "string") == "a: 'no' # x\n")
    #expect(try result(of: "a: no\n", "a", "no") == "a: no\n")
    #expect(try result(of: "a: 'no'\n", "a", "no", "--type", "string") == "a: 'no'\n")
    #expect(try result(of: "a: word\n", "a", "word", "--type", "string") == "a: word\n")
    #expect(try result(of: "a: !t no\n", "a", "no", "--type", "string") == "a: !t no\n")
    #expect(try result(of: "a:\n", "a", "", "--type", "string") == "a: ''\n")
    #expect(try result(of: "a:\n", "a", "") == "a:\n")
    #expect(try result(of: "a: ~\n", "a", "~", "--type", "string") == "a: '~'\n")
    try sandbox.write("work/a.yaml", "a: no\n")
    let words = ["set", "./a.yaml", "a", "no", "--type", "string"]
    let dry = try sandbox.run(words + ["--dry-run"])
    #expect(dry.code == 0 && dry.out.hasSuffix("-a: no\n+a: 'no'\n"), "\(dry)")
    let json = try sandbox.run(words + ["--json"])
    #expect(
      json.out.filter { !$0.isWhitespace } == #"[{"key":"a","old":"no","new":"no","changed":true}]"#
    )
    #expect(try sandbox.run(words).out.contains("unchanged"))
  }

  @Test func `the history of a list has no secrets of it`() throws {
    let sandbox = try Sandbox()
    let text = "l:\n- token: t0p-s3cret\n  n: 1\n- n: 2\n"
    try sandbox.write("work/a.yaml", text)
    #expect(try sandbox.run("move", "./a.yaml", "l[0]", "1").code == 0)
    let files = try sandbox.shell("grep -rlaE 't0p-s3cret|dDBwLXMzY3JldA' $XDG_STATE_HOME")
    #expect(files.out.isEmpty, "\(files)")
    let decoded = try sandbox.shell(
      "find $XDG_STATE_HOME -name history -exec cat {} + | cut -d' ' -f2 | base64 -d -i | grep -ac s3cret"
    )
    #expect(decoded.out == "0\n", "\(decoded)")
    // Another program changes the secret, so the old item can't be recognized any more.
    try sandbox.write("work/a.yaml", try Self.text(sandbox).replacing("t0p-", with: "new-"))
    #expect(try sandbox.run("undo", "./a.yaml").code == 6)
    // The secret of a removed item is gone.
    try sandbox.write("work/a.yaml", text)
    let removed = try sandbox.run("remove", "./a.yaml", "l[0]")
    #expect(removed.code == 0 && removed.out == "l[0]: removed ********\n", "\(removed)")
    let undone = try sandbox.run("undo", "./a.yaml")
    #expect(undone.code == 1 && undone.err.contains("secret values aren't kept"), "\(undone)")
  }

  @Test func `a secret inside a table is masked in undo, diff, and the review of an import`() throws
  {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "a: 1\n")
    try sandbox.write("work/s.json", "{\"t\":{\"password\":\"HUNTER2\"}}")
    let review = try sandbox.shell(
      "printf '%s\\n' import-values s.json 0 q | \(Sandbox.program) --plain ./a.yaml")
    let outputs = [
      review, try sandbox.run("diff", "./a.yaml", "s.json", "--json"),
      try sandbox.run("import", "./a.yaml", "s.json"), try sandbox.run("undo", "./a.yaml"),
      try sandbox.run("undo", "./a.yaml", "--json"),
    ]
    for output in outputs { #expect(!(output.out + output.err).contains("HUNTER2"), "\(output)") }
    #expect(outputs[3].code == 0 && outputs[3].out == "t: ******** -> (unset)\n", "\(outputs[3])")
  }

  @Test func `an export can't replace the open file`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "a: 1  # one\n")
    try sandbox.write("work/q.json", "{}")
    // The prompt stays after an error, and an empty line closes it.
    for (target, reply) in [("a.yaml", "''"), ("./a.yaml", "''"), ("q.json", "2")] {
      let exported = try sandbox.shell(
        "printf '%s\\n' export-values \(target) \(reply) q | \(Sandbox.program) --plain ./a.yaml")
      let said = exported.out + exported.err
      #expect(said.contains("is the settings file itself") == (target != "q.json"), "\(exported)")
      #expect(said.contains("Exported to") == (target == "q.json"), "\(exported)")
      #expect(try Self.text(sandbox) == "a: 1  # one\n")
    }
  }

  @Test func `merge keys that multiply without adding keys take little time`() throws {
    let sandbox = try Sandbox()
    var text = "a: &a {x: 1}\n"
    for (old, new) in zip("abcdefghijk", "bcdefghijkl") {
      let list = Array(repeating: "*\(old)", count: 9).joined(separator: ",")
      text += "\(new): &\(new) {<<: [\(list)], y: 1}\n"
    }
    try sandbox.write("work/a.yaml", text)
    #expect(try sandbox.run("get", "./a.yaml", "l.y").out == "1\n")
  }

  @Test func `undo inside a list item finds the item by its name, or else by its content`() throws {
    let sandbox = try Sandbox()
    for (key, code) in [("name", Int32(0)), ("dir", 6)] {
      let text = "updates:\n- \(key): a\n  every: day\n  limit: 1\n- \(key): b\n  every: day\n"
      try sandbox.write("work/a.yaml", text)
      #expect(try sandbox.run("set", "./a.yaml", "updates[0].every", "week").code == 0)
      // Another program adds an item and changes another value of the old one.
      let edited = try Self.text(sandbox).replacing("limit: 1", with: "limit: 2")
        .replacing("updates:\n", with: "updates:\n- \(key): c\n")
      try sandbox.write("work/a.yaml", edited)
      let undone = try sandbox.run("undo", "./a.yaml")
      #expect(undone.code == code, "\(undone)")
      let expected = code == 0 ? edited.replacing("week", with: "day") : edited
      #expect(try Self.text(sandbox) == expected)
      let message = "its list item was removed or changed, or another item looks the same."
      #expect(undone.err.contains(message) == (code != 0))
    }
  }

  @Test func `merged keys have the values and the lines of their source`() throws {
    let sandbox = try Sandbox()
    let text = """
      base: &base
        restart: always
        deep: {level: 1}
        env: &env {<<: {TZ: UTC}, LANG: C}
      other: &other
        restart: never
        user: ann
      web:
        <<: [*base, *other]
        image: web

      """
    try sandbox.write("work/a.yaml", text)
    let list = try sandbox.run("list", "./a.yaml").out.split(separator: "\n")
    #expect(
      list.filter { $0.hasPrefix("web.") && $0.hasSuffix("merge") } == [
        "web.restart\t\"always\"\tmerge", "web.user\t\"ann\"\tmerge",
        "web.deep.level\t1\tmerge", "web.env.TZ\t\"UTC\"\tmerge",
        "web.env.LANG\t\"C\"\tmerge",
      ])
    #expect(try sandbox.run("get", "./a.yaml", "web.restart").out == "always\n")
    let described = try sandbox.run("describe", "./a.yaml", "web.user").out
    #expect(described.contains("merged   from &other in line 7"), "\(described)")
    // A separate key takes precedence, until it is removed.
    #expect(try sandbox.run("set", "./a.yaml", "web.restart", "no").code == 0)
    #expect(try Self.text(sandbox) == text + "  restart: 'no'\n")
    #expect(try sandbox.run("get", "./a.yaml", "web.restart", "--origin").out == "no\tuser\n")
    #expect(try sandbox.run("reset", "./a.yaml", "web.restart").code == 0)
    #expect(try Self.text(sandbox) == text)
    #expect(try sandbox.run("get", "./a.yaml", "web.restart", "--origin").out == "always\tmerge\n")
  }

  @Test func `merge keys that multiply are listed within bounds`() throws {
    let sandbox = try Sandbox()
    var text = "a0: &a0 {x: 1, y: 2}\n"
    for level in 1...40 {
      text += "a\(level): &a\(level)\n  p: {<<: *a\(level - 1)}\n  q: {<<: *a\(level - 1)}\n"
    }
    try sandbox.write("work/a.yaml", text)
    let outcome = try sandbox.run("list", "./a.yaml")
    #expect(outcome.code == 0 && outcome.out.split(separator: "\n").count < 11_000)
  }

  @Test func `documents have the names of their objects as titles`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/a.yaml",
      """
      kind: Deployment
      metadata: {name: web}
      spec: {replicas: 2}
      ---
      name: plain
      ---
      - 1
      - 2

      """)
    let shown = try sandbox.run("show", "./a.yaml").out
    for title in ["Deployment web", "Deployment web: spec", "plain", "Document 3"] {
      #expect(shown.contains(title), "\(shown)")
    }
    #expect(try sandbox.run("get", "./a.yaml", "[0].spec.replicas").out == "2\n")
  }

  @Test func `names of secrets aren't secret`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/compose.yml",
      """
      services:
        db:
          secrets: [db_password]
          build:
            secrets:
              - db_password
          environment:
            PASSWORD: hunter2
        web:
          secrets:
            - source: db_password
              target: password
            - db_password
        odd:
          secrets: [hunter3]
      jobs:
        call:
          secrets: inherit
        run:
          with: {token: "${{ secrets.TOKEN }}", password: !secret wifi}
      secrets:
        db_password:
          file: ./password.txt
      volumes:
        v: {secretName: tls, secret: hunter4}

      """)
    let list = try sandbox.run("list", "./compose.yml").out
    let shown = Dictionary(
      list.split(separator: "\n").map { line in
        let parts = line.split(separator: "\t")
        return (String(parts[0]), String(parts[1]))
      }, uniquingKeysWith: { first, _ in first })
    let secret = "{\"$secret\":true}"
    for (key, value) in [
      ("services.db.secrets", "[\"db_password\"]"),
      ("services.db.build.secrets", "[\"db_password\"]"),
      ("services.db.environment.PASSWORD", secret),
      ("services.web.secrets[1]", "\"db_password\""),
      ("services.odd.secrets", secret),
      ("jobs.call.secrets", "\"inherit\""),
      ("jobs.run.with.token", "\"${{ secrets.TOKEN }}\""),
      ("jobs.run.with.password", "\"wifi\""),
      ("volumes.v.secretName", "\"tls\""), ("volumes.v.secret", secret),
    ] {
      #expect(shown[key]?.filter { $0 != " " } == value.filter { $0 != " " }, "\(key): \(list)")
    }
    #expect(try sandbox.run("get", "./compose.yml", "secrets").code == 0)
  }

  @Test func `names of secrets can be added as arguments`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/compose.yml",
      "services:\n  db:\n    secrets: [a]\n  web:\n    tokens: []\nsecrets:\n  a: {file: x}\n"
        + "  b: {file: x}\n")
    #expect(try sandbox.run("add", "./compose.yml", "services.db.secrets", "b").code == 0)
    #expect(
      try sandbox.run("get", "./compose.yml", "services.db.secrets").out == "[\"a\", \"b\"]\n")
    #expect(try sandbox.run("undo", "./compose.yml").code == 0)
    #expect(try sandbox.run("get", "./compose.yml", "services.db.secrets").out == "[\"a\"]\n")
    for key in ["services.web.tokens", "services.db.secrets"] {
      let refused = try sandbox.run("add", "./compose.yml", key, "other")
      let command = "'settee set ./compose.yml \(key) --not-secret'"
      #expect(refused.code == 2)
      #expect(refused.err.contains("If it isn't a secret, run \(command) first."), "\(refused)")
    }
    try sandbox.write("work/values.yaml", "image:\n  pullSecrets: []\n")
    #expect(try sandbox.run("add", "./values.yaml", "image.pullSecrets", "b").code == 0)
    #expect(try sandbox.run("get", "./values.yaml", "image.pullSecrets").out == "[\"b\"]\n")
  }

  static let rejected: [(text: String, words: [String], code: Int32, message: String)] = [
    (
      "a: ! old\n", ["set", "a", "1_000"], 4,
      "some programs ignore its tag '!'; remove the tag first."
    ),
    (
      "b: &x 1\nc: *x\nd: *x\n", ["set", "b", "2"], 4,
      "'b' is also used as *x in line 2 and 1 other place. Use --force to change all of them."
    ),
    (
      "b: &x {p: 1}\nc: *x\n", ["reset", "c.p", "--force"], 4,
      "'c' is an alias of &x in line 1. Change it there, or use set --force"
    ),
    (
      "a: &a\n  x: {z: *a}\n  y: 1\nb: *a\n", ["set", "b.y", "2", "--force"], 4,
      "Can't change 'b': its value contains itself. Edit line 4 manually."
    ),
    (
      "a: &a\n  <<: {x: 1}\n  y: 1\nb: *a\n", ["set", "b.y", "2", "--force"], 4,
      "Can't change 'b': its value has a merge key or a key that isn't a string."
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
    (
      "a: 1\n", ["set", "? line 3", "2"], 4,
      "Can't add '? line 3': it is the name of a key that is a list, a mapping, or an alias."
    ),
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
    for words in [
      ["get", "./a.yaml", "a"], ["set", "./a.yaml", "a", "2"], ["list", "./a.yaml"],
      ["check", "./a.yaml"],
    ] {
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
