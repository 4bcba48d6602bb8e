@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func edit(_ device: Int) {
    let key = keys[random.below(keys.count)]
    let value = PropertyList.string(String(begin(key, device, isDelete: false)))
    devices[device].disk.file[key] = value
    // The other edits simulate programs that don't use Settee, so they aren't logged. If such an
    // edit is lost before a sync sees it, the earlier delete remains the user's decision.
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
    // A clone can have sent the value without this device (seed 950004648 of clones).
    let isSent =
      gone.map(landed.contains) == true
      && (!options.clones
        || pushes.indices.contains {
          (pushes[$0].device == device || $0 < devices[device].firstPush)
            && self.number(pushes[$0].document.records[key]?.value) == gone
        })
    // A device restored from its first backup doesn't know that it has sent the value (seed
    // 960000025).
    let state = devices[device].disk.state
    let isNew = state?.written == nil && state?.attempts.contains { $0.records[key] != nil } != true
    let isPulled =
      state?.base[key]?.value != nil || state?.incoming[key]?.value.isSame(as: old) == true
    if !isSent || isNew, !isPulled {
      // The mirror never had the value as far as this device knows, so the delete returns it to the
      // base version.
      discard(devices[device].disk.history[key] ?? [])
    }
    log(key, nil, device, over: old)
    note("d\(device) deletes \(key) = \(number)")
  }

  /// Discards a device's edits that the mirror never had.
  ///
  /// A delete that repeats a tombstone of the mirror isn't discarded, because it was complete. The
  /// values that it deleted stay deleted (seed 990001059 of encrypted accounts).
  private func discard(_ edits: Set<Int>) {
    let repeated = Set(repeatedDeletes.values.flatMap(\.values).joined())
    discarded.formUnion(edits.subtracting(landed).subtracting(repeated))
  }

  private func begin(_ key: Key, _ device: Int, isDelete: Bool) -> Int {
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
    _ key: Key, _ value: PropertyList?, _ device: Int, over old: PropertyList? = nil
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

  /// Restores the disk from its backup and discards edits that hadn't reached the mirror.
  func restore(_ device: Int) {
    guard let backup = devices[device].backup, carrier == .etcd || allDelivered(from: device) else {
      return
    }
    let lost = Set(devices[device].disk.history.values.joined()).subtracting(
      backup.history.values.joined())
    discard(lost)
    readUnreportedConflicts(device)
    devices[device].disk = backup
    // A choice reported after the backup is lost with the disk (seed 2236).
    devices[device].kept = []
    devices[device].isLost = false
    note("d\(device) is restored from its backup")
    repeatUnstampedEdits(device)
  }

  /// Repeats each unsent edit that had no stamp at the time of the backup, because sync treats it
  /// as a new edit.
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

  /// Simulates the permanent loss of a home.
  ///
  /// Its folder remains, and a new device starts with it.
  func leave(_ device: Int) {
    readUnreportedConflicts(device)
    discard(Set(devices[device].disk.history.values.joined()))
    devices[device].disk = SimulatedDevice.Disk()
    (devices[device].backup, devices[device].hasPushed) = (nil, false)
    // A choice reported on this device is lost with its home (seed 1222).
    devices[device].kept = []
    note("d\(device) loses its home")
  }

  /// Marks the unreported conflicts of an interrupted sync as reported.
  ///
  /// Only the device's next sync could have reported them, and no other device knows of them (seed
  /// 1299).
  private func readUnreportedConflicts(_ device: Int) {
    guard let state = devices[device].disk.state,
      let sent = pull(device).document?.devices[state.device]?.written,
      state.written == sent || state.attempts.contains(where: { $0.write == sent })
    else { return }
    readConflicts(state.conflicts, device, isRead: false)
  }

  /// Adds a clone of a device, including its home and folder.
  func clone(_ device: Int) {
    var clone = SimulatedDevice(skew: devices[device].skew + Int64(random.below(7_200_000)))
    clone.disk = devices[device].disk
    clone.hasPushed = devices[device].hasPushed
    clone.firstPush = pushes.count
    (clone.replica, clone.written) = (devices[device].replica, devices[device].written)
    (clone.epochs, clone.epoch) = (devices[device].epochs, devices[device].epoch)
    clone.sealSeen = devices[device].sealSeen
    devices.append(clone)
    note("d\(devices.count - 1) is a clone of d\(device)")
    repeatUnstampedEdits(devices.count - 1)
  }

  /// Simulates a corrupt file that a Settee command restores from its backup.
  func restoreCopy(_ device: Int) {
    let (file, copy) = (devices[device].disk.file, devices[device].disk.copy)
    // The user's decision no longer applies if the value changed (seed 920006679).
    devices[device].kept.removeAll { !file[$0.name].isSame(as: copy[$0.name]) }
    devices[device].disk.file = copy
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
    // No device accepts data from an earlier epoch. Values that exist only there must be sent again
    // by their author, and are lost with the author's home (seed 123).
    if devices[device].epochs[id] ?? 0 < sealKeys.count { return false }
    return !parcels.contains { $0.file == id }
  }

  /// Simulates damage by other programs.
  func lose(_ device: Int) {
    // Skip the old file if the mirror is restored: old values are edits and would hide what the
    // mirror lost.
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

  /// Delivers a random parcel, and sometimes leaves it in the queue to be delivered again.
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
    // A file of a newer epoch has another name, and its author has removed the older file.
    if devices[parcel.to].epochs[parcel.file] ?? 0 > parcel.epoch { return }
    devices[parcel.to].replica[parcel.file] = parcel.document
    devices[parcel.to].epochs[parcel.file] = parcel.epoch
  }
}
