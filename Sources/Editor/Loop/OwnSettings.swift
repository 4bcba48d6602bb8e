import Settee
import SetteeTerminal
import SetteeVerbs

/// What the user has set for Settee itself, in its own domain.
struct OwnSettings: Equatable {
  static let domain = AppFinder.ownDomain
  static let themeKey = "look.theme", accentKey = "look.accent"

  var language: String?
  /// Which characters are shown; nil for what the terminal can show.
  var lettering: Lettering?
  /// The name of a theme, built in or of the user's own; nil for the terminal's colours.
  var themeName: String?
  var accent = Accent.blue
  /// Whether rows are sentences; nil where the width decides.
  var isNear: Bool?
  var isLineMode = false
  var usesMouse = true
  var escapeDelay: Int?
  /// Keys for commands, by the commands' words.
  var keys: [String: String] = [:]
  var isStaged = false
  /// What leads to the mirror, by key; the command reads it, the editor only sees that it changes.
  var cloud: [String: String] = [:]
  /// Whether what changes here or in the cloud is sent and taken by itself.
  var isCloudAutomatic = false

  /// Reads the settings; a value of another type counts as not set.
  init(_ value: (String) -> PropertyList?) {
    language = value("look.language")?.string.flatMap { $0.isEmpty ? nil : $0 }
    lettering = value("look.characters")?.string.flatMap {
      ["ascii": .ascii, "unicode": .unicode][$0]
    }
    themeName = value(Self.themeKey)?.string ?? value("look.colours")?.string
    accent = value(Self.accentKey)?.string.flatMap(Accent.init) ?? .blue
    isNear = value("look.layout")?.string.flatMap { ["near": true, "wide": false][$0] }
    isLineMode = value("look.lineMode")?.bool ?? false
    usesMouse = value("keys.mouse")?.bool ?? true
    escapeDelay = value("keys.escapeDelay")?.int.flatMap { (0...1000).contains($0) ? $0 : nil }
    keys = Self.keys(value("keys.own")?.array ?? [])
    isStaged = value("edit.write")?.string == "staged"
    for key in ["mirror", "account", "ca", "certificate", "key"] {
      cloud[key] = value("cloud." + key)?.string
    }
    isCloudAutomatic = value("cloud.automatic")?.bool ?? false
  }

  /// Lines such as `search=s /`; a line without a sign names a command that nobody knows.
  private static func keys(_ lines: [PropertyList]) -> [String: String] {
    var keys: [String: String] = [:]
    for line in lines.compactMap(\.string) where line.contains(where: { $0 != " " }) {
      let word = line.prefix { $0 != "=" && $0 != ":" }
      keys[word.filter { $0 != " " }] = String(line.dropFirst(word.count + 1))
    }
    return keys
  }

  /// Reads the settings of this user; none are set where they cannot be read.
  init(locations: Locations) {
    let domain = Self.open(locations, watches: false)
    self.init { domain?.value(for: $0)?.value }
  }

  static func open(_ locations: Locations, watches: Bool) -> Domain? {
    try? Domain(
      DomainName(domain), locations: locations, options: DomainOptions(watches: watches))
  }
}

/// Takes over what changes of Settee's own settings while the editor runs, whoever changes it.
///
/// Only what has changed is taken over, so a look that the user has picked for now stays.
final class OwnSettingsFollower {
  private(set) var launch: EditorLaunch
  private let isScreen: Bool
  private var domain: Domain?
  private var watch: DomainWatch?

  init(_ launch: EditorLaunch, isScreen: Bool) {
    self.launch = launch
    self.isScreen = isScreen
  }

  func follow(into inbox: Inbox) {
    domain = OwnSettings.open(launch.locations, watches: true)
    watch = domain?.observe { _ in inbox.post(.ownSettings) }
    // What was changed between the first reading and now, nobody else would tell.
    inbox.post(.ownSettings)
  }

  func keep(_ value: PropertyList?, _ key: String) throws {
    guard let domain else { return }
    try [CheckedChange(unchecked: value, at: LeafPath(key), in: domain)].store(in: .user)
  }

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
    // The other front end takes over, where there is one.
    if own.isLineMode != old.isLineMode, isScreen == launch.asksForLines,
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
        // High contrast leaves the page as it is.
        let isStrong = own.themeName == "contrast"
        if isStrong { state.look.theme.isStrong = true } else { state.look.theme = fresh.theme }
        state.look.ownThemes = fresh.ownThemes
      }
      if own.isNear != old.isNear { state.look.isNear = fresh.isNear }
      if own.keys != old.keys { state.rebind(own.keys) }
      state.settle()
    }
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
}
