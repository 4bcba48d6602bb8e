import Testing

@testable import SetteeEditor
@testable import SetteeVerbs

@Suite struct `The argument parser` {
  static let syntax = Syntax.settee(adding: [
    Verb(
      "check", "", operands: [Operand("PATH", .path, .some)], options: [VerbOption("strict", "")]
    ) { _ in .done }
  ])

  static func parse(_ words: [String], _ syntax: Syntax = syntax) -> String {
    do {
      let result = try ArgumentParser.parse(words, syntax: syntax)
      let options = result.options.sorted { $0.key < $1.key }
        .map { $0.value.isEmpty ? "--\($0.key)" : "--\($0.key)=\($0.value)" }
      return ([result.verb?.name ?? "(editor)"] + options + result.operands.map { "<\($0)>" })
        .joined(separator: " ")
    } catch {
      return "\(error.code.rawValue): \(error.sentence)"
    }
  }

  @Test(arguments: [
    ([], "(editor)"),
    (["mail"], "(editor) <mail>"),
    (["--plain", "mail"], "(editor) --plain <mail>"),
    (["get", "mail", "a"], "get <mail> <a>"),
    (["--domain", "org.x", "get", "mail", "a"], "get --domain=org.x <mail> <a>"),
    (["get", "mail", "a", "--json"], "get --json <mail> <a>"),
    (["get", "--default=x=y", "mail", "a"], "get --default=x=y <mail> <a>"),
    (["get", "--default", "-1", "mail", "a"], "get --default=-1 <mail> <a>"),
    (["get", "mail", "--", "--json"], "get <mail> <--json>"),
    (["set", "mail", "a", "-5"], "set <mail> <a> <-5>"),
    (["set", "mail", "a", "--nothing"], "set <mail> <a> <--nothing>"),
    (["set", "mail", "a", "--type", "int", "-5"], "set --type=int <mail> <a> <-5>"),
    (["set", "mail", "a", "--", "--json"], "set <mail> <a> <--json>"),
    (["set", "mail", "a", "--stdin"], "set --stdin <mail> <a>"),
    (["set", "mail", "a", "-"], "set <mail> <a> <->"),
    (["set", "--", "mail", "-k", "v"], "set <mail> <-k> <v>"),
    (["list", "-z", "mail"], "list --z <mail>"),
    (["reset", "mail", "a", "b", "c"], "reset <mail> <a> <b> <c>"),
    (["--", "get"], "(editor) <get>"),
    (["set", "--help"], "set --help"),
    (["-h"], "(editor) --help"),
    (["--version"], "(editor) --version"),
    (["set", "mail", "", ""], "set <mail> <> <>"),
  ])
  func `words become an invocation`(words: [String], expected: String) {
    #expect(Self.parse(words) == expected)
  }

  @Test(arguments: [
    (["get"], "2: settee get needs APP: settee get APP [KEY]."),
    (["set", "mail"], "2: settee set needs KEY: settee set APP KEY [VALUE]."),
    (["get", "mail", "--jsn"], "2: settee get has no option --jsn; did you mean --json?"),
    (["get", "mail", "--strict"], "2: settee get has no option --strict; it belongs to check."),
    (["get", "mail", "--quux"], "2: settee get has no option --quux; see settee help get."),
    (["get", "-x", "mail"], "2: settee get has no option -x; see settee help get."),
    (
      ["--json", "mail"],
      "2: settee has no option --json; it belongs to get, set, reset and others."
    ),
    (
      ["frob", "--json"],
      "2: “frob” is no verb, and only a verb takes --json; see settee help."
    ),
    (
      ["gte", "--json"],
      "2: “gte” is no verb, and only a verb takes --json; did you mean settee get?"
    ),
    (["get", "mail", "a", "--json=1"], "2: --json takes no value; leave the = out."),
    (["get", "mail", "a", "--default"], "2: --default needs a value: --default V."),
    (["set", "mail", "a", "1", "--layer"], "2: --layer needs one of: user, site, managed."),
    (
      ["set", "mail", "a", "1", "--layer", "usr"],
      "2: --layer takes one of user, site, managed, not “usr”. Did you mean user?"
    ),
    (["read", "mail", "a b"], "2: settee calls “read” get: settee get mail 'a b'"),
    (["unset", "mail", "a"], "2: settee calls “unset” reset: settee reset mail a"),
    (
      ["set", "mail", "a", "b", "c"],
      "2: settee set takes no further word “c”; quote a value that has spaces: settee set APP KEY [VALUE]."
    ),
    (
      ["set", "mail", "a", "--tpye", "int", "5"],
      "2: settee set has no option --tpye; did you mean --type?"
    ),
    (
      ["gte", "mail", "a"],
      "2: “gte” is no verb; did you mean settee get? To open the app “gte”, leave “mail” out."
    ),
    (
      ["xyzzy", "mail"],
      "2: “xyzzy” is no verb; see settee help. To open the app “xyzzy”, leave “mail” out."
    ),
  ])
  func `what is wrong is said in a sentence`(words: [String], sentence: String) {
    #expect(Self.parse(words) == sentence)
  }

  @Test(arguments: [
    (["get", "theme"], "get <theme>"), ([], "(editor)"),
    (["set", "theme", "-1"], "set <theme> <-1>"),
    (["theme"], "2: “theme” is no verb; see mytool config help."),
    (["gett"], "2: “gett” is no verb; did you mean mytool config get?"),
    (["set"], "2: mytool config set needs KEY: mytool config set KEY [VALUE]."),
  ])
  func `a tool of its own names no app`(words: [String], expected: String) {
    #expect(Self.parse(words, .tool(program: "mytool config")) == expected)
  }
}

extension Syntax {
  static func settee(adding verbs: [Verb]) -> Syntax {
    Syntax(
      program: "settee", verbs: toolVerbs + verbs,
      common: [VerbOption("domain", "", .text("D"))] + toolOptions, namesApp: true)
  }
}
