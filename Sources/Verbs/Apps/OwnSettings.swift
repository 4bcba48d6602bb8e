package import Settee
import SetteeFiles

/// The user's preferences for Settee itself, which `Panes/Settee.bundle` shows.
package struct OwnSettings: PreferenceSet {
  @SettingGroup package var look = Look()
  @SettingGroup package var keys = KeySettings()
  @Setting(key: "edit.write") package var write = SaveMode.now
  @SettingGroup package var cloud = Cloud()

  package init() {}

  package enum SaveMode: String, CaseIterable, SettingValue { case now, staged }

  package struct Look: PreferenceSet {
    package enum Characters: String, CaseIterable, SettingValue { case auto, unicode, ascii }
    package enum RowLayout: String, CaseIterable, SettingValue { case auto, wide, near }

    /// The language tag, or an empty string for the language of the system.
    @Setting package var language = ""
    @Setting package var characters = Characters.auto
    /// The name of a built-in or custom theme, or `nil` to use the terminal's colors.
    @Setting package var theme: String?
    /// The theme under the key that earlier versions used.
    ///
    /// The key isn't listed in `formerKeys`, because reading the settings must not write the file.
    @Setting(key: "colours") package var formerTheme: String?
    /// The name of the accent color, or `app` if each app and each file format has its own.
    @Setting package var accent = "app"
    @Setting package var layout = RowLayout.auto
    @Setting package var showKeys = false
    @Setting package var lineMode = false

    package init() {}
  }

  package struct KeySettings: PreferenceSet {
    @Setting package var mouse = true
    /// The time in milliseconds after which Esc is treated as the Esc key.
    @Setting(.range(0...1000)) package var escapeDelay = 25
    /// Custom key bindings, such as `search=s /`.
    ///
    /// Items that aren't strings are ignored.
    @Setting(key: "own") package var custom: [PropertyList] = []

    package init() {}
  }

  package struct Cloud: PreferenceSet {
    @Setting package var mirror = ""
    @Setting(.length(1...)) package var account = "default"
    @Setting package var automatic = false
    /// The name of this device in the device list of other devices.
    @Setting package var name = ""
    @Setting package var ca = ""
    @Setting package var certificate = ""
    @Setting package var key = ""

    package init() {}
  }
}

extension OwnSettings.Look: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    (left.language, left.characters, left.theme, left.formerTheme)
      == (right.language, right.characters, right.theme, right.formerTheme)
      && (left.accent, left.layout, left.showKeys, left.lineMode)
        == (right.accent, right.layout, right.showKeys, right.lineMode)
  }
}

extension OwnSettings {
  /// Reads the current user's preferences, or returns the default preferences if the file can't be
  /// read.
  package static func load(from locations: SettingsDirectories) -> OwnSettings {
    // Binding the properties to a domain without values takes as long as drawing the first frame.
    guard let domain = try? domain(in: locations, watches: false),
      domain.layers.contains(where: { !$0.values.isEmpty })
    else { return OwnSettings() }
    return (try? reading(domain)) ?? OwnSettings()
  }

  package static func domain(in locations: SettingsDirectories, watches: Bool) throws -> Domain {
    try Domain(
      DomainName(AppFinder.ownDomain), locations: locations,
      options: DomainOptions(watches: watches))
  }

  /// Opens a store that saves changes to the preferences immediately.
  package static func store(in locations: SettingsDirectories) throws -> Store<OwnSettings> {
    try Store(
      domain: AppFinder.ownDomain,
      configuration: StoreConfiguration(location: .directories(locations), autosave: .immediate))
  }
}
