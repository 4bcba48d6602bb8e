import Settee
import SetteeTerminal
import SetteeVerbs

/// The user's preferences for Settee itself, such as the theme and the key bindings.
struct OwnSettings: Equatable {
  static let domain = AppFinder.ownDomain
  static let themeKey = "look.theme", accentKey = "look.accent"

  var language: String?
  /// The character set that the editor draws with, or `nil` to detect it automatically.
  var lettering: GlyphSet?
  /// The name of a built-in or custom theme, or `nil` to use the terminal's colors.
  var themeName: String?
  /// The accent color, or `nil` if each app and each file format has its own.
  var accent: Accent?
  /// A Boolean value that indicates whether the editor shows each row as a sentence.
  ///
  /// If the value is `nil`, the width of the terminal determines the layout of the rows.
  var isNear: Bool?
  /// A Boolean value that indicates whether rows for the settings of other programs show the key
  /// next to the title.
  var showsKeys = true
  var isPlain = false
  var usesMouse = true
  var escapeDelay: Int?
  /// The user's custom key bindings, keyed by the name of the command.
  var keys: [String: String] = [:]
  var isStaged = false
  /// The configuration of the cloud mirror, as a dictionary of settings.
  ///
  /// The editor stores this configuration only to detect when the user changes it.
  var cloud: [String: String] = [:]
  /// A Boolean value that indicates whether changes are synced with the cloud mirror automatically.
  var isCloudAutomatic = false

  /// Reads the settings.
  ///
  /// A preference whose value has the wrong type is ignored.
  init(_ value: (String) -> PropertyList?) {
    language = value("look.language")?.string.flatMap { $0.isEmpty ? nil : $0 }
    lettering = value("look.characters")?.string.flatMap {
      ["ascii": .ascii, "unicode": .unicode][$0]
    }
    themeName = value(Self.themeKey)?.string ?? value("look.colours")?.string
    accent = value(Self.accentKey)?.string.flatMap(Accent.init(rawValue:))
    isNear = value("look.layout")?.string.flatMap { ["near": true, "wide": false][$0] }
    showsKeys = value("look.showKeys")?.bool ?? true
    isPlain = value("look.lineMode")?.bool ?? false
    usesMouse = value("keys.mouse")?.bool ?? true
    escapeDelay = value("keys.escapeDelay")?.int.flatMap { (0...1000).contains($0) ? $0 : nil }
    keys = Self.keys(value("keys.own")?.array ?? [])
    isStaged = value("edit.write")?.string == "staged"
    for key in ["mirror", "account", "ca", "certificate", "key"] {
      cloud[key] = value("cloud." + key)?.string
    }
    isCloudAutomatic = value("cloud.automatic")?.bool ?? false
  }

  /// Parses custom key bindings such as `search=s /`.
  ///
  /// A line without an equal sign becomes the name of an unknown command, which the editor reports
  /// later.
  private static func keys(_ lines: [PropertyList]) -> [String: String] {
    var keys: [String: String] = [:]
    for line in lines.compactMap(\.string) where line.contains(where: { $0 != " " }) {
      let word = line.prefix { $0 != "=" && $0 != ":" }
      keys[word.filter { $0 != " " }] = String(line.dropFirst(word.count + 1))
    }
    return keys
  }

  /// Reads the current user's preferences, or uses the default preferences if the file can't be
  /// read.
  init(locations: SettingsDirectories) {
    let domain = Self.open(locations, watches: false)
    self.init { domain?.value(for: $0)?.value }
  }

  static func open(_ locations: SettingsDirectories, watches: Bool) -> Domain? {
    try? Domain(
      DomainName(domain), locations: locations, options: DomainOptions(watches: watches))
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
  private var watch: DomainWatch?

  init(_ launch: EditorLaunch, isScreen: Bool) {
    self.launch = launch
    self.isScreen = isScreen
  }

  func follow(into inbox: EventInbox) {
    domain = OwnSettings.open(launch.locations, watches: true)
    watch = domain?.observe { _ in inbox.post(.ownSettings) }
    // Check the settings again, because they might have changed before the watch was started.
    inbox.post(.ownSettings)
  }

  func keep(_ value: PropertyList?, _ key: String) throws {
    guard let domain else { return }
    try [ValidatedChange(unchecked: value, at: SettingPath(key), in: domain)].store(in: .user)
  }

  /// Applies the changes that were made to Settee's own settings since the last call.
  func adopt(in loop: EditorLoop) {
    let old = launch.own
    launch.own = OwnSettings(locations: launch.locations)
    guard launch.own != old else { return }
    loop.host = launch.host
    adoptLook(old, in: loop)
    let (own, options) = (launch.own, launch.terminalOptions)
    if own.usesMouse != old.usesMouse { loop.device.perform(.useMouse(options.usesMouse)) }
    if own.escapeDelay != old.escapeDelay {
      loop.device.perform(.waitAfterEscape(milliseconds: options.escapeDelay))
    }
    if own.isStaged != old.isStaged, !launch.call.has("staged") {
      loop.change { $0.stage(own.isStaged) }
    }
    if own.language != old.language || own.cloud != old.cloud
      || own.isCloudAutomatic != old.isCloudAutomatic
    {
      loop.reopen()
      let (words, hasMirror) = (launch.words, launch.hasMirror)
      loop.change { ($0.look.words, $0.hasMirror) = (words, hasMirror) }
    }
    // Switch between full-screen mode and plain mode if the user has changed this setting.
    if own.isPlain != old.isPlain, isScreen == launch.asksForLines,
      StandardStreams.isTerminal(0)
    {
      loop.ending = .otherFace
    }
  }

  private func adoptLook(_ old: OwnSettings, in loop: EditorLoop) {
    let (own, launch) = (launch.own, launch)
    let abilities = loop.device.abilities
    loop.change { state in
      let fresh = launch.look(abilities, language: state.look.language)
      if own.lettering != old.lettering { state.look.lettering = fresh.lettering }
      if own.themeName != old.themeName || own.accent != old.accent {
        // Turn on high contrast without replacing the theme, so that the background stays the same.
        let isStrong = own.themeName == "contrast"
        if isStrong { state.look.theme.isStrong = true } else { state.look.theme = fresh.theme }
        state.look.ownThemes = fresh.ownThemes
        state.look.hasOneAccent = fresh.hasOneAccent
      }
      if own.isNear != old.isNear { state.look.isNear = fresh.isNear }
      if own.showsKeys != old.showsKeys { state.look.showsKeys = fresh.showsKeys }
      if own.keys != old.keys { state.rebind(own.keys) }
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
      staged = staged ?? StagedChanges()
    } else if staged?.isEmpty ?? true {
      staged = nil
    }
  }
}
