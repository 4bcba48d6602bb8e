@testable import Settee
@testable import SetteeCloud

/// One device of a simulation: its file, its edit log, its saved state, and a wrong clock.
struct SimulatedDevice {
  /// The data that a backup of the device contains.
  struct Disk {
    var file: [CloudKey: PropertyList] = [:]
    /// The backup of the file, as Settee last wrote it.
    var copy: [CloudKey: PropertyList] = [:]
    var log = CloudEdits()
    /// The state that the last sync saved.
    var state: SyncState?
    /// A lower bound for the stamps of new edits.
    var clock = CloudClock()
    /// The edits of each key that this device's user has seen, or knows to be overwritten.
    var history: [CloudKey: Set<Int>] = [:]
    /// The last edit made here of each key that no longer exists.
    var deletes: [CloudKey: Int] = [:]
  }

  var disk = Disk()
  var backup: Disk?
  var isLost = false
  var skew: Int64
  /// The number of steps until this device crashes.
  var stepsToCrash: Int?
  /// The conflict policy of the current sync.
  var policy = CloudPolicy.newest
  /// The values that the current sync read last.
  var read: [CloudKey: PropertyList] = [:]
  /// The deletes that were in effect at that time.
  var deletes: [CloudKey: Int] = [:]
  /// The deletes of keys that the mirror lacked at the last pull.
  var gone: [CloudKey: Int] = [:]
  /// The deletes that the syncs since the last report found, here and in the mirror.
  var met = (here: [CloudKey: Set<Int>](), cloud: [CloudKey: Set<Int>]())
  /// Whether the mirror knows this device.
  var hasPushed = false
  /// For a synced folder: the documents that have arrived here, by the writing device.
  var replica: [CloudDevice: CloudDocument] = [:]
  /// The epochs in which they were written.
  var epochs: [CloudDevice: Int] = [:]
  /// The epoch whose key this device has and uses.
  var epoch = 0
  /// The newest seal that has arrived here.
  var sealSeen = 0
  /// The IDs in the markers next to them.
  var marks: Set<String> = []
  /// The time when each of these files was written, for programs that keep the newest one.
  var written: [CloudDevice: Int] = [:]
  /// The sides that the last report named as kept, for the direction that its sync didn't write.
  var kept: [SyncDifference] = []
  /// What the mirror contained at that report.
  var keptOver: CloudDocument?
  /// The result of the last pull.
  var pulled = CloudSnapshot(document: nil, revision: .none)

  init(skew: Int64) { self.skew = skew }
}

/// The exit of a simulated process.
let simulatedCrash = CloudError(.local, "simulated crash")

extension CloudClock {
  /// Raises the clock so that it's never behind another clock.
  mutating func observe(_ clock: CloudClock) {
    if (clock.time, clock.count) > (time, count) { self = clock }
  }
}
