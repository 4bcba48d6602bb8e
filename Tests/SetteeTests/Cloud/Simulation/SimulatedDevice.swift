@testable import Settee
@testable import SetteeCloud

/// One machine of a simulation: its file, its log of edits, its saved state, and a wrong clock.
struct SimulatedDevice {
  /// What a backup of the machine holds.
  struct Disk {
    var file: [CloudKey: PropertyList] = [:]
    /// The good copy of the file: as Settee wrote it last.
    var copy: [CloudKey: PropertyList] = [:]
    var log = CloudEdits()
    /// What a round saved last.
    var state: SyncState?
    /// A stamp that no edit may fall behind.
    var clock = CloudClock()
    /// Which edits of each key this machine's user has seen, or has seen overtaken.
    var history: [CloudKey: Set<Int>] = [:]
    /// The last edit made here of each key that is not there any more.
    var deletes: [CloudKey: Int] = [:]
  }

  var disk = Disk()
  var backup: Disk?
  var isLost = false
  var skew: Int64
  /// How many more steps this machine does before it crashes.
  var stepsToCrash: Int?
  /// What the round under way does about conflicts.
  var policy = CloudPolicy.newest
  /// What the round under way read last.
  var read: [CloudKey: PropertyList] = [:]
  /// The deletes that stood when it read.
  var deletes: [CloudKey: Int] = [:]
  /// The deletes of what the mirror did not hold when it was last asked.
  var gone: [CloudKey: Int] = [:]
  /// The deletes that the rounds since the last report met, here and in the mirror.
  var met = (here: [CloudKey: Set<Int>](), cloud: [CloudKey: Set<Int>]())
  /// Whether the mirror knows this machine.
  var hasPushed = false
  /// In a folder carried by a sync program: what has arrived here, by the writing device.
  var replica: [CloudDevice: CloudDocument] = [:]
  /// The epochs in which they were written.
  var epochs: [CloudDevice: Int] = [:]
  /// The epoch whose key this machine has, and goes by.
  var epoch = 0
  /// The newest seal that has arrived here.
  var sealSeen = 0
  /// The ids that the marks beside them bear.
  var marks: Set<String> = []
  /// When each of these files was written, as a program that keeps the newest one goes by.
  var written: [CloudDevice: Int] = [:]
  /// What the last report said was kept, against the way that its round did not go.
  var kept: [SyncDifference] = []
  /// What the mirror held when it was asked last.
  var pulled = CloudSnapshot(document: nil, revision: .none)

  init(skew: Int64) { self.skew = skew }
}

/// The end of a simulated process.
let simulatedCrash = CloudError(.local, "simulated crash")

extension CloudClock {
  /// Never again runs behind another clock.
  mutating func observe(_ clock: CloudClock) {
    if (clock.time, clock.count) > (time, count) { self = clock }
  }
}
