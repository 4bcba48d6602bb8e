import Foundation
import Settee
import SetteeSuites
import Testing

/// Runs the published mirror suite on the in-memory mirror.
@Suite struct MemoryMirrorTests {
  @Test(arguments: CloudMirrorSuite.checks)
  func `the mirror in memory passes the mirror suite`(check: CloudMirrorSuite.Check) throws {
    let mirror = MemoryStore()
    try check.run { mirror }
  }
}

private struct SyncedPrefs: PreferenceSet { @Setting(traits: .synced) var city = "Berlin" }

/// Tests stores with an in-memory mirror, as the unit tests of an app use them.
@Suite struct MemoryStoreSyncTests {
  @Test func `each store in memory is a device, and nothing is written to disk`() throws {
    let mirror = CloudMirror.memory()
    let (one, other) = (
      try Store(SyncedPrefs.self, .inMemory), try Store(SyncedPrefs.self, .inMemory)
    )
    one.prefs.city = "Oslo"
    try one.cloud(through: mirror).push()
    try other.cloud(through: mirror).pull()
    #expect(other.prefs.city == "Oslo")
    try other.prefs.$city.reset()
    try other.cloud(through: mirror).push()
    try one.cloud(through: mirror).pull()
    #expect(one.prefs.city == "Berlin", "a reset is synced too")
    #expect(try one.cloud(through: mirror).devices().count == 2)
    let state = try SettingsDirectories().state + "/SyncedPrefs"
    #expect(!FileManager.default.fileExists(atPath: state))
    #expect(!FileManager.default.fileExists(atPath: "memory"))
  }

  @Test func `a store in memory has no mirror by default`() throws {
    let store = try Store(SyncedPrefs.self, .inMemory)
    #expect(throws: CloudError.self) { try store.cloud }
  }
}
