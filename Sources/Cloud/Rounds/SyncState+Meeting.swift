extension SyncState {
  /// What the mirror's entry for this device says about the two of them.
  enum Acquaintance: Equatable {
    /// This device never wrote there.
    case first
    /// The entry is this device's last write.
    case known
    /// The entry is older than the last write, or gone: the mirror was put back.
    case mirrorWentBack
    /// Somebody else writes under this name, or this device was restored from a backup.
    case clone
    /// The device was silent for so long that it was given up.
    case retired
  }

  func acquaintance(
    with document: CloudDocument?, olderWrites: Set<CloudWrite> = [], now: Int64
  ) -> Acquaintance {
    guard let entry = document?.devices[device] else {
      if written == nil { return .first }
      return now - (lastSync ?? now) > SyncComposition.retirementAge ? .retired : .mirrorWentBack
    }
    if entry.isRetired { return .retired }
    if olderWrites.contains(where: isOfTwin) { return .clone }
    if entry.written == written || attempts.contains(where: { $0.write == entry.written }) {
      return .known
    }
    return writes.contains(entry.written) ? .mirrorWentBack : .clone
  }

  /// Whether the mirror shows less of this device, or of another one, than was seen there.
  func isAhead(of document: CloudDocument?, now: Int64) -> Bool {
    if acquaintance(with: document, now: now) == .mirrorWentBack { return true }
    // Of its own writes `seen` has the next one too.
    return seen.contains { device, sequence in
      device != self.device
        && document?.devices[device].map { $0.written.sequence < sequence } ?? false
    }
  }

  /// Whether a write under this name, which others have heard of, is none that this device remembers.
  private func isOfTwin(_ write: CloudWrite) -> Bool {
    guard let first = writes.first ?? written, write.sequence >= first.sequence else {
      return false
    }
    return write != written && !writes.contains(write)
      && !attempts.contains { $0.write == write }
  }

  /// Compares notes with what was pulled: who am I there, which of my writes landed, how late is it.
  mutating func meet(
    _ document: CloudDocument?, olderWrites: Set<CloudWrite> = [], now: Int64, random: () -> UInt64
  ) {
    switch acquaintance(with: document, olderWrites: olderWrites, now: now) {
    case .first, .mirrorWentBack: break
    case .known: settleAttempts(document)
    case .retired: takeNewName(random)
    case .clone:
      shared.insert(device)
      seen[device] = nil
      takeNewName(random)
    }
    guard let document else { return }
    for record in document.records.values { clock.observe(record.stamp) }
  }

  /// A device that has not synced for long, or whose clock was set forward, can't tell whether the
  /// others were inactive: it expires nothing before it has synced for as long as a tombstone is kept.
  mutating func noteAbsence(now: Int64) {
    if let lastSync, now - lastSync > SyncComposition.tombstoneLifetime { returned = now }
    if let time = returned, !(0...SyncComposition.tombstoneLifetime).contains(now - time) {
      returned = nil
    }
  }

  private mutating func settleAttempts(_ document: CloudDocument?) {
    guard let document, let entry = document.devices[device] else { return }
    written = entry.written
    for attempt in attempts where attempt.write == entry.written {
      for (key, record) in attempt.records {
        if let known = base[key], !known.isOlder(than: record) { continue }
        base[key] = record
      }
      for key in attempt.forgotten { base[key] = nil }
    }
    attempts.removeAll { $0.write.sequence <= entry.written.sequence }
  }

  /// Forgets all but its own writes: the values and edits here are another account's.
  mutating func begin() {
    attempts = attempts.map { SyncAttempt(write: $0.write, records: [:]) }
    (base, stamps, taking, dropping) = ([:], [:], [:], [])
    (isClone, shared) = (false, [])
  }

  private mutating func takeNewName(_ random: () -> UInt64) {
    device = CloudDevice(random: random())
    (written, attempts, writes) = (nil, [], [])
    isClone = true
  }
}

extension SyncState {
  /// Compares notes with the file: what was taken, what was edited since `saved`, the clock of the
  /// last round, and what is only put back.
  mutating func settle(_ here: LocalState, isFirst: Bool, now: Int64, saved: CloudClock) {
    foldTaking(here, saved)
    spendDeletes(here)
    for edit in here.edits.values { clock.observe(edit.stamp) }
    holdRestored(here, isFirst: isFirst)
    held = held.filter { key, value in
      here.values[key].map { Fingerprint(of: $0) == value } ?? false
    }
    stampEdits(here, isFirst: isFirst, now: now)
    // Edits that are first seen at a later meeting are newer than this one, though the mirror is empty.
    if isFirst { _ = clock.tick(now: now, device: device) }
  }

