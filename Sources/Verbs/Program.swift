package import Settee
import Synchronization
import SetteeFiles

// The verbs, and all that they stand on: `Parsing` makes a call of the words of a command line, `Apps`
// finds what the call is about, `Values`, `Bundles` and `Cloud` hold the verbs, `Process` the standard
// streams and other programs. What goes wrong becomes one sentence and an exit code (`ExitCode.swift`).

/// A program with verbs: takes the words, runs the verb, and turns what goes wrong into a sentence.
package struct Program {
  let syntax: Syntax
  let environment: [String: String]
  let openApp: (Call) throws -> App
  /// Runs a call without a verb.
  let runEditor: (Call) throws -> ExitCode
  /// What `--version` prints after the program's name.
  package var version = Version.version
  /// Opens a mirror that is a server; nil in a program that knows no mirror at all.
  package var openServer: MirrorServer.Opener?
  /// Gets a file of the web of so many bytes at most; nil in a program that gets none.
  package var fetch: Fetch?

  package typealias Fetch = (_ url: String, _ limit: Int) throws -> [UInt8]

  package init(
    syntax: Syntax, environment: [String: String], openApp: @escaping (Call) throws -> App,
    runEditor: @escaping (Call) throws -> ExitCode
  ) {
    self.syntax = syntax
    self.environment = environment
    self.openApp = openApp
    self.runEditor = runEditor
  }

  /// The program without its subcommand: `mytool` of `mytool config`.
  private var name: String { String(syntax.program.prefix { $0 != " " }) }

  package var versionLine: String { "\(name) \(version)" }

  /// Does what the words ask for; the result is the exit code.
  package func run(_ words: [String]) -> Int32 {
    SignalCleanup.handleSignals()
    let console = Console(program: name)
    let issues = ToldIssues(program: name)
    defer { issues.release() }
    var code: ExitCode
    do {
      let invocation = try ArgumentParser.parse(words, syntax: syntax)
      let call = Call(invocation: invocation, console: console, program: self, issues: issues)
      if invocation.verb == nil { issues.hold() }
      trace(call)
      code = try run(call)
      try console.flush()
    } catch {
      let failure = Failure(error)
      // Words that make no sense as a whole still say who reads the answer.
      console.tell(failure, asJSON: words.prefix { $0 != "--" }.contains("--json"))
      code = failure.code
    }
    // NB: a sentence may quote what was given, and that may be a secret.
    Trace.note("exit \(code.rawValue)")
    return code.rawValue
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
    Trace.note(ShellWord.line([verb?.name ?? "editor"] + words + options))
  }

  private func run(_ call: Call) throws -> ExitCode {
    if call.has("version") {
      try call.console.line(versionLine)
    } else if call.has("help") {
      try call.console.write(syntax.help(of: call.invocation.verb))
    } else {
      return try call.invocation.verb?.run(call) ?? runEditor(call)
    }
    return .done
  }
}

/// One call of a verb: what was asked, and all that the verb may touch.
package struct Call {
  package let invocation: Invocation
  package let console: Console
  fileprivate let program: Program
  fileprivate let issues: ToldIssues

  package var syntax: Syntax { program.syntax }
  package var environment: [String: String] { program.environment }
  var openServer: MirrorServer.Opener? { program.openServer }
  var fetch: Program.Fetch? { program.fetch }

  /// Opens the app that the call names, or the tool's own.
  package func app() throws -> App {
    let app = try program.openApp(self)
    app.domains.flatMap(\.issues).forEach(issues.tell)
    return app
  }

  /// The words behind the app.
  var words: ArraySlice<String> {
    let appCount = syntax.namesApp && invocation.verb?.operands.first?.kind == .app ? 1 : 0
    return invocation.operands.dropFirst(appCount)
  }

  package func has(_ option: String) -> Bool { invocation.options[option] != nil }

  package func value(of option: String) -> String? { invocation.options[option] }

  package var layer: WritableLayer { namedLayer ?? .user }

  /// The layer that is named; nil where none is, and reading means all of them.
  package var namedLayer: WritableLayer? { value(of: "layer").flatMap(WritableLayer.init) }

  /// Writes a JSON value on lines of its own.
  package func write(_ json: JSON) throws(Failure) { try console.line(json.text(.pretty)) }

  /// Prints what was asked for: with `--json` for a program, else as lines for a person.
  func answer(
    _ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [String]
  ) throws(Failure) {
    if has("json") { return try write(json()) }
    for line in lines() { try console.line(line) }
  }
}

/// What a run says of damaged files and the like on standard error: each sentence once, at once, or
/// when the screen is free again.
final class ToldIssues: Sendable {
  private let program: String
  /// What was told, and what waits; nil while the screen is free.
  private let state = Mutex((told: Set<String>(), waiting: [String]?.none))

  init(program: String) {
    self.program = program
    IssueTeller.tell { self.tell($0) }
  }

  /// Keeps what is to be said: the screen is in use.
  func hold() { state.withLock { $0.waiting = [] } }

  func release() {
    let waiting = state.withLock { $0.waiting.take() }
    for sentence in waiting ?? [] { Console.say(sentence, of: program) }
  }

  func tell(_ issue: DomainIssue) {
    let isNow = state.withLock { state in
      // What is damaged after this is damaged anew.
      if issue.kind == .restored || issue.kind == .setAside { state.told = [] }
      guard state.told.insert(issue.message).inserted else { return false }
      state.waiting?.append(issue.message)
      return state.waiting == nil
    }
    if isNow { Console.say(issue.message, of: program) }
  }
}
