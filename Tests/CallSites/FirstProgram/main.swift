import Settee

enum Theme: String, CaseIterable, SettingValue { case light, dark }

struct AppPrefs: PreferenceSet {
  @Setting var theme = Theme.dark
  @Setting(.range(0...1)) var soundLevel = 0.7
  @Setting var lastFile: String? = nil
}

let store = try Store(AppPrefs.self, domain: "org.example.first")
print("theme:", store.prefs.theme, "from", store.prefs.$theme.origin)

store.prefs.theme = .light
try store.update { $0.soundLevel = $0.soundLevel / 2 }
print("theme:", store.prefs.theme, "from", store.prefs.$theme.origin)
