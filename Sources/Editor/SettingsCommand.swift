public import Settee
import SetteeVerbs

/// A `config` subcommand that adds a settings screen and commands such as `get` and `set` to a
/// command-line tool.
///
/// ```swift
/// let words = CommandLine.arguments.dropFirst()
/// if words.first == "config" { exit(SettingsCommand(store).run(arguments: words.dropFirst())) }
/// ```
///
/// For example, `mytool config` opens the settings screen. The commands `mytool config list`,
/// `get`, `set`, `reset`, and so on behave like the commands of `settee`. The command
/// `mytool config help` lists all commands, and `mytool config --version` prints the version in the
/// ``StoreConfiguration`` if there is one.
public struct SettingsCommand: Sendable {
  private let syntax: Syntax
  private let version: String?
  private let open: @Sendable (Call) -> App

  /// Creates a `config` subcommand for the settings of a command-line tool.
  ///
  /// - Parameters:
  ///   - store: The settings.
  ///   - program: The command line before the subcommand, for help and messages. The default is the
  ///     tool's name followed by `config`.
  public init<Settings>(_ store: Store<Settings>, program: String? = nil) {
    let tool = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "tool"
    version = store.installedVersions?.current
    let common = Syntax.tool(program: program ?? "\(tool) config", hasVersion: version != nil)
    syntax = Syntax(
      program: common.program, verbs: common.verbs + [.bundle(of: store)], common: common.common,
      namesApp: common.namesApp)
    open = { call in
      App(
        title: store.panes.title, panes: store.panes.panes, bundle: nil, domains: [store.domain]
      ) { control, _ in store.bound(control, layer: call.layer) }
    }
  }

  /// Runs the `config` subcommand with the user's arguments and returns its exit code.
  ///
  /// - Parameter words: The arguments after `config`.
  /// - Returns: The exit code.
  public func run(arguments words: some Sequence<String>) -> Int32 {
    program.run(Array(words))
  }

  /// The version that `--version` prints.
  var versionLine: String { program.versionLine }

  private var program: Program {
    let open = open
    var program = Program(
      syntax: syntax, environment: SettingsDirectories.processEnvironment, openApp: { open($0) },
      runEditor: { call in
        if let word = call.operands.first { throw call.syntax.unknownWord(word) }
        let locations = try SettingsDirectories(environment: call.environment)
        return try EditorLaunch(call, locations: locations) { _ in open(call) }.run()
      })
    if let version { program.version = version }
    return program
  }
}

extension Verb {
  /// Returns the `bundle` command, which prints the tool's `Root.plist` file for
  /// `settee generate bundle`.
  fileprivate static func bundle<Settings>(of store: Store<Settings>) -> Verb {
    Verb(
      "bundle", "prints the settings as the Root.plist of a settings bundle",
      notes: ["Settings that a bundle can't express are reported on standard error."],
      examples: ["bundle > Settings.bundle/Root.plist"]
    ) { call in
      let (xml, notes) = try store.rootPlist()
      try call.console.write(xml)
      for note in notes { call.console.report(note) }
      return .done
    }
  }
}
