@testable import Settee
@testable import SetteeCloud

/// Runs the real sync code of several devices in a random order that is reproducible from a seed.
///
/// Each edit has a number, which is also its value, and records which edits its author had seen. At
/// the end, this shows whether any value was lost that was neither overwritten nor reported.
final class Simulation {
  enum Carrier { case etcd, folder }

  struct Options {
    var foreignLosses = false
    var deletes = true
    var restores = true
    var crashes = true
    /// Whether the mirror is sometimes restored from its backup, and users restore missing values.
    var mirrorRestores = false
    /// Whether devices are cloned with their home and folder, and the sync program keeps the newer
    /// of two files.
    var clones = false
    /// Whether files become corrupt and are restored from their backups.
    var restoresCopies = false
    /// Whether devices omit the record of restored values.
    ///
    /// The simulation must detect the resulting loss.
    var dropsRestored = false
    /// Whether each device starts with its own replica and marker, and homes can be lost
    /// permanently.
    var begins = false
    /// Whether the sync program replaces one marker with another.
    ///
    /// The simulation must detect the resulting loss.
    var overwritesMarks = false
    /// Whether the state is encoded and decoded each time it is saved.
    var codesState = false
    /// Whether the account is sometimes encrypted or its key changed, and every document encoded.
    var seals = false
    /// Whether clocks become wrong by days, months, or decades during the schedule.
    var clocks = false
    /// Whether the simulation has 8 to 13 devices instead of 2 to 5.
    var many = false
    /// Whether devices omit the records of an unfinished pull when they save.
    ///
    /// The simulation must detect the resulting loss.
    var dropsTaking = false
  }

  let seed: UInt64
  let carrier: Carrier
  let options: Options
  var random: SeededRandom
  var time: Int64 = 1_700_000_000_000
  var devices: [SimulatedDevice] = []
  let keys: [Key]

  /// A change by a user.
  ///
  /// Its number is its index in ``edits`` and the value it set.
  struct Edit {
    let key: Key
    /// The edits of the key that its author had seen.
    var seen: Set<Int>
    let isDelete: Bool
    /// Whether its device hadn't yet sent anything.
    let isNewcomers: Bool
  }

  var edits: [Edit] = []
  /// The edits that a report named as one side of a conflict.
  var reported: Set<Int> = []
  /// The edits that were reverted on their device, or lost with it, before they reached the mirror.
  var discarded: Set<Int> = []
  var landed: Set<Int> = []
  /// The delete of each key that a tombstone represents.
  var tombstones: [Tombstone: [Key: Int]] = [:]
  /// The other deletes that each tombstone repeats.
  ///
  /// The same change on two devices isn't a conflict, so these deletes end without a report.
  var repeatedDeletes: [Key: [CloudStamp: Set<Int>]] = [:]
  /// The tombstones that a report named as one side of a conflict.
  var reportedTombstones: [Key: Set<CloudStamp>] = [:]
  /// Unsent edits in a backup, and values that a user preferred over a newer edit.
  ///
  /// Both may replace later edits if a report names them.
  var revived: Set<Int> = []
  /// The values that a user gave up for the mirror's value, and the edits that they had replaced.
  ///
  /// Those that never reach the mirror don't replace earlier edits.
  var yielded: Set<Int> = []
  /// The deletes that all devices at the time had applied.
  ///
  /// A new device can't learn of them.
  var settledDeletes: Set<Int> = []
  /// The last delete of each key whose tombstone has been removed.
  var collected: [Key: Int] = [:]
  /// The pushes that the mirror accepted.
  var pushes: [Push] = []
  struct Push {
    let id: CloudDevice
    let device: Int
    let write: CloudWrite
    let document: CloudDocument

    var push: CloudPush { CloudPush(device: id, sequence: write.sequence) }
  }
  var problems: [String] = []
  /// The keys that lost an edit because of a documented limitation of clones.
  var hiddenByClones: [Key] = []
  var trace: [String] = []

