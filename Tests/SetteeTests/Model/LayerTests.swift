import Foundation
import Testing

@testable import Settee

private struct Net: PreferenceSet { @Setting(.range(1...65535)) var port = 80 }
private struct Prefs: PreferenceSet {
  enum Mode: String, CaseIterable, SettingValue { case slow, fast }
  @Setting var mode = Mode.slow
  @Setting(key: "sound_level", .range(0...1)) var soundLevel = 0.5
  @Setting var isLoud = false
  @Setting var hosts = ["a"]
  @Setting var dryRun = false
  @SettingGroup var net = Net()
}

@Suite struct LayerTests {
  @Test func `environment variables override stored values and are parsed like typed text`()
    throws
  {
    let variables = [
      "APP_MODE": "fast", "APP_SOUND_LEVEL": "0.25", "APP_IS_LOUD": "on", "APP_NET_PORT": "8080",
      "APP_HOSTS": "x,y", "APP_DRY_RUN": "true",
    ]
    let store = try Store(
      Prefs.self, domain: "env",
      configuration: StoreConfiguration(location: .inMemory(["mode": "slow"])).reading(variables))
    #expect(store.prefs.mode == .fast)
    #expect(store.prefs.soundLevel == 0.25)
    #expect(store.prefs.isLoud && store.prefs.dryRun)
    #expect(store.prefs.hosts == ["x", "y"])
    #expect(store.prefs.net.port == 8080)
    #expect(store.prefs.$mode.origin == .environment)
    #expect(store.prefs.$mode.isForced)
    #expect(store.issues.isEmpty)
  }

  @Test func `an invalid variable is ignored and reported`() throws {
    let store = try Store(
      Prefs.self, domain: "env",
      configuration: StoreConfiguration(location: .inMemory).reading([
        "APP_NET_PORT": "99999", "APP_MODE": "sideways",
      ]))
    #expect(store.prefs.net.port == 80)
    #expect(store.issues.count == 2)
    #expect(store.issues.contains { $0.message.contains("APP_NET_PORT") })
  }

  @Test func `arguments override the environment, and other arguments are left alone`() throws {
    let store = try Store(
      Prefs.self, domain: "args",
      configuration: StoreConfiguration(
        location: .inMemory,
        arguments: [
          "tool", "-net.port", "2", "-verbose", "-hosts", "[\"j\"]", "--net.port", "3", "-mode",
        ]
      ).reading(["APP_NET_PORT": "1"]))
    #expect(store.prefs.net.port == 2)
    #expect(store.prefs.$mode.origin == .default)
    #expect(store.prefs.hosts == ["j"])
    #expect(store.prefs.net.$port.origin == .argument)
  }

  @Test func `a service stores its files in the folders from systemd`() throws {
    let place = try DomainPlace()
    let store = try Store(
      Net.self, domain: "org.example.service",
      configuration: StoreConfiguration(
        location: .service(environment: [
          "CONFIGURATION_DIRECTORY": place.root + "/etc:/other",
          "STATE_DIRECTORY": place.root + "/var",
        ]), autosave: .immediate))
    store.prefs.port = 5
    #expect(place.read(place.root + "/etc/org.example.service.plist") != nil)
    #expect(throws: StoreError.self) {
      try Store(
        Net.self, domain: "org.example.service",
        configuration: StoreConfiguration(location: .service(environment: [:])))
    }
  }

  @Test func `a managed value takes precedence and can't be set`() throws {
    let place = try DomainPlace()
    try place.write(
      DomainPlace.plist("<key>port</key><integer>443</integer>"),
      to: "root/etc/settee/managed/\(DomainPlace.name).plist")
    let store = try place.store(Net.self)
    #expect(store.prefs.port == 443)
    #expect(store.prefs.$port.isForced)
    do {
      try store.prefs.$port.set(1)
      Issue.record("a managed value was set")
    } catch let error as StoreError { #expect(error.code == .managed) }
    #expect(throws: StoreError.self) { try store.update { $0.port = 1 } }
    let control = try #require(store.controls.first)
    #expect(control.effective?.origin == .managed)
    do {
      try [control.change(to: 1)].store()
      Issue.record("a managed value was set through its control")
    } catch {
      let refusal = try #require(error as? DomainError)
      #expect(refusal.code == .denied)
      #expect(refusal.message.hasPrefix("Can't change 'port': an administrator manages it in "))
    }
    try store.reset()
  }

  @Test func `withStore gives each task a separate store`() async throws {
    let app = try Store(Net.self, .inMemory)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for port in 1...8 {
        group.addTask {
          let store = try Store(Net.self, .inMemory)
          return await withStore(store) {
            (Store<Net>.replacement ?? app).prefs.port = port
            await Task.yield()
            return (Store<Net>.replacement ?? app).prefs.port == port
          }
        }
      }
      for try await isOwn in group { #expect(isOwn) }
    }
    #expect(Store<Net>.replacement == nil)
    #expect(app.prefs.port == 80)
  }
}

extension StoreConfiguration {
  /// Returns the configuration with environment variables that start with `APP`.
  fileprivate func reading(_ variables: [String: String]) -> StoreConfiguration {
    var configuration = self
    (configuration.environmentPrefix, configuration.variables) = ("APP", variables)
    return configuration
  }
}
