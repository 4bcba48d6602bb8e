package import Settee

/// One call of a verb: what was asked, and all that the verb may touch.
package struct Call {
  /// What was asked.
  package let invocation: Invocation
  /// Every word that the program understands.
  package let syntax: Syntax
  /// Where output goes.
  package let console: Console
  /// The variables of the process.
  package let environment: [String: String]
  /// Opens the app that the call names, or the tool's own.
  package let openApp: (Call) throws -> App
  /// Tells the keys of an app that are not in the mirror yet; nil in a program without a mirror.
  package var unpushed: ((App, Call) throws -> [String])?
  /// Does `diff --cloud`; nil in a program without a mirror.
  package var cloudDifference: ((Call) throws -> ExitCode)?

  /// Makes a call.
  package init(
    _ invocation: Invocation, syntax: Syntax, console: Console, environment: [String: String],
    openApp: @escaping (Call) throws -> App
  ) {
    self.invocation = invocation
    self.syntax = syntax
    self.console = console
    self.environment = environment
    self.openApp = openApp
  }

  /// The app that the call is about.
  package func app() throws -> App { try openApp(self) }

  /// The words after the app.
  package var words: ArraySlice<String> {
    let appCount = syntax.namesApp && invocation.verb?.operands.first?.kind == .app ? 1 : 0
    return invocation.operands.dropFirst(appCount)
  }

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { invocation.has(option) }

  /// The value of an option.
  package func value(of option: String) -> String? { invocation.value(of: option) }

  /// The layer that is written.
  package var layer: WritableLayer { namedLayer ?? .user }

  /// The layer that is named; nil where none is, and reading means all of them.
  package var namedLayer: WritableLayer? {
    value(of: "layer").flatMap(WritableLayer.init)
  }

  /// Writes a JSON value on lines of its own.
  package func write(_ json: JSON) throws(Failure) {
    try console.line(json.text(.pretty))
  }
}

extension Call {
  /// The keys whose change is not in the mirror yet.
  func unpushedKeys(_ app: App) throws(Failure) -> [String] {
    guard let unpushed else {
      throw Failure(.usage, "\(syntax.program) knows no mirror, so --unpushed has no meaning here.")
    }
    do { return try unpushed(app, self) } catch { throw Failure(error) }
  }
}
