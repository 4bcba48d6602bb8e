import Settee
import SetteeTerminal

/// Takes over what changes of Settee's own settings while the editor runs, whoever changes it.
///
/// Only what has changed is taken over, so a look that the user has picked for now stays.
final class OwnSettingsFollower {
  /// The launch as the settings are now.
  private(set) var launch: EditorLaunch
  private let isScreen: Bool
  private var domain: Domain?
  private var watch: DomainWatch?

  /// Makes a follower for a front end.
  init(_ launch: EditorLaunch, isScreen: Bool) {
    self.launch = launch
    self.isScreen = isScreen
  }

  /// Begins to listen.
  func follow(into inbox: Inbox) {
    domain = (try? DomainName(OwnSettings.domain)).flatMap {
      try? Domain($0, locations: launch.locations, options: DomainOptions(watches: true))
    }
    watch = domain?.observe { _ in inbox.post(.ownSettings) }
    // What was changed between the first reading and now, nobody else would tell.
    inbox.post(.ownSettings)
  }

  /// Takes over what is different now.
  func adopt(in loop: EditorLoop) {
    let old = launch.own
    launch.own = OwnSettings(locations: launch.locations)
    guard launch.own != old else { return }
    loop.host = launch.host
    adoptLook(old, in: loop)
    adoptTerminal(old, in: loop)
    if launch.own.isStaged != old.isStaged, !launch.call.has("staged") {
      let isStaged = launch.own.isStaged
      loop.change {
        $0.stage(isStaged)
        return []
      }
    }
    if launch.own.language != old.language || launch.own.cloud != old.cloud
      || launch.own.isCloudAutomatic != old.isCloudAutomatic
    {
      loop.reopen()
      let words = launch.words
      loop.change {
        $0.speak(words)
        return []
      }
    }
    if launch.own.isLineMode != old.isLineMode { changeFace(of: loop) }
  }

  private func adoptLook(_ old: OwnSettings, in loop: EditorLoop) {
    let (own, launch) = (launch.own, launch)
    let abilities = loop.device.abilities
    loop.change { state in
      let fresh = launch.look(abilities, language: state.look.language)
      if own.lettering != old.lettering { state.look.lettering = fresh.lettering }
      if own.palette != old.palette { state.look.palette = fresh.palette }
      if own.isNear != old.isNear { state.look.isNear = fresh.isNear }
      state.wraps.removeAll()
      if own.keys != old.keys { state.rebind(own.keys) }
      state.settle()
      return []
    }
  }

  private func adoptTerminal(_ old: OwnSettings, in loop: EditorLoop) {
    let options = launch.terminalOptions
    if launch.own.usesMouse != old.usesMouse { loop.device.perform(.useMouse(options.usesMouse)) }
    if launch.own.escapeDelay != old.escapeDelay {
      loop.device.perform(.waitAfterEscape(milliseconds: options.escapeDelay))
    }
  }

  /// Ends the loop where the user wants the other front end, and there is one.
  private func changeFace(of loop: EditorLoop) {
    let canChange = isScreen == launch.asksForLines && StandardStreams.isTerminal(0)
    if canChange { loop.ending = .otherFace }
  }
}

extension EditorState {
  /// Gives commands the keys that the user wants; a word that names no command is told.
  mutating func rebind(_ wishes: [String: String]) {
    let rebound = KeyMap.standard.rebinding(wishes)
    keys = rebound.map
    guard !rebound.unknown.isEmpty else { return }
    let unknown = rebound.unknown.joined(separator: ", ")
    message = Message(text: words(.unknownKeys, unknown), isError: true)
  }

  /// Keeps changes until they are stored by `w`, or stores them at once; what waits goes on waiting.
  mutating func stage(_ isStaged: Bool) {
    if isStaged {
      staged = staged ?? StagedChanges()
    } else if staged?.isEmpty ?? true {
      staged = nil
    }
  }

  /// Says Settee's own words in another language.
  mutating func speak(_ words: Words) {
    look.words = words
    wraps.removeAll()
  }
}
