package import Settee
import Synchronization
import SetteeFiles

// The commands and their infrastructure. `Parsing` contains the parser for command lines, and
// `Apps` finds the app of a call. `Values`, `Bundles`, `Schemas`, and `Cloud` contain the commands,
// and `Process` contains the standard streams and subprocesses. Errors are converted to a sentence
// and an exit code (`ExitCode.swift`).

/// A program that consists of commands.
///
/// The program parses the arguments, runs a command, and reports errors.
package struct Program {
  let syntax: Syntax
  let environment: [String: String]
  let openApp: (Call) throws -> App
  /// A closure that runs a call without a command.
  let runEditor: (Call) throws -> ExitCode
  /// The version that `--version` prints after the name of the program.
  package var version = Version.version
  /// A closure that opens a server mirror, or `nil` if the program doesn't support mirrors.
  package var openServer: MirrorServer.Opener?
  /// A closure that downloads a file, or `nil` if the program doesn't support downloads.
  ///
  /// The size of the file is limited to a maximum number of bytes.
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

  /// The name of the program without its subcommand, such as `mytool` for `mytool config`.
  private var name: String { String(syntax.program.prefix { $0 != " " }) }

  package var versionLine: String { "\(name) \(version)" }

  /// Runs the command specified by the arguments and returns the exit code.
  package func run(_ words: [String]) -> Int32 {
    SignalCleanup.handleSignals()
    let console = Console(program: name)
    let issues = IssueReporter(program: name)
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
      let failure = CommandError(error)
      // Parsing might have failed, so search the arguments for `--json` directly.
      console.tell(failure, asJSON: words.prefix { $0 != "--" }.contains("--json"))
      code = failure.code
    }
    // The log doesn't contain messages, because they might quote a secret argument.
    Trace.note("exit \(code.rawValue)")
    return code.rawValue
  }

  /// Logs the command without values and search terms, which might be secrets.
  private func trace(_ call: Call) {
    if let fault = Trace.fault { call.console.say(fault) }
    // Log output would corrupt the screen or mix with the output of plain mode.
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

/// An invocation of a command, with its environment.
package struct Call {
  package let invocation: Invocation
  package let console: Console
  fileprivate let program: Program
  fileprivate let issues: IssueReporter

  package var syntax: Syntax { program.syntax }
  package var environment: [String: String] { program.environment }
  var openServer: MirrorServer.Opener? { program.openServer }
  var fetch: Program.Fetch? { program.fetch }

  /// Opens the app specified by the call, or the tool's own app.
  package func app() throws -> App {
    let app = try program.openApp(self)
    app.domains.flatMap(\.issues).forEach(issues.tell)
    if has("force") { for domain in app.domains { domain.text?.allowSharedChanges() } }
    return app
  }

  /// The operands after the APP operand.
  var words: ArraySlice<String> {
    let appCount = syntax.namesApp && invocation.verb?.operands.first?.kind == .app ? 1 : 0
    return invocation.operands.dropFirst(appCount)
  }

  package func has(_ option: String) -> Bool { invocation.options[option] != nil }

  package func value(of option: String) -> String? { invocation.options[option] }

  package var layer: WritableLayer { namedLayer ?? .user }

  /// The layer specified by `--layer`, or `nil` to read all layers.
  package var namedLayer: WritableLayer? { value(of: "layer").flatMap(WritableLayer.init) }

  /// Prints a JSON value in a readable layout.
  package func write(_ json: JSON) throws(CommandError) { try console.line(json.text(.pretty)) }

  /// Prints a result as lines, or as JSON if `--json` is specified.
  func answer(
    _ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [String]
  ) throws(CommandError) {
    if has("json") { return try write(json()) }
    for line in lines() { try console.line(line) }
  }
}

/// Reports issues such as corrupt files to standard error.
///
/// Each message is printed only once. Messages are delayed while the screen is in use.
final class IssueReporter: Sendable {
  private let program: String
  /// The reported messages and the delayed messages.
  ///
  /// If messages are printed immediately, the list of delayed messages is `nil`.
  private let state = Mutex((told: Set<String>(), waiting: [String]?.none))

  init(program: String) {
    self.program = program
    IssueCenter.tell { self.tell($0) }
  }

  /// Delays messages while the screen is in use.
  func hold() { state.withLock { $0.waiting = [] } }

  func release() {
    let waiting = state.withLock { $0.waiting.take() }
    for sentence in waiting ?? [] { Console.say(sentence, of: program) }
  }

  func tell(_ issue: DomainIssue) {
    let isNow = state.withLock { state in
      // If the same file becomes corrupt again later, report it as a new issue.
      if issue.kind == .restored || issue.kind == .setAside { state.told = [] }
      guard state.told.insert(issue.message).inserted else { return false }
      state.waiting?.append(issue.message)
      return state.waiting == nil
    }
    if isNow { Console.say(issue.message, of: program) }
  }
}
