package import Settee
import SetteeTerminal

/// Opens the editor for a call without a verb: on the screen, or line by line.
package struct EditorLaunch {
  let call: Call
  /// Where Settee's own settings are.
  let locations: Locations
  /// What the user has set for Settee itself.
  var own: OwnSettings
  let open: (_ word: String, _ domain: String?, _ languages: [String]) throws -> App
  let finder: AppFinder?
  /// What the program does for its button rows, by key; each returns a sentence.
  package var actions: [String: () -> String] = [:]
  /// Joins the domains of an app to the mirror; nil where there is none.
  package var syncs: ((App) throws -> [CloudSync])?

  /// Opens apps as they are found on this machine.
  ///
  /// - Parameters:
  ///   - call: What was asked.
  ///   - finder: Finds the apps.
  package init(_ call: Call, finder: AppFinder) {
    self.call = call
    self.finder = finder
    locations = finder.locations
    own = OwnSettings(locations: locations)
    open = { word, domain, languages in
      var finder = finder
      finder.options.domain = domain ?? finder.options.domain
      finder.watches = true
      finder.watchesLater = true
      finder.options.languages = languages
      return try finder.open(word)
    }
  }

  /// Opens the one app of a tool.
  ///
  /// - Parameters:
  ///   - call: What was asked.
  ///   - locations: Where Settee's own settings are.
  ///   - open: Opens the app in the first of the languages that it speaks.
  package init(
    _ call: Call, locations: Locations, open: @escaping (_ languages: [String]) throws -> App
  ) {
    self.call = call
    finder = nil
    self.locations = locations
    own = OwnSettings(locations: locations)
    self.open = { _, _, languages in try open(languages) }
  }

  /// Runs until the user leaves.
  package func run() throws -> ExitCode {
    try checkInput()
    let word = finder == nil ? "" : call.invocation.operands.first
    var opening = Opening(word: word)
    var faces: [AppFace] = []
    do {
      opening.desk = try word.map { try self.desk($0, language: nil) }
    } catch let error as NamelessBundle {
      opening.proposal = error.proposal
    }
    if word == nil {
      faces = listApps()
      guard !faces.isEmpty else {
        try call.console.line(words(.noApps))
        return .no
      }
    }
    opening.faces = faces
    if asksForLines || !StandardStreams.isTerminal(0) { return try runLines(opening) }
    return try openScreen(opening)
  }

  /// What a front end begins with.
  struct Opening {
    /// The app; nil for the list of apps.
    var desk: Desk?
    var faces: [AppFace] = []
    /// The word that names the app.
    var word: String?
    /// What to propose where the domain of the app has to be asked for.
    var proposal: String?
    /// What was there before, when the user has asked for the other front end.
    var state: EditorState?
  }

  /// Runs on the screen, or line by line where there is none.
  func openScreen(_ opening: Opening) throws -> ExitCode {
    let device: CursesDevice
    do throws(TerminalError) {
      device = try CursesDevice(options: terminalOptions)
    } catch {
      if case .missing = error { throw Failure(.terminal, error.message) }
      // A terminal without a screen still has lines.
      call.console.say(error.message)
      return try runLines(opening)
    }
    return try runScreen(opening, device: device)
  }

  /// Standard input that is closed can be neither a terminal nor a script.
  private func checkInput() throws(Failure) {
    guard StandardStreams.isOpen(0) else {
      throw Failure(
        .terminal,
        "Standard input is closed: run \(call.syntax.program) in a terminal, or use a verb.")
    }
  }

  /// Whether the user has asked for questions instead of a screen.
  var asksForLines: Bool {
    let accessible = call.environment["ACCESSIBLE"] ?? ""
    return call.has("plain") || own.isLineMode || !(accessible.isEmpty || accessible == "0")
  }

  // MARK: What is opened

  /// The languages of words and panes, the preferred one first.
  var languages: [String] {
    let option = call.value(of: "language")
    let preferred = Languages.preferred(environment: call.environment, option: option)
    return option == nil ? own.language.map { [$0] + preferred } ?? preferred : preferred
  }

  /// Settee's own words in the user's language.
  var words: Words { Words(preferred: languages) }

  func desk(_ word: String, language: String?, domain: String? = nil) throws -> Desk {
    let app = try open(word, domain, language.map { [$0] + languages } ?? languages)
    let bundle =
      app.bundle
      ?? SettingsBundle(title: app.title, domain: app.domains.first?.name.text, panes: app.panes)
    let desk = Desk(
      bundle, word: app.name, domains: app.domains,
      // The rows of a bundle are joined to their domains by the desk alone.
      controls: { app.bundle == nil ? app.settings.map(\.bound) : [] },
      shell: ShellCommand(call), layer: call.layer, cloud: cloud(of: app))
    desk.notice = app.notice
    desk.exchange = Exchange(
      app, layer: call.namedLayer, home: call.environment["HOME"])
    return desk
  }

  /// The mirror of an app; one that cannot be opened says why when it is asked.
  private func cloud(of app: App) -> CloudDoor {
    guard let syncs, call.layer == .user else { return .none }
    do { return CloudDoor(try syncs(app), isAutomatic: own.isCloudAutomatic) } catch {
      let sentence = Failure(error).sentence
      return CloudDoor(pending: { [] }, plan: { _, _, _ in .failed(sentence) })
    }
  }

  /// Every app that there is, with what a list shows of it.
  func listApps() -> [AppFace] {
    guard var finder else { return [] }
    finder.watches = false
    finder.options.languages = languages
    return finder.domainNames().map { AppFace($0, finder: finder) }
  }

  var host: EditorHost {
    EditorHost(
      environment: call.environment, open: { try desk($0, language: $1) },
      openIn: { domain in { try desk($0, language: $1, domain: domain) } }, list: listApps,
      actions: actions)
  }
}

extension AppFace {
  /// Looks at one app; what cannot be opened says why.
  fileprivate init(_ name: DomainName, finder: AppFinder) {
    self.init(
      word: name.text, title: name.text, domain: name.text,
      hasBundle: finder.bundle(of: name) != nil, modified: 0, unpushed: 0, fault: nil)
    do {
      let app = try finder.open(name)
      title = app.title
      modified = app.settings.count { $0.bound.isModified }
      fault = app.bundle?.faults.first
    } catch {
      fault = Failure(error).sentence
    }
  }
}
