@testable import Settee
@testable import SetteeCloud

/// A random life of some devices, replayable from its seed, that runs the real rounds.
///
/// Every edit has a number, which is its value, and knows which edits its maker had seen: so at the
/// end it can be told whether anything was lost that was not overtaken or reported.
final class Simulation {
  enum Carrier { case etcd, folder }

  struct Options {
    var foreignLosses = false
    var deletes = true
    var restores = true
    var crashes = true
    /// The mirror goes back to a backup of its own now and then, and users bring back what is missing.
    var mirrorRestores = false
    /// Machines are copied with home and folder, and a program carries the newest of two files.
    var clones = false
    /// Files are damaged, and come back from their good copies.
    var mends = false
    /// Leaves no note of what came back: the bug that it guards against.
    var dropsRestored = false
    /// Every device begins in a replica of its own, with a mark of its own, and homes go for good.
    var begins = false
    /// A carrier puts one mark in the place of the other: the fault that their names guard against.
    var overwritesMarks = false
    /// Save and load the state as a file would.
    var codesState = false
    /// The account is sealed now and then, and its key changed; every document goes through its bytes.
    var seals = false
    /// Clocks are wrong by days, months, or decades, and are set in between.
    var clocks = false
    /// Ten devices and more.
    var many = false
    /// Forgets the records about to be taken at each save: the bug that they guard against.
    var dropsTaking = false
  }

  let seed: UInt64
  let carrier: Carrier
  let options: Options
  var random: SeededRandom
  var time: Int64 = 1_700_000_000_000
  var devices: [SimulatedDevice] = []
  let keys: [CloudKey]

  /// One decision of a user: its number is its place in ``edits``, and the value that it left.
  struct Edit {
    let key: CloudKey
    /// The edits of that key that its maker had seen.
    var seen: Set<Int>
    let isDelete: Bool
    /// Whether its machine had not sent anything yet.
    let isNewcomers: Bool
  }

  var edits: [Edit] = []
  /// The edits, deletes included, that some report named as one side of a conflict.
  var reported: Set<Int> = []
  /// Edits that went down with a machine before they reached the mirror, or were taken back there.
  var drowned: Set<Int> = []
  var landed: Set<Int> = []
  /// Which delete a tombstone is.
  var tombstones: [Tombstone: [CloudKey: Int]] = [:]
  /// Unsent edits of a backup, and what a user chose against the newest edit: both may come back
  /// over what overtook them, but not without a word.
  var revived: Set<Int> = []
  /// Deletes that every machine of their time took over, so that a newcomer cannot be told of them.
  var settledDeletes: Set<Int> = []
  /// The last delete of each key whose tombstone is gone.
  var collected: [CloudKey: Int] = [:]
  var problems: [String] = []
  var trace: [String] = []

  // The etcd-like mirror.
  /// What it holds of each epoch; a device looks at its own alone.
  var documents: [Int: CloudDocument] = [:]
  var revision = 0
  var mirrorBackup: (documents: [Int: CloudDocument], epoch: Int)?
  /// The epoch that the seal in the mirror names; 0 in clear.
  var sealed = 0
  /// The key of each epoch.
  var sealKeys: [AccountKey] = []
  /// Seals under way.
  var seals: [(to: Int, epoch: Int)] = []
  /// Versions under way from one machine to another.
  var parcels: [Parcel] = []
  struct Parcel {
    let to: Int
    let file: CloudDevice
    let document: CloudDocument
    let written: Int
    let epoch: Int
  }
  /// Marks under way, which a program carries like any other file.
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

  /// What a machine's clock shows, in milliseconds since 1970.
  func clock(of device: Int) -> Int64 { max(0, time + devices[device].skew) }

  func note(_ text: @autoclosure () -> String) { trace.append(text()) }

  /// Lives, comes to rest, and judges.
  func run(actions: Int = 60) {
    for _ in 0..<actions { act() }
    rest()
    judge()
  }

  private func act() {
    time += Int64.random(in: 1...600_000, using: &random)
    let device = random.below(devices.count)
    switch random.below(100) {
    case ..<34: edit(device)
    case ..<42: if options.deletes { delete(device) }
    case ..<78: sync(device, SyncOptions.automatic)
    case ..<82: sync(device, SyncOptions(sends: false, policy: policy(), ignoresMissingKeys: true))
    case ..<86: sync(device, SyncOptions(takes: false, policy: policy(), ignoresMissingKeys: true))
    case ..<90: deliver()
    case ..<92: devices[device].backup = devices[device].disk
    case ..<94: if options.restores { restore(device) }
    case ..<96: devices[device].skew += Int64.random(in: -7_200_000...7_200_000, using: &random)
    default: if options.foreignLosses { lose(device) }
    }
    if random.chance(50) { deliver() }
    if options.mirrorRestores { upset(random.below(devices.count)) }
    if options.clones, devices.count < 6, random.chance(6) { clone(random.below(devices.count)) }
    if options.mends, random.chance(12) { mend(random.below(devices.count)) }
    if options.seals, random.chance(3) { seal(random.below(devices.count)) }
    if options.begins, random.chance(2) { leave(random.below(devices.count)) }
    if options.clocks, random.chance(8) { setClock(random.below(devices.count)) }
  }

  /// Somebody sets a clock, to a wrong time or right; or a battery is empty.
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
    // An emptied mirror begins anew, and knows of no delete.
    case ..<6: if !documents.isEmpty { mirrorBackup = (documents, sealed) }
    case ..<9: restoreMirror()
    case ..<15: sync(device, SyncOptions(conflictPolicy: .newest))
    default: break
    }
  }

  /// Choices against the newest edit are made by users who see both; a restored machine's do not.
  private func policy() -> CloudPolicy {
    options.restores ? .newest : [.newest, .newest, .here, .cloud][random.below(4)]
  }
}

/// What a delete is known by: twins that have not met yet count their pushes alike (seed 4437).
struct Tombstone: Hashable {
  let push: CloudPush
  let stamp: CloudStamp
}

extension CloudRecord {
  var tombstone: Tombstone { Tombstone(push: push, stamp: stamp) }
}
