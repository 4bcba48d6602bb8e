import Foundation

@testable import Settee
@testable import SetteeCloud
@testable import SetteeStorage

/// A simulated device with its own home in a temporary folder, which is deleted when the object is
/// released.
final class Machine: Sendable {
  static let name = "org.settee.cloudtest"
  let root: String
  let locations: SettingsDirectories

  init() throws {
    root =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-machine-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: root + "/config", withIntermediateDirectories: true)
    locations = try SettingsDirectories(environment: [
      "HOME": root, "XDG_CONFIG_HOME": root + "/config", "XDG_STATE_HOME": root + "/state",
      "XDG_DATA_HOME": root + "/data", "SETTEE_ROOT": root + "/system",
    ])
  }

  var file: String { "\(locations.configuration)/\(Self.name).plist" }

  func domain(_ options: DomainOptions = DomainOptions()) throws -> Domain {
    try Domain(try DomainName(Self.name), locations: locations, options: options)
  }

  /// Returns a sync of this device's domain with `mirror`.
  ///
  /// By default, it sends every key of the test.
  func sync(
    _ mirror: any MirrorBackend, account: String = "ann",
    marks: SyncRules = SyncRules(["a": .user, "b": .user, "c": .user, "d": .user])
  ) throws -> CloudSync {
    try CloudSync(
      try domain(), mirror: mirror, account: account, marks: marks, locations: locations)
  }

  /// Sets keys through Settee, as an app or a user does.
  ///
  /// A nil value deletes the key.
  func set(_ values: [String: PropertyList?]) throws {
    var change = ChangeSet()
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if let value { change.set(SettingPath(key), value) } else { change.unset(SettingPath(key)) }
    }
    try domain().apply(change)
  }

  func value(_ key: String) throws -> PropertyList? { try domain().values(in: .user)[key] }

  deinit { try? FileManager.default.removeItem(atPath: root) }
}

/// A mirror for tests that doesn't support encryption.
protocol ClearMirror: MirrorBackend {}

extension ClearMirror {
  func seals(of account: String, by deadline: CloudDeadline) -> [Seal] { [] }

  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) -> Bool { false }

  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) -> [CloudAddress] { [] }

  func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) -> Int { 0 }

  func purge(_ epoch: SealEpoch, of account: String, by deadline: CloudDeadline) {}

  func setBlocked(_ account: String, _ isBlocked: Bool) {}
}
