import Foundation
import Testing

@Suite struct `Messages, help, and completion` {
  static let table: [(words: [String], code: Int32, sentence: String)] = [
    (["get"], 2, "Missing argument APP. Usage: settee get APP [KEY]"),
    (
      ["gett", "mail"], 2,
      "Unknown command 'gett'. Did you mean 'get'? See 'settee help'. To open the app 'gett', omit 'mail'."
    ),
    (
      ["read", "mail", "k"], 2, "Unknown command 'read'. Did you mean 'get'? Run: settee get mail k"
    ),
    (
      ["monitor", "mail"], 2,
      "Unknown command 'monitor'. Did you mean 'watch'? Run: settee watch mail"
    ),
    (
      ["set", "x.y", "k", "--", "v", "--dry-run"], 2,
      "set: Unexpected argument '--dry-run'. After --, it isn't an option. Put options before --."
    ),
    (["get", "x.y", "--josn"], 2, "get: Unknown option --josn. Did you mean --json?"),
    (
      ["set", "x.y", "k", "v"], 2,
      "x.y has no control for 'k', so its type is unknown. Add --type string, int, real, bool, date, data, json, or plist."
    ),
    (
      ["set", "x.y", "k", "v", "--type", "int"], 3,
      "'v' isn't a valid int value. Use an integer such as 42."
    ),
    (
      ["set", "x.y", "k", "v", "--type", "bol"], 2,
      "Invalid value 'bol' for --type. Choose one of: string, int, real, bool, date, data, json, plist. Did you mean 'bool'?"
    ),
    (
      ["set", "x.y", "k", "{", "--type", "json"], 3,
      "The value isn't valid JSON: line 1, column 2: expected a key in double quotes."
    ),
    (
      ["set", "x.y", "k", "--type", "string"], 2,
      "Missing VALUE for k; give it after the key, or use --stdin (put -- before a value that looks like an option)."
    ),
    (
      ["set", "x.y", "k", "v", "--stdin", "--type", "string"], 2,
      "Give the value either as an argument or with --stdin, not both."
    ),
    (["reset", "x.y"], 2, "settee reset needs a KEY, or --all to reset every key."),
    (["reset", "x.y", "k", "--all"], 2, "Give either keys or --all, not both."),
    (["get", "x.y", "k"], 1, "No layer of x.y has a value for 'k'; see 'settee list x.y'."),
    (["get", ""], 2, "Missing app name. See 'settee apps'."),
    (
      ["import", "x.y", "/"], 5, "Can't read /: it is a directory, not a regular file."
    ),
    (["undo", "x.y"], 1, "There is no change in x.y to undo."),
    (
      ["list", "nowhere"], 2,
      "Unknown app 'nowhere'. See 'settee apps', or give a full domain such as org.example.nowhere."
    ),
    (
      ["list", "what?"], 2,
      "Unknown app 'what?'. See 'settee apps', or give a full domain such as org.example.app."
    ),
    (["completions", "tcsh"], 2, "Unknown shell 'tcsh'. Use bash, zsh, or fish."),
    (["help", "gett"], 2, "Unknown command or app 'gett'. Did you mean 'get'? See 'settee help'."),
    (
      ["show", Sandbox.mail, "--pane", "Rot"], 2,
      "Unknown pane 'Rot' in org.settee.mail; did you mean Root?"
    ),
    (["check"], 2, "Missing argument PATH. Usage: settee check PATH..."),
    (
      ["snapshot", Sandbox.mail, "--key", "mail.sotr"], 2,
      "No setting has the key 'mail.sotr'; did you mean mail.sort?"
    ),
    (
      ["set", Sandbox.mail, "app.version", "2"], 4,
      "app.version is read-only. To set it anyway, use --type."
    ),
    (["uninstall", "x.y"], 1, "No bundle is installed for x.y. See 'settee apps'."),
    (["check", "/no/such"], 2, "/no/such: No such file or directory."),
    (["lst"], 2, "Unknown command or app 'lst'. Did you mean 'list'? See 'settee help'."),
  ]

  @Test(arguments: table.indices)
  func `every error is one sentence with a suggestion`(row: Int) throws {
    let (words, code, sentence) = Self.table[row]
    let sandbox = try Sandbox()
    #expect(try sandbox.run(words) == .init(code: code, out: "", err: "settee: \(sentence)\n"))
  }

