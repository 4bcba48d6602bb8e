import Settee
import SetteeTerminal

/// What the user has set for Settee itself, in its own domain.
struct OwnSettings: Equatable {
  /// Settee's own domain.
  static let domain = "org.settee.settee"

  /// The language of words and panes; nil for the system's.
  var language: String?
  /// Which characters are shown; nil for what the terminal can show.
  var lettering: Lettering?
  /// Colours, attributes alone, or strong differences.
  var palette: Palette?
  /// Whether rows are sentences; nil where the width decides.
  var isNear: Bool?
  /// Whether there are questions instead of a screen.
  var isLineMode = false
  /// Whether the mouse is used.
  var usesMouse = true
  /// How many milliseconds an Esc waits.
  var escapeDelay: Int?
  /// Keys for commands, by the commands' words.
  var keys: [String: String] = [:]
  /// Whether changes wait to be stored.
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
    palette = value("look.colours")?.string.flatMap(Palette.init)
    isNear = value("look.layout")?.string.flatMap { ["near": true, "wide": false][$0] }
    isLineMode = value("look.lineMode")?.bool ?? false
    usesMouse = value("keys.mouse")?.bool ?? true
    escapeDelay = value("keys.escapeDelay")?.int.flatMap { (0...1000).contains($0) ? $0 : nil }
    keys = Self.keys(value("keys.own")?.array ?? [])
    isStaged = value("edit.write")?.string == "staged"
    for key in Self.cloudKeys { cloud[key] = value(key)?.string }
    isCloudAutomatic = value("cloud.automatic")?.bool ?? false
  }

  private static let cloudKeys = [
    "cloud.mirror", "cloud.account", "cloud.ca", "cloud.certificate", "cloud.key",
  ]

  /// Lines such as `search=s /`; a line without a sign names a command that nobody knows.
  private static func keys(_ lines: [PropertyList]) -> [String: String] {
    var keys: [String: String] = [:]
    for line in lines.compactMap(\.string) {
      let word = line.prefix { $0 != "=" && $0 != ":" }
      keys[word.filter { $0 != " " }] = String(line.dropFirst(word.count + 1))
    }
    return keys
  }

  /// Reads the settings of this user; none are set where they cannot be read.
  init(locations: Locations) {
    let options = DomainOptions(watches: false)
    let domain = (try? DomainName(Self.domain)).flatMap {
      try? Domain($0, locations: locations, options: options)
    }
    self.init { domain?.value(for: $0)?.value }
  }
}
