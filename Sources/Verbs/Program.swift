package import Settee
import Synchronization
import SetteeFiles

// The commands of the program, and the code that parses and runs them. Errors are converted to a
// sentence and an exit code (`ExitCode.swift`).

/// A command-line program that consists of several commands, such as `settee`.
///
/// The program parses its arguments, runs the specified command, and reports errors.
package struct Program {
  let syntax: Syntax
  let environment: [String: String]
  let openApp: (Call) throws -> App
  /// A closure that opens the editor if the command line doesn't specify a command.
  let runEditor: (Call) throws -> ExitCode
  /// The version number that the option `--version` prints.
  package var version = setteeVersion
  /// A closure that connects to a cloud mirror on a server, or `nil` if the program doesn't sync
  /// settings.
  package var openServer: ServerOpener?
  /// A closure that downloads a file, or `nil` if the program can't access the network.
  ///
  /// The closure stops if the file is larger than the specified number of bytes.
  package var fetch: Fetch?

  /// A closure that connects to a server and returns the cloud mirror and the name of the account.
  package typealias ServerOpener = (_ url: String, TLSFiles, CloudCredentials?) throws -> (
    CloudMirror, String
  )

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

  /// Runs the command that the arguments specify and returns the exit code.
  package func run(_ words: [String]) -> Int32 {
    SignalCleanup.handleSignals()
    let console = Console(program: name)
    let issues = IssueReporter(program: name)
    defer { issues.release() }
    var code: ExitCode
    do {
      let (verb, operands, options) = try ArgumentParser.parse(words, syntax: syntax)
      let call = Call(
        verb: verb, operands: operands, options: options, console: console, program: self,
        issues: issues)
      if verb == nil { issues.hold() }
      trace(call)
      code = try run(call)
      try console.flush()
    } catch {
      let failure = SetteeError(error)
      // Search the arguments for `--json` directly, because the error might have occurred while
      // parsing them.
      console.report(failure, asJSON: words.prefix { $0 != "--" }.contains("--json"))
      code = ExitCode(failure)
    }
    // Don't log the error message, because it might contain a secret argument.
    Trace.note("exit \(code.rawValue)")
    return code.rawValue
  }

  /// Logs the command without values and search terms, because they might be secrets.
  private func trace(_ call: Call) {
    if let fault = Trace.fault { call.console.report(fault) }
    // Stop logging to standard error in the editor, because log messages would corrupt the screen.
    if call.verb == nil { Trace.leaveStandardError() }
    let verb = call.verb
    let known = zip(verb.map(syntax.operands) ?? [.app], call.operands)
    let words = known.prefix { $0.0.kind != .value && $0.0.kind != .text }.map(\.1)
    let options = call.options.keys.sorted().map { "--" + $0 }
    Trace.note(ShellCommand.line([verb?.name ?? "editor"] + words + options))
  }

  private func run(_ call: Call) throws -> ExitCode {
    if call.has("version") {
      try call.console.line(versionLine)
    } else if call.has("help") {
      try call.console.write(syntax.help(of: call.verb))
    } else {
      return try call.verb?.run(call) ?? runEditor(call)
    }
    return .done
  }
}

/// A command with its arguments and the environment in which it runs.
package struct Call {
  /// The command that the user specified, or `nil` to open the editor.
  package let verb: Verb?
  /// The operands of the command, in the order in which the user specified them.
  package let operands: [String]
  /// The options that the user specified, with their values.
  ///
  /// A flag, which doesn't have a value, is stored with an empty string.
  let options: [String: String]
  package let console: Console
  fileprivate let program: Program
  fileprivate let issues: IssueReporter

  package var syntax: Syntax { program.syntax }
  package var environment: [String: String] { program.environment }
  var openServer: Program.ServerOpener? { program.openServer }
  var fetch: Program.Fetch? { program.fetch }

  /// Opens the app that the user specified, or the app of the tool if the command doesn't specify
  /// one.
  package func app() throws -> App {
    let app = try program.openApp(self)
    app.domains.flatMap(\.issues).forEach(issues.report)
    if has("force") { for domain in app.domains { domain.text?.allowSharedChanges() } }
    return app
  }

  /// The operands of the command that follow the name of the app.
  var words: ArraySlice<String> {
    let appCount = syntax.namesApp && verb?.operands.first?.kind == .app ? 1 : 0
    return operands.dropFirst(appCount)
  }

  package func has(_ option: String) -> Bool { options[option] != nil }

  package func value(of option: String) -> String? { options[option] }

  package var layer: WritableLayer { namedLayer ?? .user }

  /// The layer that the option `--layer` specifies, or `nil` to read the values of all layers.
  package var namedLayer: WritableLayer? { value(of: "layer").flatMap(WritableLayer.init) }

  /// Prints JSON with line breaks and indentation, so that people can read it.
  package func write(_ json: JSON) throws { try console.line(json.text(isPretty: true)) }

  /// Prints a result as lines of text, or as JSON if the user specified `--json`.
  func answer(
    _ json: @autoclosure () -> JSON, _ lines: @autoclosure () -> [String]
  ) throws {
    if has("json") { return try write(json()) }
    for line in lines() { try console.line(line) }
  }
}

/// Prints problems such as corrupt settings files to standard error.
///
/// Each message is printed only once, and never while the editor uses the screen.
final class IssueReporter: Sendable {
  private let program: String
  /// The messages that have been printed, and the messages to print later.
  ///
  /// The list of messages to print later is `nil` unless the editor is using the screen.
  private let state = Mutex((told: Set<String>(), waiting: [String]?.none))

  init(program: String) {
    self.program = program
    Domain.setIssueHandler { self.report($0) }
  }

  /// Delays all messages while the editor is using the screen.
  func hold() { state.withLock { $0.waiting = [] } }

  func release() {
    let waiting = state.withLock { $0.waiting.take() }
    for sentence in waiting ?? [] { Console.report(sentence, of: program) }
  }

  func report(_ issue: DomainIssue) {
    let isNow = state.withLock { state in
      // A file was repaired, so if it becomes corrupt again, report this as a new problem.
      if issue.kind == .restored || issue.kind == .setAside { state.told = [] }
      guard state.told.insert(issue.message).inserted else { return false }
      state.waiting?.append(issue.message)
      return state.waiting == nil
    }
    if isNow { Console.report(issue.message, of: program) }
  }
}
