public import Settee
import SetteeVerbs

/// `mytool config …` in one line of the tool's own code: the verbs, and the screen.
///
/// ```swift
/// let words = CommandLine.arguments.dropFirst()
/// if words.first == "config" { exit(SettingsCommand(store).run(words.dropFirst())) }
/// ```
///
/// `mytool config list`, `get`, `set`, `reset` and the other verbs of one app do what `settee` does
/// with the tool's settings; `mytool config` alone opens the screen; `mytool config help` tells all.
public struct SettingsCommand: Sendable {
  private let syntax: Syntax
  private let open: @Sendable (Call) -> App

  /// Makes the command of a tool's settings.
  ///
  /// - Parameters:
  ///   - store: The settings.
  ///   - program: What users type before a verb; the tool's name and `config` by default.
  public init<Settings>(_ store: Store<Settings>, program: String? = nil) {
    let tool = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "tool"
    let common = Syntax.tool(program: program ?? "\(tool) config")
    syntax = Syntax(
      program: common.program, verbs: common.verbs + [.bundle(of: store)], common: common.common,
      namesApp: common.namesApp)
    open = { call in
      App(
        title: store.panes.title, panes: store.panes.panes, bundle: nil, domains: [store.domain]
      ) { control, _ in store.bound(control, layer: call.layer) }
    }
  }

  /// Does what the words after `config` ask for.
  ///
  /// - Parameter words: The words, without the tool's name and `config`.
  /// - Returns: The exit code.
  public func run(_ words: some Sequence<String>) -> Int32 {
    let open = open
    let program = Program(
      syntax: syntax, environment: Locations.processEnvironment, openApp: { open($0) },
      runEditor: { call in
        if let word = call.invocation.operands.first { throw call.syntax.unknownWord(word) }
        let locations = try Locations(environment: call.environment)
        return try EditorLaunch(call, locations: locations) { _ in open(call) }.run()
      })
    return program.run(Array(words))
  }
}

extension Verb {
  /// `bundle`: the Root.plist of the tool's settings, for `settee generate bundle`.
  fileprivate static func bundle<Settings>(of store: Store<Settings>) -> Verb {
    Verb(
      "bundle", "prints the settings as the Root.plist of a settings bundle",
      notes: ["What a bundle cannot say is named on standard error."],
      examples: ["bundle > Settings.bundle/Root.plist"]
    ) { call in
      let source = try BundleSource(of: store)
      try call.console.write(source.xml)
      for note in source.notes { call.console.say(note) }
      return .done
    }
  }
}