  /// What the file holds of the records that were about to enter it is agreed.
  private mutating func foldTaking(_ here: LocalState, _ saved: CloudClock) {
    for (key, record) in taking where here.isMirrored(key) {
      if let known = base[key], record.isOlder(than: known) { continue }
      if here.values[key].isSame(as: record.value) {
        agree(key, record, here)
      } else if let edit = here.edits[key], here.values[key] == nil, edit.isDelete,
        edit.over == Fingerprint(of: record.value)
      {
        // It was there, and its delete is still to be sent.
        base[key] = record
      } else if isSetBack(key, here, since: saved) {
        base[key] = nil
      }
    }
    for key in dropping where here.isMirrored(key) {
      if here.values[key] == nil { agree(key, nil, here) }
      if isSetBack(key, here, since: saved) { base[key] = nil }
    }
    (taking, dropping) = ([:], [])
  }

  /// Whether somebody has set what was agreed anew since the round that took another value: over that
  /// one, as far as anybody knows, so that it is no longer agreed.
  private func isSetBack(_ key: CloudKey, _ here: LocalState, since saved: CloudClock) -> Bool {
    guard let value = here.values[key], let agreed = base[key], agreed.value.isSame(as: value),
      let edit = here.edits[key], edit.value == Fingerprint(of: value)
    else { return false }
    return (edit.stamp.time, edit.stamp.count) > (saved.time, saved.count)
  }

  /// Deletes of what is agreed to be gone have done their work.
  private mutating func spendDeletes(_ here: LocalState) {
    spent = spent.filter { key, stamp in
      here.edits[key]?.stamp == stamp || here.restored[key]?.stamp == stamp
    }
    // What a twin took away may have been sent by the other one: the plan asks about that.
    if isClone { return }
    for (key, edit) in here.edits where edit.mayBeDelete && base[key]?.value == nil {
      spent[key] = edit.stamp
    }
  }

  /// What came back with a good copy is no edit, unless it is one that was made through Settee, or
  /// chosen over the cloud's, after what is agreed.
  ///
  /// A mirror that is met first has nothing newer of it: it gets all that stands here, as the oldest.
  mutating func holdRestored(_ here: LocalState, isFirst: Bool = false) {
    for (key, note) in here.restored where spent[key] != note.stamp {
      spent[key] = note.stamp
      let isEdit = [here.edits[key], stamps[key]].contains { edit in
        guard let edit, edit.value == note.value else { return false }
        return base[key].map { $0.stamp < edit.stamp } ?? true
      }
      if !isEdit, !isFirst { held[key] = note.value }
    }
  }

  private mutating func stampEdits(_ here: LocalState, isFirst: Bool, now: Int64) {
    for (key, edit) in stamps where here.values[key] == nil {
      // A delete that was chosen is over when a value was set after it: its loss is another one's.
      let isOver = here.edits[key].map { !$0.mayBeDelete && $0.stamp > edit.stamp } ?? false
      if !edit.isDelete || isOver { stamps[key] = nil }
    }
    var unstamped: [CloudKey: Fingerprint] = [:]
    for (key, value) in here.values {
      if let agreed = base[key]?.value, Optional(agreed).isSame(as: value) {
        if !stamps.isEmpty { stamps[key] = nil }
        continue
      }
      let fingerprint = Fingerprint(of: value)
      if stamps[key]?.value == fingerprint { continue }
      if let edit = here.edits[key], edit.value == fingerprint {
        stamps[key] = edit
      } else {
        unstamped[key] = fingerprint
      }
    }
    // In order, so that the same round gives the same stamps.
    for (key, fingerprint) in unstamped.sorted(by: { $0.key < $1.key }) {
      let stamp =
        isFirst
        ? oldestStamp(after: here.edits[key]) : clock.tick(now: now, device: device)
      stamps[key] = SyncEdit(value: fingerprint, stamp: stamp)
    }
  }

  /// The stamp of a value that another program set at an unknown time: the oldest one that is possible,
  /// so that the mirror's value wins at the first meeting, but after the key's last edit in the log.
  private func oldestStamp(after edit: SyncEdit?) -> CloudStamp {
    guard let edit else { return CloudStamp(time: 0, count: 0, device: device) }
    var clock = CloudClock(time: edit.stamp.time, count: edit.stamp.count)
    return clock.tick(now: 0, device: device)
  }

  /// The stamp of the delete that was asked for here, if the key is gone by a decision.
  func deleteStamp(of key: CloudKey, _ here: LocalState) -> CloudStamp? {
    if let chosen = stamps[key], chosen.isDelete { return chosen.stamp }
    guard let edit = here.edits[key], edit.mayBeDelete, spent[key] != edit.stamp else { return nil }
    // A value that was agreed on since did come to the disk.
    if !edit.isDelete, let agreed = base[key], agreed.stamp >= edit.stamp { return nil }
    return edit.stamp
  }
}
