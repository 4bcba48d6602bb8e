import Testing

import Settee
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
      let error = SetteeError(error)
      return "\(error.exitCode): \(error.message)"
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
    (["set", "mail", "a", "-h"], "set <mail> <a> <-h>"),
    (["add", "mail", "a", "-h", "--at", "0"], "add --at=0 <mail> <a> <-h>"),
    (["set", "mail", "a", "--", "--help"], "set <mail> <a> <--help>"),
    (["set", "mail", "a", "b", "--help"], "set --help <mail> <a> <b>"),
    (["set", "mail", "-h"], "set --help <mail>"),
    (["get", "mail", "a", "-h"], "get --help <mail> <a>"),
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
  func `arguments are parsed into an invocation`(words: [String], expected: String) {
    #expect(Self.parse(words) == expected)
  }

  @Test(arguments: [
    (["get"], "2: Missing argument APP. Usage: settee get APP [KEY]"),
    (["set", "mail"], "2: Missing argument KEY. Usage: settee set APP KEY [VALUE]"),
    (["get", "mail", "--jsn"], "2: get: Unknown option --jsn. Did you mean --json?"),
    (
      ["get", "mail", "--strict"],
      "2: get: Unknown option --strict. It is an option of check."
    ),
    (["get", "mail", "--quux"], "2: get: Unknown option --quux. See 'settee help get'."),
    (["get", "-x", "mail"], "2: get: Unknown option -x. See 'settee help get'."),
    (
      ["--json", "mail"],
      "2: Unknown option --json. It is an option of get, set, add and others."
    ),
    (
      ["frob", "--json"],
      "2: Unknown command 'frob'. See 'settee help'."
    ),
    (
      ["gte", "--json"],
      "2: Unknown command 'gte'. Did you mean 'get'?"
    ),
    (
      ["set", "mail", "a", "--version", "--type", "string"],
      "2: set: '--version' is an option, not a value. Put -- before a value that looks like an option."
    ),
    (
      ["add", "mail", "a", "--help"],
      "2: add: '--help' is an option, not a value. Put -- before a value that looks like an option."
    ),
    (["get", "mail", "a", "--json=1"], "2: --json does not accept a value."),
    (["get", "mail", "a", "--default"], "2: Missing value for --default. Usage: --default V"),
    (
      ["set", "mail", "a", "1", "--layer"],
      "2: Missing value for --layer. Choose one of: user, site, managed."
    ),
    (
      ["set", "mail", "a", "1", "--layer", "usr"],
      "2: Invalid value 'usr' for --layer. Choose one of: user, site, managed. Did you mean 'user'?"
    ),
    (
      ["read", "mail", "a b"],
      "2: Unknown command 'read'. Did you mean 'get'? Run: settee get mail 'a b'"
    ),
    (
      ["unset", "mail", "a"],
      "2: Unknown command 'unset'. Did you mean 'reset'? Run: settee reset mail a"
    ),
    (
      ["set", "mail", "a", "b", "c"],
      "2: Unexpected argument 'c'. Quote values that contain spaces. Usage: settee set APP KEY [VALUE]"
    ),
    (
      ["set", "mail", "a", "--tpye", "int", "5"],
      "2: set: Unknown option --tpye. Did you mean --type?"
    ),
    (
      ["gte", "mail", "a"],
      "2: Unknown command 'gte'. Did you mean 'get'? See 'settee help'. To open the app 'gte', omit 'mail'."
    ),
    (
      ["xyzzy", "mail"],
      "2: Unknown command 'xyzzy'. See 'settee help'. To open the app 'xyzzy', omit 'mail'."
    ),
  ])
  func `a usage error is one sentence`(words: [String], sentence: String) {
    #expect(Self.parse(words) == sentence)
  }

  @Test(arguments: [
    (["get", "theme"], "get <theme>"), ([], "(editor)"),
    (["set", "theme", "-1"], "set <theme> <-1>"),
    (["theme"], "2: Unknown command 'theme'. See 'mytool config help'."),
    (["gett"], "2: Unknown command 'gett'. Did you mean 'get'? See 'mytool config help'."),
    (["set"], "2: Missing argument KEY. Usage: mytool config set KEY [VALUE]"),
  ])
  func `the parser of a tool expects no app`(words: [String], expected: String) {
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
