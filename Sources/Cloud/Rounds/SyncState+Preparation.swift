import SetteeValues

extension SyncState {
  /// The relationship between this device and its entry in the mirror.
  enum PeerStatus: Equatable {
    /// This device has never written to the mirror.
    case first
    /// The entry of this device in the mirror is the result of its last write.
    case known
    /// The entry of this device is missing or older than its last write, so the mirror was rolled
    /// back.
    case mirrorRolledBack
    /// Another device writes under the ID of this device, or this device was restored from a
    /// backup.
    case clone
    /// This device was retired after a long period of inactivity.
    case retired
  }

  func peerStatus(
    in document: CloudDocument?, olderWrites: Set<CloudWrite> = [], now: Int64
  ) -> PeerStatus {
    guard let entry = document?.devices[device] else {
      if written == nil { return .first }
      return now - (lastSync ?? now) > SyncComposition.retirementAge ? .retired : .mirrorRolledBack
    }
    if entry.isRetired { return .retired }
    if olderWrites.contains(where: isCloneWrite) { return .clone }
    if entry.written == written || attempts.contains(where: { $0.write == entry.written }) {
      return .known
    }
    return writes.contains(entry.written) ? .mirrorRolledBack : .clone
  }

  /// Returns whether the mirror's entry for any device is older than it was at the last sync.
  func isAhead(of document: CloudDocument?, now: Int64) -> Bool {
    if peerStatus(in: document, now: now) == .mirrorRolledBack { return true }
    // Skip this device, because its number in `seen` can already include the next write.
    return seen.contains { device, sequence in
      device != self.device
        && document?.devices[device].map { $0.written.sequence < sequence } ?? false
    }
  }

  /// Returns whether another device made a write that is listed under this device's ID.
  private func isCloneWrite(_ write: CloudWrite) -> Bool {
    guard let first = writes.first ?? written, write.sequence >= first.sequence else {
      return false
    }
    return write != written && !writes.contains(write)
      && !attempts.contains { $0.write == write }
  }

  /// Updates the device ID, the confirmed pushes, and the clock from the pulled document.
  mutating func prepare(
    _ document: CloudDocument?, olderWrites: Set<CloudWrite> = [], now: Int64, random: () -> UInt64
  ) {
    switch peerStatus(in: document, olderWrites: olderWrites, now: now) {
    case .first, .mirrorRolledBack: break
    case .known: confirmAttempts(document)
    case .retired: assignNewID(random)
    case .clone:
      sharedNames.insert(device)
      seen[device] = nil
      assignNewID(random)
    }
    guard let document else { return }
    for record in document.records.values { clock.observe(record.stamp) }
  }

  /// Records when this device joined the mirror or returned after a long absence.
  ///
  /// Such a device can't determine whether other devices were inactive, and neither can a device
  /// whose clock was set forward. It therefore lets nothing expire for the lifetime of a tombstone.
  mutating func noteAbsence(from document: CloudDocument? = nil, now: Int64) {
    let isAbsent =
      lastSync.map { now - $0 > SyncComposition.tombstoneLifetime }
      ?? (document?.devices.contains { $0.key != device } ?? false)
    if isAbsent { returned = now }
    if let time = returned, !(0...SyncComposition.tombstoneLifetime).contains(now - time) {
      returned = nil
    }
  }

