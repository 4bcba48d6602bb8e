@testable import Settee
@testable import SetteeCloud

/// A random schedule of several devices, reproducible from its seed, that runs the real sync code.
///
/// Every edit has a number, which is its value, and records which edits its author had seen. At the
/// end, this shows whether a value was lost that was neither overwritten nor reported.
final class Simulation {
  enum Carrier { case etcd, folder }

  struct Options {
    var foreignLosses = false
    var deletes = true
    var restores = true
    var crashes = true
    /// Restores the mirror from its backup from time to time, and users restore missing values.
    var mirrorRestores = false
    /// Copies devices with their home and folder, and a sync program keeps the newer of two files.
    var clones = false
    /// Corrupts files, which are restored from their backups.
    var restoresCopies = false
    /// Doesn't record restored values, to verify that the simulation detects the resulting loss.
    var dropsRestored = false
    /// Every device starts with a separate replica and marker, and homes are lost for good.
    var begins = false
    /// Lets a sync program replace one marker with another, to verify that the loss is detected.
    var overwritesMarks = false
    /// Saves and loads the state in its file format.
    var codesState = false
    /// Encrypts the account from time to time and changes its key; every document is encoded.
    var seals = false
    /// Sets clocks wrong by days, months, or decades during the schedule.
    var clocks = false
    /// Uses ten or more devices.
    var many = false
    /// Forgets the records being pulled at each save, to verify that the loss is detected.
    var dropsTaking = false
  }

  let seed: UInt64
  let carrier: Carrier
  let options: Options
  var random: SeededRandom
  var time: Int64 = 1_700_000_000_000
  var devices: [SimulatedDevice] = []
  let keys: [CloudKey]

  /// One decision of a user: its number is its index in ``edits`` and the value that it set.
  struct Edit {
    let key: CloudKey
    /// The edits of that key that its author had seen.
    var seen: Set<Int>
    let isDelete: Bool
    /// Whether its device hadn't sent anything yet.
    let isNewcomers: Bool
  }

  var edits: [Edit] = []
  /// The edits and deletes that a report named as one side of a conflict.
  var reported: Set<Int> = []
  /// Edits that were lost with a device before they reached the mirror, or undone there.
  var discarded: Set<Int> = []
  var landed: Set<Int> = []
  /// The delete that a tombstone represents.
  var tombstones: [Tombstone: [CloudKey: Int]] = [:]
  /// Unsent edits of a backup, and values that a user chose against the newest edit: both may
  /// return over later edits, but not without a report.
  var revived: Set<Int> = []
  /// Deletes that every device of that time applied, so that a new device can't learn of them.
  var settledDeletes: Set<Int> = []
  /// The last delete of each key whose tombstone was removed.
  var collected: [CloudKey: Int] = [:]
  var problems: [String] = []
  var trace: [String] = []

  // The etcd-like mirror.
  // The document of each epoch; a device uses only its current epoch.
  var documents: [Int: CloudDocument] = [:]
  var revision = 0
  var mirrorBackup: (documents: [Int: CloudDocument], epoch: Int)?
  /// The epoch of the seal in the mirror; 0 if it isn't encrypted.
  var sealed = 0
  /// The key of each epoch.
  var sealKeys: [AccountKey] = []
  /// Seals being delivered.
  var seals: [(to: Int, epoch: Int)] = []
  /// Versions being delivered from one device to another.
  var parcels: [Parcel] = []
  struct Parcel {
    let to: Int
    let file: CloudDevice
    let document: CloudDocument
    let written: Int
    let epoch: Int
  }
  /// Markers being delivered, which a sync program copies like any other file.
  var marks: [(to: Int, id: String)] = []
  var writes = 0
  var depth = 0

  init(seed: UInt64, carrier: Carrier, options: Options) {
    (self.seed, self.carrier, self.options) = (seed, carrier, options)
    random = SeededRandom(seed: seed)
    keys = (0..<3).map { CloudKey("key\($0)") }
    for _ in 0..<(options.many ? 8 + random.below(6) : 2 + random.below(4)) {
      devices.append(
        SimulatedDevice(skew: Int64.random(in: -21_600_000...21_600_000, using: &random)))
    }
  }

  /// Returns the time of a device's clock, in milliseconds since 1970.
  func clock(of device: Int) -> Int64 { max(0, time + devices[device].skew) }

  func note(_ text: @autoclosure () -> String) { trace.append(text()) }

  /// Runs the schedule, lets the devices converge, and verifies the result.
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

  /// Sets a clock to a wrong or the correct time, or resets it to 1970.
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
    // An emptied mirror starts over without deletes.
    case ..<6: if !documents.isEmpty { mirrorBackup = (documents, sealed) }
    case ..<9: restoreMirror()
    case ..<15: sync(device, SyncOptions(conflictPolicy: .newest))
    default: break
    }
  }

  /// Users who see both sides choose against the newest edit; a restored device's users don't.
  private func policy() -> CloudPolicy {
    options.restores ? .newest : [.newest, .newest, .keepingLocal, .keepingRemote][random.below(4)]
  }
}

/// The identity of a delete: clones that haven't synced yet use the same push numbers (seed 4437).
struct Tombstone: Hashable {
  let push: CloudPush
  let stamp: CloudStamp
}

extension CloudRecord {
  var tombstone: Tombstone { Tombstone(push: push, stamp: stamp) }
}