  @Test(arguments: [
    "notify.volume 7", "mail.previewLines two", "mail.sort by-mood", "notify.allowed 5",
  ])
  func `a rejected value names the allowed values`(line: String) throws {
    let sandbox = try Sandbox()
    let words = line.split(separator: " ").map(String.init)
    let outcome = try sandbox.run(["set", Sandbox.mail] + words)
    #expect(outcome.code == 3 && outcome.out.isEmpty)
    #expect(
      outcome.err.hasPrefix("settee: \(words[0]): ")
        && (outcome.err.contains("Choose one of") || outcome.err.contains(" Use ")
          || outcome.err.contains(" Enter ")),
      "\(outcome)")
    #expect(outcome.err.count { $0 == "\n" } == 1)
  }

  @Test(arguments: [
    (".env", "A=1\n", ["J K", "x"], 3, ": 'J K' isn't a valid name in the format 'env'."),
    (".env", "A=1\n", ["1A", "x"], 3, ": '1A' isn't a valid name in the format 'env'."),
    (
      "a.ini", "[s]\na = 1\n", ["s.a", " x"], 3,
      ": the format can't contain this value of 's.a'; use another value."
    ),
    (
      "a.ini", "[s]\na = 1\n", ["s.b", "x ; y"], 3,
      "the format can't contain this value of 's.b'; use another value."
    ),
    ("a.toml", "n = 7\n", ["n", "abc"], 3, "n: Invalid value 'abc'. Enter a number."),
    ("a.yml", "text\n", ["k", "v"], 4, ":1: the file is a value and can't contain keys."),
    ("a.json", "\"text\"", ["k", "v"], 4, ": the file is a value, so it can't contain settings."),
  ])
  func `a rejected edit of a file names the reason`(
    file: String, text: String, words: [String], code: Int32, reason: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run(["set", "./\(file)"] + words)
    #expect(outcome.code == code && outcome.err.hasSuffix(reason + "\n"), "\(outcome)")
  }

  @Test func `an import of a table in place of a text names both`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "a = \"x\"\n")
    let outcome = try sandbox.run("import", "./a.toml", "-", input: #"{"a": {"b": 1}}"#)
    #expect(outcome.code == 3)
    #expect(outcome.err.hasSuffix(" a: Invalid value (a table). Enter any text.\n"), "\(outcome)")
  }

  @Test func `version and help are printed on standard output`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("--version").out.hasPrefix("settee 0."))
    let help = try sandbox.run("help")
    #expect(help.code == 0 && help.err.isEmpty)
    #expect(try sandbox.run("--help").out == help.out && sandbox.run("-h").out == help.out)
    for verb in ["get", "set", "check", "show", "watch"] {
      #expect(help.out.contains("\n  \(verb) "), "\(verb)")
      let own = try sandbox.run("help", verb)
      #expect(own.out.hasPrefix("settee \(verb) ") && own.code == 0)
      #expect(try sandbox.run(verb, "--help").out == own.out)
    }
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the manual page has every command and no warning`() throws {
    let sandbox = try Sandbox()
    let page = try sandbox.run("man").out
    #expect(page.hasPrefix(".TH SETTEE 1") && page.contains(".SS settee set APP KEY [VALUE]\n"))
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
    let outcome = try sandbox.shell("settee man | groff -man -Tutf8 -ww 2>&1 >/dev/null")
    #expect(outcome.out.isEmpty, "\(outcome.out)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the completion script of each shell is well formed`(shell: String) throws {
    let sandbox = try Sandbox()
    let script = try sandbox.run("completions", shell)
    #expect(script.code == 0 && script.out.contains("__complete"))
    guard Self.has(shell) else { return }
    #expect(try sandbox.shell("settee completions \(shell) | \(shell) -n").err.isEmpty)
  }

  @Test(arguments: [
    (["ge"], "get\ngenerate\n"), (["set", "mail", "mail.so"], "mail.sort\n"),
    (["set", "mail", "mail.sort", "s"], "sender\nsubject\nsize\n"),
    (["get", "mail", "--ori"], "--origin\n"), (["set", "mail", "k", "--type", "r"], "real\n"),
    (["set", "--layer", "s"], "site\n"), (["completions", "z"], "zsh\n"),
    (["help", "wat"], "watch\n"),
    (["--dry-run", "uninst"], "uninstall\n"), (["set", "mail", "account.password", ""], ""),
  ])
  func `completion offers valid arguments`(words: [String], expected: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("install", Sandbox.mail)
    let offered = try sandbox.run(["__complete", "--"] + words).out
    #expect(offered.replacingOccurrences(of: ":files\n", with: "") == expected)
  }

  @Test func `bash completes with the script`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("install", Sandbox.mail)
    let outcome = try sandbox.shell(
      """
      source <(settee completions bash)
      COMP_WORDS=(settee set mail mail.so); COMP_CWORD=3; _settee; echo "${COMPREPLY[*]}"
      """)
    #expect(outcome.out == "mail.sort\n", "\(outcome)")
  }

  /// Returns whether a shell is installed.
  ///
  /// If it isn't, prints a note so that the skipped test is noticed.
  private static func has(_ shell: String) -> Bool {
    let paths = ["/bin/\(shell)", "/usr/bin/\(shell)"]
    if paths.contains(where: FileManager.default.isExecutableFile) { return true }
    print("NOTE: \(shell) is not installed, so its completions were not tried.")
    return false
  }

  @Test(arguments: [
    ("settee set mail mail.so", "mail.sort"), ("settee set mail mail.sort si", "size"),
    ("settee list mail --modi", "--modified"), ("settee ge", "get"),
  ])
  func `fish completes with the script`(line: String, expected: String) throws {
    guard Self.has("fish") else { return }
    let sandbox = try Sandbox()
    _ = try sandbox.run("install", Sandbox.mail)
    let outcome = try sandbox.shell(
      "fish --no-config -c 'settee completions fish | source; complete -C \"\(line)\"'")
    let offered = outcome.out.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(offered.contains(Substring(expected)), "\(outcome)")
  }

  @Test(arguments: [
    ("settee set mail mail.so", "mail.sort"), ("settee set mail mail.sort si", "size"),
    ("settee list mail --modi", "--modified"), ("settee uninst", "uninstall"),
  ])
  func `zsh completes with the script on a terminal`(line: String, expected: String) throws {
    guard Self.has("zsh") else { return }
    let sandbox = try Sandbox()
    _ = try sandbox.run("install", Sandbox.mail)
    // Run an interactive zsh in a pseudoterminal: type the line and Tab, then read the screen.
    let outcome = try sandbox.shell(
      """
      timeout 60 zsh -f <<'END'
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D"
      zpty -w z "source <(settee completions zsh); print rea''dy"
      zpty -r -m z seen '*ready*'
      zpty -w -n z $'\(line)\t'
      zpty -r -m z seen '*\(expected)*' && print found
      zpty -d z
      END
      """)
    #expect(outcome.out == "found\n", "\(outcome)")
  }
}

