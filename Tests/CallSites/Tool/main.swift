import Settee
import SetteeEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

struct ToolPrefs: PreferenceSet {
  @Setting(.range(1...500), title: "Columns", help: "How wide the output is.") var columns = 80
  @Setting(title: "Use colors") var colors = true
}

let store = try Store(
  ToolPrefs.self, domain: "org.example.tool", configuration: StoreConfiguration(version: "2.3"))
let words = CommandLine.arguments.dropFirst()
if words.first == "config" { exit(SettingsCommand(store).run(arguments: words.dropFirst())) }
print(String(repeating: "=", count: store.prefs.columns))