  private mutating func confirmAttempts(_ document: CloudDocument?) {
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

  /// Resets the sync state after an account change, but keeps the history of this device's writes.
  ///
  /// The other parts of the state are reset because the local values and edits belong to the
  /// previous account.
  mutating func resetForAccountChange() {
    attempts = attempts.map { SyncAttempt(write: $0.write, records: [:]) }
    (base, stamps, incoming, removing) = ([:], [:], [:], [])
    (isClone, sharedNames) = (false, [])
  }

  private mutating func assignNewID(_ random: () -> UInt64) {
    device = CloudDevice(random: random())
    (written, attempts, writes) = (nil, [], [])
    isClone = true
  }
}

extension SyncState {
  /// Updates the sync state from the settings file.
  ///
  /// This method merges received values, stamps new edits, and quarantines restored values. The
  /// `saved` argument is the clock of the last sync, and `hasMirror` is `false` if no device has
  /// created the mirror yet.
  mutating func reconcile(
    _ here: LocalState, isFirst: Bool, hasMirror: Bool = true, now: Int64, saved: CloudClock
  ) {
    mergeIncoming(here, saved)
    // Only a device without a base creates the mirror.
    if hasMirror { mergeDeletedAttempts(here) }
    consumeDeletes(here)
    for edit in here.edits.values { clock.observe(edit.stamp) }
    quarantineRestored(here, isFirst: isFirst)
    quarantined = quarantined.filter { key, value in
      here.values[key].map { Fingerprint(of: $0) == value } ?? false
    }
    stampEdits(here, isFirst: isFirst, now: now)
    // Edits that a later sync sees for the first time must be newer, even if the mirror is empty
    // now.
    if isFirst { _ = clock.tick(now: now, device: device) }
  }

  /// Records the incoming values as synced if the settings file contains them.
  private mutating func mergeIncoming(_ here: LocalState, _ saved: CloudClock) {
    for (key, record) in incoming where here.isMirrored(key) {
      if here.values[key].isSame(as: record.value) {
        setBase(key, record, here)
      } else if let edit = here.edits[key], here.values[key] == nil, edit.isDelete,
        edit.over == Fingerprint(of: record.value), consumedDeletes[key] != edit.stamp
      {
        // The value was written to the settings file and then deleted, so the deletion is still
        // pending. A consumed deletion is older than the pull, so the value was never written.
        base[key] = record
      } else if isSetAgain(key, here, since: saved) {
        base[key] = nil
      }
    }
    for key in removing where here.isMirrored(key) {
      if here.values[key] == nil { setBase(key, nil, here) }
      if isSetAgain(key, here, since: saved) { base[key] = nil }
    }
    (incoming, removing) = ([:], [])
  }

  /// Records the values of unfinished pushes as synced if the user has deleted them since.
  ///
  /// Another device might have received such a value, even if the mirror no longer contains the
  /// push, so the deletion must be sent. It can have an older stamp than the value that it removed.
  private mutating func mergeDeletedAttempts(_ here: LocalState) {
    for (key, record) in attempts.flatMap(\.records)
    where !record.isTombstone && here.values[key] == nil && here.isMirrored(key) {
      guard let edit = here.edits[key], edit.isDelete, consumedDeletes[key] != edit.stamp,
        edit.stamp > record.stamp || edit.over == Fingerprint(of: record.value),
        base[key]?.isOlder(than: record) ?? true
      else { continue }
      base[key] = record
    }
  }

  /// Returns whether the user set a value again that the last sync had replaced.
  ///
  /// After such an edit, the record of the last sync no longer applies to the key.
  private func isSetAgain(_ key: Key, _ here: LocalState, since saved: CloudClock) -> Bool {
    guard let value = here.values[key], let synced = base[key], synced.value.isSame(as: value),
      let edit = here.edits[key], edit.value == Fingerprint(of: value)
    else { return false }
    return (edit.stamp.time, edit.stamp.count) > (saved.time, saved.count)
  }

  /// Marks the deletion of a key as consumed if the key had no value at the last sync, or if the
  /// settings file contains a value that was set after the deletion.
  private mutating func consumeDeletes(_ here: LocalState) {
    consumedDeletes = consumedDeletes.filter { key, stamp in
      here.edits[key]?.stamp == stamp || here.restored[key]?.stamp == stamp
    }
    // The deleted value itself doesn't count, because a deletion is logged before it is written to
    // the settings file.
    for (key, edit) in here.edits where edit.mayBeDelete {
      guard let value = here.values[key], edit.over != Fingerprint(of: value) else { continue }
      consumedDeletes[key] = edit.stamp
    }
    // A deletion from before this device was cloned might affect a newer value of the other device.
    // The plan treats it as a conflict.
    if isClone { return }
    for (key, edit) in here.edits where edit.mayBeDelete && base[key]?.value == nil {
      consumedDeletes[key] = edit.stamp
    }
  }

