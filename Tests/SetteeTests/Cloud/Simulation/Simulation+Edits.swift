@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func edit(_ device: Int) {
    let key = keys[random.below(keys.count)]
    let value = PropertyList.string(String(begin(key, device, isDelete: false)))
    devices[device].disk.file[key] = value
    // Some edits come from programs without knowledge of Settee and aren't logged. When such an
    // edit is lost unseen, an earlier delete is still the user's decision.
    if random.chance(70) {
      devices[device].disk.deletes[key] = nil
      log(key, value, device)
      devices[device].disk.copy = devices[device].disk.file
    }
    devices[device].isLost = false
    note("d\(device) sets \(key) = \(edits.count - 1)")
  }

  func delete(_ device: Int) {
    let key = keys[random.below(keys.count)]
    guard devices[device].disk.file[key] != nil else { return }
    let old = devices[device].disk.file[key]
    let gone = number(old)
    let number = begin(key, device, isDelete: true)
    devices[device].disk.file[key] = nil
    devices[device].disk.deletes[key] = number
    devices[device].disk.copy[key] = nil
    let state = devices[device].disk.state
    if state?.base[key]?.value == nil, gone.map(landed.contains) != true || state?.written == nil {
      // A value that the mirror never had is removed again, so the device is back at the base
      // version. The same is true if the mirror has it from a copy that was made before either had
      // an ID.
      discarded.formUnion((devices[device].disk.history[key] ?? []).subtracting(landed))
      // The user deleted this value, although it reached a mirror whose key was changed since (seed 2828
      // of clocks).
      if let gone { discarded.insert(gone) }
    }
    log(key, nil, device, over: old)
    note("d\(device) deletes \(key) = \(number)")
  }

  private func begin(_ key: CloudKey, _ device: Int, isDelete: Bool) -> Int {
    let seen = devices[device].disk.history[key] ?? []
    edits.append(
      Edit(
        key: key, seen: seen, isDelete: isDelete,
        isNewcomers: !devices[device].hasPushed || options.begins && devices[device].marks.count < 2
      ))
    devices[device].disk.history[key, default: []].insert(edits.count - 1)
    return edits.count - 1
  }

  private func log(
    _ key: CloudKey, _ value: PropertyList?, _ device: Int, over old: PropertyList? = nil
  ) {
    let over = old.map { Fingerprint(of: $0) }
    devices[device].disk.log.note(
      key, SyncEdit(value: Fingerprint(of: value), stamp: stamp(device), over: over))
  }

  private func stamp(_ device: Int) -> CloudStamp {
    var clock = devices[device].disk.clock
    let log = devices[device].disk.log
    for edit in Array(log.edits.values) + log.restored.values { clock.observe(edit.stamp) }
    let id = devices[device].disk.state?.device ?? CloudDevice(random: UInt64(device))
    return clock.tick(now: self.clock(of: device), device: id)
  }

  /// Restores the disk from its backup; values that hadn't reached the mirror are lost.
  func restore(_ device: Int) {
    guard let backup = devices[device].backup, carrier == .etcd || allDelivered(from: device) else {
      return
    }
    let lost = Set(devices[device].disk.history.values.joined()).subtracting(
      backup.history.values.joined())
    discarded.formUnion(lost.subtracting(landed))
    readUnreportedConflicts(device)
    devices[device].disk = backup
    // A choice reported after the backup is lost together with the disk (seed 2236).
    devices[device].kept = []
    devices[device].isLost = false
    note("d\(device) is restored from its backup")
    repeatUnstampedEdits(device)
  }

  /// An unsent edit without a stamp at the time of the copy is treated as made again after it.
  private func repeatUnstampedEdits(_ device: Int) {
    let disk = devices[device].disk
    for (key, value) in disk.file.sorted(by: { $0.key < $1.key }) {
      if disk.state?.base[key]?.value.isSame(as: value) ?? false { continue }
      if let number = number(value) { revived.insert(number) }
      let print = Fingerprint(of: value)
      if disk.state?.stamps[key]?.value == print || disk.log.edits[key]?.value == print { continue }
      let again = begin(key, device, isDelete: false)
      devices[device].disk.file[key] = .string(String(again))
      note("d\(device) sets \(key) = \(again) again")
    }
  }

  /// A home is lost for good; its folder remains, and a new device starts next to it.
  func leave(_ device: Int) {
    readUnreportedConflicts(device)
    discarded.formUnion(Set(devices[device].disk.history.values.joined()).subtracting(landed))
    devices[device].disk = SimulatedDevice.Disk()
    (devices[device].backup, devices[device].hasPushed) = (nil, false)
    // A choice reported here is lost as well (seed 1222).
    devices[device].kept = []
    note("d\(device) loses its home")
  }

  /// A conflict that an interrupted sync decided is only reported by the device's next sync; if its
  /// home is lost, no other device can know of it (seed 1299).
  private func readUnreportedConflicts(_ device: Int) {
    guard let state = devices[device].disk.state,
      let sent = pull(device).document?.devices[state.device]?.written,
      state.written == sent || state.attempts.contains(where: { $0.write == sent })
    else { return }
    readConflicts(state.conflicts, device, isRead: false)
  }

  /// Adds a device that is a copy of another one, with its home and folder.
  func clone(_ device: Int) {
    var clone = SimulatedDevice(skew: devices[device].skew + Int64(random.below(7_200_000)))
    clone.disk = devices[device].disk
    clone.hasPushed = devices[device].hasPushed
    (clone.replica, clone.written) = (devices[device].replica, devices[device].written)
    (clone.epochs, clone.epoch) = (devices[device].epochs, devices[device].epoch)
    clone.sealSeen = devices[device].sealSeen
    devices.append(clone)
    note("d\(devices.count - 1) is a clone of d\(device)")
    repeatUnstampedEdits(devices.count - 1)
  }

  /// Corrupts the file, and a command of Settee restores its backup.
  func restoreCopy(_ device: Int) {
    devices[device].disk.file = devices[device].disk.copy
    if !options.dropsRestored {
      for (key, value) in devices[device].disk.copy.sorted(by: { $0.key < $1.key }) {
        let edit = SyncEdit(value: Fingerprint(of: value), stamp: stamp(device))
        devices[device].disk.log.noteRestored(key, edit)
      }
    }
    note("d\(device) gets its good copy back")
  }

  private func allDelivered(from device: Int) -> Bool {
    guard let id = devices[device].disk.state?.device else { return true }
    // No device accepts data from an earlier epoch: values that exist only there must be sent again
    // by their writer, and are lost together with its home (seed 123).
    if devices[device].epochs[id] ?? 0 < sealKeys.count { return false }
    return !parcels.contains { $0.file == id }
  }

  /// Damage by other programs.
  func lose(_ device: Int) {
    // Old values that another program writes are edits: they would hide what the mirror lost.
    switch random.below(options.mirrorRestores ? 3 : 4) {
    case 0:
      devices[device].disk.file = [:]
      devices[device].isLost = true
    case 1: devices[device].disk.file = [:]
    case 2:
      for key in keys where random.chance(50) { devices[device].disk.file[key] = nil }
    default:
      if let old = devices[device].backup?.file { devices[device].disk.file = old }
    }
    note("d\(device) loses, keeps \(devices[device].disk.file.keys.sorted())")
  }

  /// Delivers one parcel, in any order, and possibly again later.
  func deliver() {
    if !marks.isEmpty, random.chance(50) {
      let mark = marks.remove(at: random.below(marks.count))
      if options.overwritesMarks { devices[mark.to].marks = [] }
      devices[mark.to].marks.insert(mark.id)
    }
    if !seals.isEmpty, random.chance(50) {
      let seal = seals.remove(at: random.below(seals.count))
      devices[seal.to].sealSeen = max(devices[seal.to].sealSeen, seal.epoch)
    }
    guard !parcels.isEmpty else { return }
    let index = random.below(parcels.count)
    let parcel = parcels[index]
    if !random.chance(15) { parcels.remove(at: index) }
    if options.clones, devices[parcel.to].written[parcel.file] ?? 0 >= parcel.written { return }
    devices[parcel.to].written[parcel.file] = parcel.written
    // The file of a newer epoch has another name, and its writer has removed the old one.
    if devices[parcel.to].epochs[parcel.file] ?? 0 > parcel.epoch { return }
    devices[parcel.to].replica[parcel.file] = parcel.document
    devices[parcel.to].epochs[parcel.file] = parcel.epoch
  }
}
