import Settee
import SetteeTerminal
import SetteeVerbs

extension OwnSettings.Look {
  /// The character set that the editor draws with, or `nil` to detect it automatically.
  var glyphs: GlyphSet? {
    switch characters {
    case .auto: nil
    case .unicode: .unicode
    case .ascii: .ascii
    }
  }

  var themeName: String? { theme ?? formerTheme }

  /// The accent color, or `nil` if each app and each file format has its own.
  var accentColor: Accent? { Accent(rawValue: accent) }

  /// A Boolean value that indicates whether the editor shows each row as a sentence, or `nil` if
  /// the width of the terminal determines the layout of the rows.
  var isNear: Bool? { layout == .auto ? nil : layout == .near }
}

extension OwnSettings.KeySettings {
  /// The user's custom key bindings, keyed by the name of the command.
  ///
  /// A line without an equal sign becomes the name of an unknown command, which the editor reports
  /// later.
  var bindings: [String: String] {
    var keys: [String: String] = [:]
    for line in custom.compactMap(\.string) where line.contains(where: { $0 != " " }) {
      let word = line.prefix { $0 != "=" && $0 != ":" }
      keys[word.filter { $0 != " " }] = String(line.dropFirst(word.count + 1))
    }
    return keys
  }
}

extension OwnSettings.Cloud {
  /// The settings that determine the connection to the cloud mirror.
  var connection: [String] {
    [mirror, account, ca, certificate, key, automatic ? "automatic" : ""]
  }
}

/// Applies changes to Settee's own settings while the editor is running.
///
/// Only settings that have changed are applied, which preserves temporary choices that the user
/// made in the session.
final class OwnSettingsFollower {
  private(set) var launch: EditorLaunch
  private let isScreen: Bool
  private var domain: Domain?
  /// The store that saves the user's choices, which is opened for the first choice.
  private var store: Store<OwnSettings>?
  private var watch: DomainWatch?

  init(_ launch: EditorLaunch, isScreen: Bool) {
    self.launch = launch
    self.isScreen = isScreen
  }

  func follow(into inbox: EventInbox) {
    domain = try? OwnSettings.domain(in: launch.locations, watches: true)
    watch = domain?.observe { _ in inbox.post(.ownSettings) }
    // Check the settings again, because they might have changed before the watch was started.
    inbox.post(.ownSettings)
  }

  /// Saves a choice about the editor's appearance.
  func keep<Value>(_ value: Value, _ setting: KeyPath<OwnSettings.Look, Setting<Value>>) throws {
    guard domain != nil else { return }
    let store = try store ?? OwnSettings.store(in: launch.locations)
    self.store = store
    try store.prefs.look[keyPath: setting].set(value)
  }

  /// Applies the changes that were made to Settee's own settings since the last call.
  func adopt(in loop: EditorLoop) {
    let old = launch.own
    launch.own = OwnSettings.load(from: launch.locations)
    loop.host = launch.host
    if launch.own.look != old.look || launch.own.keys.bindings != old.keys.bindings {
      adoptLook(old, in: loop)
    }
    let (own, options) = (launch.own, launch.terminalOptions)
    if own.keys.mouse != old.keys.mouse { loop.device.perform(.useMouse(options.usesMouse)) }
    if own.keys.escapeDelay != old.keys.escapeDelay {
      loop.device.perform(.waitAfterEscape(milliseconds: options.escapeDelay))
    }
    if own.write != old.write, !launch.call.has("staged") {
      loop.change { $0.stage(own.write == .staged) }
    }
    if own.look.language != old.look.language || own.cloud.connection != old.cloud.connection {
      loop.reopen()
      let (words, hasMirror) = (launch.words, launch.hasMirror)
      loop.change { ($0.look.words, $0.hasMirror) = (words, hasMirror) }
    }
    // Switch between full-screen mode and plain mode if the user has changed this setting.
    if own.look.lineMode != old.look.lineMode, isScreen == launch.asksForLines,
      StandardStreams.isTerminal(0)
    {
      loop.ending = .modeChange
    }
  }

  private func adoptLook(_ old: OwnSettings, in loop: EditorLoop) {
    let (own, keys, launch) = (launch.own.look, launch.own.keys, launch)
    let (old, oldKeys) = (old.look, old.keys.bindings)
    let abilities = loop.device.abilities
    loop.change { state in
      let fresh = launch.look(abilities, language: state.look.language)
      if own.characters != old.characters { state.look.lettering = fresh.lettering }
      if own.themeName != old.themeName || own.accent != old.accent {
        // Turn on high contrast without replacing the theme, so that the background stays the same.
        let isStrong = own.themeName == "contrast"
        if isStrong { state.look.theme.isStrong = true } else { state.look.theme = fresh.theme }
        state.look.ownThemes = fresh.ownThemes
        state.look.hasOneAccent = fresh.hasOneAccent
      }
      if own.isNear != old.isNear { state.look.isNear = fresh.isNear }
      if own.showKeys != old.showKeys { state.look.showsKeys = fresh.showsKeys }
      if keys.bindings != oldKeys { state.rebind(keys.bindings) }
      state.settle()
    }
  }
}

extension EditorState {
  /// Applies the user's custom key bindings and reports the names of unknown commands.
  mutating func rebind(_ wishes: [String: String]) {
    let rebound = KeyMap.standard.rebinding(wishes)
    keys = rebound.map
    guard !rebound.unknown.isEmpty else { return }
    let unknown = rebound.unknown.joined(separator: ", ")
    message = Message(text: words(.unknownKeys, unknown), isError: true)
  }

  /// Sets whether changes are saved manually or immediately.
  ///
  /// Existing unsaved changes stay unsaved.
  mutating func stage(_ isStaged: Bool) {
    if isStaged {
      staged = staged ?? []
    } else if staged?.isEmpty ?? true {
      staged = nil
    }
  }
}
