import Settee
import SetteeTerminal

extension EditorLaunch {
  /// How the terminal is opened.
  var terminalOptions: TerminalOptions {
    var options = TerminalOptions(environment: call.environment)
    if call.environment["ESCDELAY"] == nil { options.escapeDelay = own.escapeDelay ?? 25 }
    options.usesMouse = own.usesMouse && !call.has("no-mouse")
    return options
  }

  /// The words of `SETTEE_STYLE`.
  private var styles: Set<Substring> {
    Set((call.environment["SETTEE_STYLE"] ?? "").split(separator: ","))
  }

  /// How things are drawn on a terminal.
  func look(_ abilities: TerminalAbilities, language: String?) -> Look {
    var look = Look()
    look.lettering = styles.contains("ascii") ? .ascii : own.lettering ?? abilities.lettering
    look.palette = own.palette ?? .colour
    if !abilities.hasColors || styles.contains("mono"), look.palette == .colour {
      look.palette = .mono
    }
    if styles.contains("contrast") { look.palette = .contrast }
    look.isNear = own.isNear ?? false
    look.words = words
    look.language = language
    return look
  }

  /// The state to begin with.
  func firstState(_ opening: Opening, look: Look, size: Size) throws -> EditorState {
    if var state = opening.state {
      (state.look, state.size, state.modes) = (look, size, [])
      state.wraps.removeAll()
      return state
    }
    let desk = opening.desk
    let empty = Document(SettingsBundle(title: words(.apps), domain: nil, panes: []), word: "")
    var state = EditorState(
      desk?.document ?? empty, readings: desk?.readings(asksCloud: false) ?? [:], look: look,
      size: size)
    if let proposal = opening.proposal {
      state.askDomain(proposal)
    } else if desk == nil {
      state.apps = AppList(opening.faces)
    }
    if call.has("staged") || own.isStaged { state.staged = StagedChanges() }
    if !own.keys.isEmpty { state.rebind(own.keys) }
    state.actions = Set(actions.keys)
    if let idiom = call.value(of: "idiom"), idiom != Idiom.all.rawValue {
      state.narrowing = "--idiom \(idiom)"
    }
    if let notice = desk?.notice { state.message = Message(text: notice) }
    if desk != nil {
      try state.go(toPane: call.value(of: "pane"), key: call.value(of: "key"))
    }
    return state
  }

  private func script() throws -> [Key] {
    guard let path = call.value(of: "keys") else { return [] }
    let bytes = try BundleFiles.live.read(path, 1 << 20)
    switch KeyScript.keys(String(decoding: bytes, as: UTF8.self)) {
    case .success(let keys): return keys
    case .failure(let unknown):
      throw Failure(.usage, "\(path): “\(unknown.name)” is no key; keys are named as in help.")
    }
  }

  /// Runs the screen until the user leaves; a signal ends the process as signals do.
  func runScreen(_ opening: Opening, device: CursesDevice) throws -> ExitCode {
    defer { device.close() }
    let look = look(device.abilities, language: opening.desk?.document.bundle.language)
    let state = try firstState(opening, look: look, size: device.size)
    let script = opening.state == nil ? try script() : []
    let loop = EditorLoop(state, desk: opening.desk, device: device, host: host, script: script)
    loop.word = opening.word
    let follower = OwnSettingsFollower(self, isScreen: true)
    loop.follower = follower
    switch loop.run() {
    case .left: return .done
    case .signal(let number): device.die(of: number)
    case .hungUp: device.die(of: 1)
    case .otherFace:
      device.close()
      return try follower.launch.runLines(Opening(loop))
    }
    return .done
  }
}

extension EditorLaunch.Opening {
  /// Goes on where a loop ended.
  init(_ loop: EditorLoop) {
    self.init(desk: loop.desk, faces: [], word: loop.word, state: loop.state)
  }
}