/// Runs the examples of the help pages unchanged with the sample panes.
@Suite struct `Examples in the help` {
  @Test func `every example in the help works`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("show", Sandbox.mail)
    let files = FileManager.default
    try files.createDirectory(atPath: sandbox.path("work/App"), withIntermediateDirectories: true)
    for copy in ["Mail.bundle", "Settings.bundle", "App/Settings.bundle", "MyApp/Settings.bundle"] {
      let parent = (sandbox.path("work/" + copy) as NSString).deletingLastPathComponent
      try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try files.copyItem(atPath: Sandbox.mail, toPath: sandbox.path("work/" + copy))
    }
    try sandbox.write("home/.gitconfig", "[user]\n\tname = Ann\n")
    try sandbox.write("home/.config/app/config.toml", "[font]\nsize = 11\n")
    try sandbox.write(
      "work/pyproject.toml",
      "[project]\nname = \"app\"\ndependencies = [\"httpx\", \"rich\"]\n")
    try sandbox.write(
      "work/alacritty.toml",
      (0..<3).map { "[[keyboard.bindings]]\nkey = \"\($0)\"\n" }.joined(separator: "\n"))
    try sandbox.write("work/password.txt", "hunter2\n")
    try sandbox.write("work/passphrase.txt", "seven tame otters\n")
    try sandbox.write(
      "work/bottom.schema.json",
      #"{"properties": {"flags": {"properties": {"rate": {"type": "integer"}}}}}"#)
    let examples = try sandbox.run("man").out.components(separatedBy: "\n")
      .filter { $0.hasPrefix("settee ") && !$0.hasPrefix("settee \\- ") }.map {
        $0.replacingOccurrences(of: "\\-", with: "-")
      }
    #expect(examples.count > 30)
    // Create the files that the examples use. Examples that run until interrupted or need a tool
    // are skipped.
    _ = try sandbox.shell("settee export mail > mail.plist; cp mail.plist backup.plist")
    _ = try sandbox.shell("settee export mail --format json > mail.json")
    for example in examples {
      if example.contains(" watch ") || example.contains("--follow") { continue }
      if example.contains("mytool") || example.contains("man -l") { continue }
      let outcome = try sandbox.shell(
        "EDITOR=true \(example.replacingOccurrences(of: "\\e", with: "\\"))")
      // Exit code 1 means a comparison with differences, an undo without changes, or an unknown
      // device.
      let saysNo = [" diff ", " undo ", " forget "].contains { example.contains($0) }
      let allowed: Set<Int32> = saysNo ? [0, 1] : [0]
      #expect(allowed.contains(outcome.code), "\(example): \(outcome)")
    }
  }
}
