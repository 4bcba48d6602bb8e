@testable import Settee
@testable import SetteeCloud

/// A device of a simulation, with its file, edit log, saved state, and clock skew.
struct SimulatedDevice {
  /// The part of a device that its backup includes.
  struct Disk {
    var file: [Key: PropertyList] = [:]
    /// Settee's backup of the file as it last wrote it.
    var copy: [Key: PropertyList] = [:]
    var log = CloudEdits()
    /// The state that the last sync saved.
    var state: SyncState?
    /// The clock reading below which no new edit may be stamped.
    var clock = CloudClock()
    /// The edits of each key that the device's user has seen or knows to be overwritten.
    var history: [Key: Set<Int>] = [:]
    /// The last delete on this device for each key that is currently missing.
    var deletes: [Key: Int] = [:]
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
  var read: [Key: PropertyList] = [:]
  /// The deletes that were in effect at that time.
  var deletes: [Key: Int] = [:]
  /// The deletes of keys that were missing in the mirror at the last pull.
  var gone: [Key: Int] = [:]
  /// The deletes on each side that syncs have found since the last report.
  var met = (here: [Key: Set<Int>](), cloud: [Key: Set<Int>]())
  /// The tombstones that syncs have found in the mirror since the last report.
  var metTombstones: [Key: Set<CloudStamp>] = [:]
  /// The contents of `met` and `metTombstones` when the current sync last saved its state, including
  /// its conflicts, or `nil` if it has not saved its state.
  var savedMet: ((here: [Key: Set<Int>], cloud: [Key: Set<Int>]), [Key: Set<CloudStamp>])?
  /// Whether the mirror knows this device.
  var hasPushed = false
  /// For a synced folder, the documents that have arrived, by the device that wrote them.
  var replica: [CloudDevice: CloudDocument] = [:]
  /// The epochs in which those documents were written.
  var epochs: [CloudDevice: Int] = [:]
  /// The epoch of the key that this device uses.
  var epoch = 0
  /// The newest seal that has arrived here.
  var sealSeen = 0
  /// The mirror IDs in the markers that have arrived in the folder.
  var marks: Set<String> = []
  /// The number of pushes before this device was cloned.
  var firstPush = 0
  /// The time at which each document was written, for sync programs that keep the newest file.
  var written: [CloudDevice: Int] = [:]
  /// The conflicts in the last report whose other side its sync didn't overwrite.
  var kept: [SyncDifference] = []
  /// The mirror's document at the time of that report.
  var keptOver: CloudDocument?
  /// The result of the last pull.
  var pulled = CloudSnapshot(document: nil, revision: CloudSnapshot.noRevision)

  init(skew: Int64) { self.skew = skew }
}

/// The error that simulates a crash of the process.
let simulatedCrash = CloudError(.local, "simulated crash")

extension CloudClock {
  /// Advances the clock to `clock` if it is behind.
  mutating func observe(_ clock: CloudClock) {
    if (clock.time, clock.count) > (time, count) { self = clock }
  }
}
