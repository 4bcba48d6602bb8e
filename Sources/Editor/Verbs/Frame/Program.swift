import Settee

/// A program with verbs: takes the words, runs the verb, and turns what goes wrong into a sentence.
package struct Program {
  /// Every word that it understands.
  package let syntax: Syntax
  /// The variables of the process.
  package let environment: [String: String]
  /// Opens the app that a call is about.
  package let openApp: (Call) throws -> App
  /// Runs a call without a verb: the editor.
  package let runEditor: (Call) throws -> ExitCode
  /// Tells the keys of an app that are not in the mirror yet.
  package var unpushed: ((App, Call) throws -> [String])?
  /// Does `diff --cloud`.
  package var cloudDifference: ((Call) throws -> ExitCode)?

  /// Makes a program.
  package init(
    syntax: Syntax, environment: [String: String], openApp: @escaping (Call) throws -> App,
    runEditor: @escaping (Call) throws -> ExitCode
  ) {
    self.syntax = syntax
    self.environment = environment
    self.openApp = openApp
    self.runEditor = runEditor
  }

  /// Does what the words after the program's name ask for; the result is the exit code.
  package func run(_ words: [String]) -> Int32 {
    let name = syntax.program.prefix { $0 != " " }.description
    let console = Console(program: name)
    let issues = ToldIssues(program: name)
    defer { issues.release() }
    do {
      let invocation = try ArgumentParser.parse(words, syntax: syntax)
      var call = Call(
        invocation, syntax: syntax, console: console, environment: environment,
        openApp: { call in
          let app = try openApp(call)
          app.domains.forEach(issues.tell)
          return app
        })
      call.unpushed = unpushed
      call.cloudDifference = cloudDifference
      if invocation.verb == nil { issues.hold() }
      trace(call)
      let code = try run(call)
      try console.flush()
      Trace.note("exit \(code.rawValue)")
      return code.rawValue
    } catch {
      let failure = Failure(error)
      // Words that make no sense as a whole still say who reads the answer.
      console.tell(failure, asJSON: words.prefix { $0 != "--" }.contains("--json"))
      // NB: a sentence may quote what was given, and that may be a secret.
      Trace.note("exit \(failure.code.rawValue)")
      return failure.code.rawValue
    }
  }

  /// Notes what was asked; values and words to look for stay out of it: one may be a secret.
  private func trace(_ call: Call) {
    if let fault = Trace.fault { call.console.say(fault) }
    // The screen cannot be shared; line by line nobody could tell the notes from the answers.
    if call.invocation.verb == nil { Trace.leaveStandardError() }
    let verb = call.invocation.verb
    let known = zip(verb.map(syntax.operands) ?? [.app], call.invocation.operands)
    let words = known.prefix { $0.0.kind != .value && $0.0.kind != .text }.map(\.1)
    let options = call.invocation.options.keys.sorted().map { "--" + $0 }
    Trace.note(
      ([verb?.name ?? "editor"] + words + options).map(ShellWord.quoted).joined(separator: " "))
  }

  private func run(_ call: Call) throws -> ExitCode {
    if call.has("version") {
      try call.console.line("\(syntax.program) \(Version.version)")
      return .done
    }
    if call.has("help") {
      let help = HelpText(syntax)
      try call.console.write(call.invocation.verb.map { help.text(of: $0) } ?? help.overview)
      return .done
    }
    return try call.invocation.verb?.run(call) ?? runEditor(call)
  }
}
