package import Settee
import SetteeFiles
import SetteeTerminal
package import SetteeVerbs

/// Starts the settings editor, either in full-screen mode or in plain mode.
///
/// The editor starts if the command line doesn't contain a command such as `get`.
package struct EditorLaunch {
  let call: Call
  let locations: SettingsDirectories
  /// Settee's own settings as they were when they were last read.
  var own: OwnSettings
  let open: (_ word: String, _ domain: String?, _ languages: [String]) throws -> App
  let finder: AppFinder?
  /// Connects the domains of an app to the mirror, or is `nil` if sync isn't available.
  package var syncs: ((App) throws -> [CloudSync])?
  /// Returns a function that counts the settings of an app that haven't been pushed, or `nil` if the
  /// mirror can't be opened.
  package var unpushedCount: () -> (@Sendable (App) -> Int)? = { nil }

  package init(_ call: Call, finder: AppFinder) {
    self.call = call
    self.finder = finder
    locations = finder.locations
    own = OwnSettings.load(from: locations)
    open = { word, domain, languages in
      var finder = finder
      finder.options.domain = domain ?? finder.options.domain
      (finder.domainOptions.watches, finder.domainOptions.watchesLater) = (true, true)
      finder.options.languages = languages
      return try finder.open(word)
    }
  }

  package init(
    _ call: Call, locations: SettingsDirectories,
    open: @escaping (_ languages: [String]) throws -> App
  ) {
    self.call = call
    finder = nil
    self.locations = locations
    own = OwnSettings.load(from: locations)
    self.open = { _, _, languages in try open(languages) }
  }

  package func run() throws -> ExitCode {
    // Report a closed standard input as an error, because neither the user nor a script could enter
    // anything.
    guard StandardStreams.isOpen(0) else {
      throw SetteeError(
        .terminal,
        "Standard input is closed. Run \(call.syntax.program) in a terminal, or use a command.")
    }
    var opening = Opening(word: finder == nil ? "" : call.operands.first)
    if let word = opening.word {
      do { opening.session = try session(word, language: nil) } catch let error as SetteeError
        where error.code == .missingDomain
      {
        opening.proposal = error.suggestion
      }
    } else {
      if let format = call.value(of: "format") {
        throw SetteeError(
          .usage,
          "--format needs a settings file. Name one, as in '\(call.syntax.program) FILE --format \(format)'."
        )
      }
      // Most users have a domain, so the entries are loaded only after the first frame.
      let names = homeLoader?.finder.homeNames()
      if names?.apps.isEmpty != false, names?.programs.isEmpty != false,
        homeLoader?.all().entries.isEmpty != false
      {
        try call.console.line(words(.noApps))
        return .no
      }
    }
    if asksForLines || !StandardStreams.isTerminal(0) { return try runLines(opening) }
    return try openScreen(opening)
  }

  /// The app, app list, or prompt that the editor shows when it starts.
  struct Opening {
    var session: Session?
    var word: String?
    /// The domain that the editor suggests for an app that doesn't declare one.
    var proposal: String?
    /// The state of the previous mode if the user has switched between full-screen and plain mode,
    /// or `nil`.
    var state: EditorState?
  }

  var asksForLines: Bool {
    let accessible = call.environment["ACCESSIBLE"] ?? ""
    return call.has("plain") || own.look.lineMode || !(accessible.isEmpty || accessible == "0")
  }

  // MARK: Opening apps

  /// The languages for the editor's strings and for panes, in the user's order of preference.
  var languages: [String] {
    let option = call.value(of: "language")
    let preferred = LanguageTag.preferred(environment: call.environment, option: option)
    guard option == nil, case let language = own.look.language, !language.isEmpty else {
      return preferred
    }
    return [language] + preferred
  }

  var words: Strings { Strings(preferred: languages) }

  func session(_ word: String, language: String?, domain: String? = nil) throws -> Session {
    let wanted = language.map { [$0] + languages } ?? languages
    let app = try open(word, domain, wanted)
    let (isFile, bundle) = (app.domains.first?.text != nil, app.shownBundle)
    let session = Session(
      isFile ? bundle.translated(Strings(preferred: wanted)) : bundle.offering(ownThemes),
      word: app.name, domains: app.domains,
      // If the app has a bundle, its controls are bound to settings only when they are needed.
      controls: { app.bundle == nil ? app.settings : [] },
      shell: ShellCommand(call), layer: call.layer,
      isOpenedByPath: app.bundle != nil && !isFile && Self.isPath(word),
      home: call.environment["HOME"], cloud: cloud(of: app))
    (session.app, session.notice, session.faults) = (app, app.notice, app.faults)
    session.namedLayer = call.namedLayer
    return session
  }

  /// Returns whether an argument is the path of an app's bundle rather than the name of a domain.
  private static func isPath(_ word: String) -> Bool {
    word.contains("/") || word == "." || word.hasSuffix(".bundle") || word.hasSuffix(".plist")
  }

  /// Returns the connection to the cloud mirror of an app.
  ///
  /// If the cloud mirror can't be opened, the returned client contains the error.
  private func cloud(of app: App) -> CloudClient {
    guard let syncs, call.layer == .user, app.domains.first?.text == nil else { return .none }
    do {
      return CloudClient(
        try syncs(app), isAutomatic: own.cloud.automatic, home: call.environment["HOME"])
    } catch { return CloudClient(trouble: SetteeError(error).message) }
  }

  /// A Boolean value that indicates whether a cloud mirror is set up.
  ///
  /// The user can either configure a cloud mirror or create the default mirror directory.
  var hasMirror: Bool {
    guard syncs != nil, call.layer == .user else { return false }
    let names = [
      call.value(of: "mirror"), call.environment["SETTEE_MIRROR"], own.cloud.mirror,
    ]
    if names.contains(where: { $0?.isEmpty == false }) { return true }
    return ((try? FileSystem.live.existing(locations.data + "/mirror")) ?? nil) != nil
  }

  var homeLoader: HomeLoader? {
    guard var finder else { return nil }
    finder.options.languages = languages
    var loader = HomeLoader(finder: finder, words: words, home: call.environment["HOME"])
    if hasMirror, let count = unpushedCount() { loader.unpushed = count }
    return loader
  }

  var host: EditorEnvironment {
    EditorEnvironment(
      environment: call.environment, open: { try session($0, language: $1, domain: $2) },
      home: { homeLoader })
  }

  // MARK: Full-screen mode

  var terminalOptions: TerminalOptions {
    var options = TerminalOptions(environment: call.environment)
    if call.environment["ESCDELAY"] == nil { options.escapeDelay = own.keys.escapeDelay }
    options.usesMouse = own.keys.mouse && !call.has("no-mouse")
    rememberColors(in: &options)
    return options
  }

  /// Loads the terminal colors that were detected in an earlier session, and saves newly detected
  /// colors.
  private func rememberColors(in options: inout TerminalOptions) {
    let memory = PlistFile(state: "terminals", locations)
    func variable(_ name: String) -> String { call.environment[name] ?? "" }
    let name = "\(variable("TERM")) \(variable("TERM_PROGRAM")) \(variable("COLORFGBG"))"
    let told = memory.text(for: name)?.split(separator: " ").map { RGB(hex: String($0)) } ?? []
    if let page = told.first ?? nil {
      options.colors = TerminalColors(page: page, ink: told.dropFirst().first ?? nil)
    }
    options.remember = { colors in
      memory.remember(
        [colors.page, colors.ink].compactMap { $0?.hex }.joined(separator: " "), for: name)
    }
  }

  func look(_ abilities: TerminalAbilities, language: String?) -> Appearance {
    var look = Appearance()
    let own = own.look
    look.lettering = own.glyphs ?? abilities.lettering
    look.ownThemes = ownThemes
    look.theme = Theme(named: own.themeName, accent: own.accentColor ?? .blue, own: look.ownThemes)
    look.hasOneAccent = own.accentColor != nil
    look.apply(style: call.environment["SETTEE_STYLE"] ?? "")
    (look.depth, look.isConsole) = (abilities.depth, abilities.isConsole)
    // Use the compact layout over a slow connection, because it sends fewer bytes.
    look.isNear = own.isNear ?? abilities.isSlow
    look.showsKeys = own.showKeys
    look.words = words
    look.language = language
    return look
  }

  /// Returns the first state of the editor, which shows an app, the app list, or a prompt for a
  /// domain.
  func firstState(_ opening: Opening, look: Appearance, size: Size) throws -> EditorState {
    if var state = opening.state {
      (state.look, state.size, state.dialogs) = (look, size, [])
      return state
    }
    let session = opening.session
    let empty = PaneTree(SettingsBundle(title: words(.homeTitle), domain: nil, panes: []), word: "")
    var state = EditorState(
      session?.document ?? empty, readings: session?.readings(asksCloud: false) ?? [:], look: look,
      size: size, hasMirror: hasMirror)
    if let proposal = opening.proposal {
      state.askDomain(proposal)
    } else if session == nil {
      state.home = HomeDialog()
    }
    if call.has("staged") || own.write == .staged { state.staged = [] }
    let bindings = own.keys.bindings
    if !bindings.isEmpty { state.rebind(bindings) }
    if let idiom = call.value(of: "idiom"), idiom != Idiom.all.rawValue {
      state.narrowing = "--idiom \(idiom)"
    }
    if let notice = session?.notice { state.message = Message(text: notice) }
    if session != nil {
      try state.go(toPane: call.value(of: "pane"), key: call.value(of: "key"))
    }
    return state
  }

  private func script() throws -> [KeyPress] {
    guard let path = call.value(of: "keys") else { return [] }
    let bytes = try BundleFiles.live.read(path, 1 << 20)
    return try KeyPress.script(String(decoding: bytes, as: UTF8.self), from: path)
  }

  /// Runs the full-screen editor until the user quits.
  ///
  /// If a signal arrives, the editor restores the terminal, and then the signal terminates the
  /// process as usual.
  func openScreen(_ opening: Opening) throws -> ExitCode {
    let device: CursesDevice
    do {
      device = try CursesDevice(options: terminalOptions)
    } catch let error as SetteeError where error.code == .unsupportedTerminal {
      // Fall back to plain mode, which also works on terminals that can't position the cursor.
      call.console.report(error.message)
      return try runLines(opening)
    }
    defer { device.close() }
    let look = look(device.abilities, language: opening.session?.document.bundle.language)
    let state = try firstState(opening, look: look, size: device.size)
    let script = opening.state == nil ? try script() : []
    let loop = EditorLoop(
      state, session: opening.session, device: device, host: host, script: script)
    loop.word = opening.word
    let follower = OwnSettingsFollower(self, isScreen: true)
    loop.follower = follower
    switch loop.run() {
    case .left: return .done
    case .signal(let number): device.die(of: number)
    case .hungUp: device.die(of: 1)
    case .modeChange:
      device.close()
      return try follower.launch.runLines(Opening(loop))
    }
    return .done
  }
}

extension EditorLaunch.Opening {
  init(_ loop: EditorLoop) { self.init(session: loop.session, word: loop.word, state: loop.state) }
}