  /// Quarantines values that were restored from a backup, so that the sync doesn't send them.
  ///
  /// A restored value is an edit only if it was set or chosen after the base was synced. The first
  /// sync with a mirror quarantines nothing and sends all values with the oldest stamp.
  mutating func quarantineRestored(_ here: LocalState, isFirst: Bool = false) {
    for (key, note) in here.restored where consumedDeletes[key] != note.stamp {
      consumedDeletes[key] = note.stamp
      let isEdit = [here.edits[key], stamps[key]].contains { edit in
        guard let edit, edit.value == note.value else { return false }
        return base[key].map { $0.stamp < edit.stamp } ?? true
      }
      if !isEdit, !isFirst { quarantined[key] = note.value }
    }
  }

  private mutating func stampEdits(_ here: LocalState, isFirst: Bool, now: Int64) {
    for (key, edit) in stamps where here.values[key] == nil {
      let later = here.edits[key].flatMap { $0.stamp > edit.stamp ? $0 : nil }
      // If a later edit overrides the deletion, the deletion doesn't explain why the value is
      // missing.
      if !edit.isDelete || later?.mayBeDelete == false { stamps[key] = nil }
      // The user may have set the key and deleted it again since choosing the deletion.
      if let later, later.isDelete, consumedDeletes[key] != later.stamp { stamps[key] = later }
    }
    var unstamped: [Key: Fingerprint] = [:]
    for (key, value) in here.values {
      if let synced = base[key]?.value, Optional(synced).isSame(as: value) {
        if !stamps.isEmpty { stamps[key] = nil }
        continue
      }
      let fingerprint = Fingerprint(of: value)
      // The user may have set the same value again since an earlier sync stamped it.
      let edits = [stamps[key], here.edits[key]].compactMap { $0?.value == fingerprint ? $0 : nil }
      if let edit = edits.max(by: { $0.stamp < $1.stamp }) {
        stamps[key] = edit
      } else {
        unstamped[key] = fingerprint
      }
    }
    // Sort the keys so that identical syncs assign identical stamps.
    for (key, fingerprint) in unstamped.sorted(by: { $0.key < $1.key }) {
      let stamp =
        isFirst
        ? oldestStamp(after: here.edits[key]) : clock.tick(now: now, device: device)
      stamps[key] = SyncEdit(value: fingerprint, stamp: stamp)
    }
  }

  /// Returns the stamp for a value that another program set at an unknown time before the first
  /// sync.
  ///
  /// The stamp is the oldest possible one that follows the last logged edit of the key, so the
  /// mirror's value takes precedence.
  private func oldestStamp(after edit: SyncEdit?) -> CloudStamp {
    guard let edit else { return CloudStamp(time: 0, count: 0, device: device) }
    var clock = CloudClock(time: edit.stamp.time, count: edit.stamp.count)
    return clock.tick(now: 0, device: device)
  }

  /// Returns the stamp of a key's pending deletion, or `nil` if the user didn't delete the key.
  func deleteStamp(of key: Key, _ here: LocalState) -> CloudStamp? {
    if let chosen = stamps[key], chosen.isDelete { return chosen.stamp }
    guard let edit = here.edits[key], edit.mayBeDelete, consumedDeletes[key] != edit.stamp else {
      return nil
    }
    // If the last sync is newer than the edit, the value was written to disk, so the edit doesn't
    // explain its loss.
    if !edit.isDelete, let synced = base[key], synced.stamp >= edit.stamp { return nil }
    return edit.stamp
  }
}
