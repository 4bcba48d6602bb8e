import Settee

/// The settings of the server, from its file and the `SERVER_…` environment variables of its unit.
struct ServerPrefs: PreferenceSet {
  @Setting(.range(1...65535), title: "Port") var port = 8080
  @Setting(title: "Hosts that may connect") var hosts = ["localhost"]
  @Setting(.oneOf(["debug", "info", "error"])) var logLevel = "info"
  @Setting(traits: .secret) var token: String? = nil
}

let store = try Store(
  ServerPrefs.self, domain: "org.example.server",
  configuration: StoreConfiguration(
    location: .service, flushOnTermination: true, environmentPrefix: "SERVER"))
for issue in store.issues { print("warning:", issue) }
print("listening on port", store.prefs.port, "from", store.prefs.$port.origin)
print("hosts:", store.prefs.hosts.joined(separator: " "))
