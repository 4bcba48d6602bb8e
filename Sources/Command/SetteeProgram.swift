import Settee
import SetteeAugeas
import SetteeEditor
import SetteeEtcd
import SetteeValues
import SetteeVerbs

extension Program {
  /// All commands of the program, in the order of the help page and the manual.
  ///
  /// The cloud commands come last. To add a command, add it to this list.
  private static let verbs: [Verb] =
    Syntax.toolVerbs.map { verb in
      var verb = verb
      // The command `diff --cloud` connects to a mirror, so it needs the connection options.
      if verb.name == "diff" { verb.options += CloudCall.connection }
      return verb
    } + [
      .check, .show, .snapshot, .find, .apps, .install, .uninstall, .adopt, .path, .generate,
      .completions, .man, .help,
      .push, .pull, .sync, .status, .devices, .seal, .join, .rekey, .unseal, .complete,
    ]

  private static let options: [VerbOption] =
    [
      VerbOption(
        "domain",
        "domain for the values of a bundle, from now on, instead of the one that the bundle names",
        .text("D")),
      VerbOption(
        "format",
        "file format, if it can't be detected: toml, json, jsonc, yaml, ini, ini:git, ini:systemd, ini:python, ini:desktop, flat, flat-blank, flat-colon, flat:postgres, flat:sshd, flat:ssh, flat:redis, env, augeas:LENS",
        .text("F")),
      VerbOption("pane", "the pane to open or show", .text("FILE"), hidden: true),
      VerbOption("key", "the key to select", .text("KEY"), hidden: true),
      VerbOption(
        "mirror", "cloud mirror: folder:PATH, etcd://..., or etcds://...", .text("URL")),
      VerbOption(
        "idiom", "show the settings for this device type (default: all)",
        .oneOf(Idiom.allCases.map(\.rawValue))),
      VerbOption(
        "force",
        "write an unknown key, a value that a YAML alias shares, or a file that a running program may overwrite"
      ),
      VerbOption(
        "in-app",
        "show the variant of a bundle's panes that is meant for use inside the app (.inApp files)"),
    ] + Syntax.toolOptions

  /// The `settee` program, which determines the app that the arguments refer to and runs a command.
  static func settee() -> Program {
    Format.lensEngine = AugeasEngine(environment: SettingsDirectories.processEnvironment)
    var program = Program(
      syntax: Syntax(program: "settee", verbs: verbs, common: options, namesApp: true),
      environment: SettingsDirectories.processEnvironment,
      openApp: { call in
        let verb = call.verb
        var finder = try call.finder(watches: verb?.watches ?? false || call.has("follow"))
        finder.remembers = true
        finder.needsDomain = verb?.needsDomain ?? true
        let app = try finder.open(call.operands.first ?? "")
        if let notice = app.notice { call.console.report(notice) }
        return app
      },
      runEditor: { call in
        var finder = try call.finder()
        finder.remembers = true
        finder.mayBeBroken = true
        finder.commands = call.syntax.shownVerbs.map(\.name)
        var launch = EditorLaunch(call, finder: finder)
        launch.syncs = { try CloudCall(call).syncs(of: $0) }
        launch.unpushedCount = { (try? CloudCall(call))?.unpushedCount }
        return try launch.run()
      })
    program.openServer = { url, files, credentials in
      let address = try EtcdAddress(url)
      return (.etcd(address, security: files, credentials: credentials), address.account)
    }
    program.fetch = { try download($0, limit: $1) }
    return program
  }
}