  // The mirror that simulates etcd has a document for each epoch. Each device uses only the
  // document of its current epoch.
  var documents: [Int: CloudDocument] = [:]
  var revision = 0
  var mirrorBackup: (documents: [Int: CloudDocument], epoch: Int)?
  /// The epoch of the mirror's seal, or 0 if the mirror isn't encrypted.
  var sealed = 0
  /// The key of each epoch.
  var sealKeys: [AccountKey] = []
  /// The seals that are being delivered to devices.
  var seals: [(to: Int, epoch: Int)] = []
  /// The documents that are being delivered to devices.
  var parcels: [Parcel] = []
  struct Parcel {
    let to: Int
    let file: CloudDevice
    let document: CloudDocument
    let written: Int
    let epoch: Int
  }
  /// The markers that are being delivered.
  ///
  /// Sync programs copy them like any other file.
  var marks: [(to: Int, id: String)] = []
  var writes = 0
  var depth = 0

  init(seed: UInt64, carrier: Carrier, options: Options) {
    (self.seed, self.carrier, self.options) = (seed, carrier, options)
    random = SeededRandom(seed: seed)
    keys = (0..<3).map { Key("key\($0)") }
    for _ in 0..<(options.many ? 8 + random.below(6) : 2 + random.below(4)) {
      devices.append(
        SimulatedDevice(skew: Int64.random(in: -21_600_000...21_600_000, using: &random)))
    }
  }

  /// Returns the reading of a device's clock in milliseconds since 1970.
  func clock(of device: Int) -> Int64 { max(0, time + devices[device].skew) }

  func note(_ text: @autoclosure () -> String) { trace.append(text()) }

  /// Runs random actions, lets the devices converge, and verifies the result.
  func run(actions: Int = 60) {
    for _ in 0..<actions { act() }
    converge()
    verify()
  }

  private func act() {
    time += Int64.random(in: 1...600_000, using: &random)
    let device = random.below(devices.count)
    switch random.below(100) {
    case ..<34: edit(device)
    case ..<42: if options.deletes { delete(device) }
    case ..<78: sync(device, SyncOptions.automatic)
    case ..<82:
      sync(device, SyncOptions(pushes: false, conflictPolicy: policy(), ignoresMissingKeys: true))
    case ..<86:
      sync(device, SyncOptions(pulls: false, conflictPolicy: policy(), ignoresMissingKeys: true))
    case ..<90: deliver()
    case ..<92: devices[device].backup = devices[device].disk
    case ..<94: if options.restores { restore(device) }
    case ..<96: devices[device].skew += Int64.random(in: -7_200_000...7_200_000, using: &random)
    default: if options.foreignLosses { lose(device) }
    }
    if random.chance(50) { deliver() }
    if options.mirrorRestores { upset(random.below(devices.count)) }
    if options.clones, devices.count < 6, random.chance(6) { clone(random.below(devices.count)) }
    if options.restoresCopies, random.chance(12) { restoreCopy(random.below(devices.count)) }
    if options.seals, random.chance(3) { seal(random.below(devices.count)) }
    if options.begins, random.chance(2) { leave(random.below(devices.count)) }
    if options.clocks, random.chance(8) { setClock(random.below(devices.count)) }
  }

  /// Sets a device's clock to the correct time, a wrong time, or 1970.
  private func setClock(_ device: Int) {
    let day: Int64 = 86_400_000
    let skews: [Int64] = [
      0, 0, 0, 2 * day, -2 * day, 40 * day, -40 * day, 200 * day, -200 * day, 400 * day,
      -400 * day, -time,
    ]
    devices[device].skew = skews[random.below(skews.count)]
    note("d\(device) has a clock that is \(devices[device].skew / day) days ahead")
  }

  private func upset(_ device: Int) {
    switch random.below(100) {
    // Never back up an empty mirror: restoring it would start the mirror over without its deletes.
    case ..<6: if !documents.isEmpty { mirrorBackup = (documents, sealed) }
    case ..<9: restoreMirror()
    case ..<15: sync(device, SyncOptions(conflictPolicy: .newest))
    default: break
    }
  }

  /// Returns a random conflict policy, or the newest edit if devices can be restored.
  private func policy() -> CloudPolicy {
    options.restores ? .newest : [.newest, .newest, .keepingLocal, .keepingRemote][random.below(4)]
  }
}

/// The identity of a delete.
///
/// The stamp is included because clones use the same push numbers until they sync (seed 4437).
struct Tombstone: Hashable {
  let push: CloudPush
  let stamp: CloudStamp
}

extension CloudRecord {
  var tombstone: Tombstone { Tombstone(push: push, stamp: stamp) }
}
