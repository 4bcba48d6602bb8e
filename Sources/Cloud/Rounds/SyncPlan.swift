import SetteeFiles
import SetteeValues

/// The plan of a sync, which is the result of a three-way merge for each key.
struct SyncPlan: Sendable {
  /// A record that this device can send to the mirror.
  struct PendingRecord: Sendable {
    var value: PropertyList?
    var stamp: CloudStamp
  }

  /// The result of the three-way merge of a key's base value, local value, and value in the mirror.
  enum Decision: Sendable {
    /// This device and the mirror have the same value, which becomes the new base.
    ///
    /// A record of `nil` removes the key from the base, which contains the records of the last
    /// sync.
    case synced(CloudRecord?)
    /// The value of the key changed only in the mirror.
    ///
    /// A record of `nil` means that another device removed the key.
    case take(CloudRecord?)
    /// The value of the key changed only on this device.
    case send(PendingRecord)
    /// The value of the key changed both on this device and in the mirror.
    ///
    /// If the second record is `nil`, another device removed the key.
    case conflict(PendingRecord, CloudRecord?)
    /// The key is missing on this device but wasn't deleted, so its record can be restored.
    case missing(CloudRecord)
    /// The value was restored from a backup on this device, so the sync doesn't send it.
    case quarantined
  }

  /// A conflict between two records that was resolved automatically.
  ///
  /// Such a conflict occurs when two devices edit a key without knowing of each other's edit. It is
  /// found when replicas are merged or after the mirror was rolled back.
  struct HiddenConflict: Sendable {
    let base: CloudRecord
    let cloud: CloudRecord
    /// The side with the newer record, which the sync keeps by default.
    let kept: CloudSide
  }

  /// The decision for each key that has changed since the last sync.
  private(set) var decisions: [Key: Decision] = [:]
  /// The records of the last sync that are sent again to a mirror that was rolled back.
  ///
  /// A record is sent again even if the local file has lost the key, because the mirror lost it
  /// independently.
  private(set) var resends: [Key: CloudRecord] = [:]
  /// The automatically resolved conflicts to report for each key, starting with the oldest.
  private(set) var hiddenConflicts: [Key: [HiddenConflict]] = [:]
  /// A Boolean value that indicates whether too many keys are missing to treat them as deleted.
  private(set) var isMassLoss = false

  /// All keys for which the plan has a decision or a record to send again, in sorted order.
  var keys: [Key] {
    (Array(decisions.keys) + resends.keys.filter { decisions.index(forKey: $0) == nil }).sorted()
  }

  private let state: SyncState
  let here: LocalState
  private let document: CloudDocument
  private let contested: [Key: [CloudRecord]]
  private let replaces: Bool
  private let now: Int64

  /// Creates a plan by comparing the local values, the records of the last sync, and the mirror.
  ///
  /// If `trusts` is `true`, the plan follows the mirror even if the mirror has removed most keys.
  init(
    state: SyncState, here: LocalState, document: CloudDocument,
    contested: [Key: [CloudRecord]] = [:], replaces: Bool = false, trusts: Bool = false,
    isIdle: Bool = false, now: Int64 = CurrentProcess.milliseconds
  ) {
    self.replaces = replaces
    // Only other devices can remove a record of the last sync from the mirror. Using their clocks
    // prevents a fast local clock from making records look older.
    let others = document.devices.lazy.filter { $0.key != state.device }
    self.now = min(now, others.map(\.value.time).max() ?? now)
    (self.state, self.here, self.document, self.contested) = (state, here, document, contested)
    if !isIdle { evaluateAll(trusts: trusts) }
    addHiddenConflicts()
  }

  private mutating func evaluateAll(trusts: Bool) {
    isMassLoss =
      here.isLost
      || Self.isOverHalf(state.base.count { isUndecidedLoss($0.key, $0.value) }, of: liveBase)
    let keys = Set(state.base.keys).union(here.values.keys).union(document.records.keys)
    for key in keys where here.isMirrored(key) { evaluate(key, state.base[key]) }
    for (key, sent) in lostAttempts where here.isMirrored(key) { evaluate(key, sent) }
    if !trusts { guardAgainstEmptiedMirror() }
  }

  private var liveBase: Int { state.base.values.count { !$0.isTombstone } }

  private static func isOverHalf(_ count: Int, of all: Int) -> Bool { count > 0 && 2 * count > all }

  private func isUndecidedLoss(_ key: Key, _ synced: CloudRecord) -> Bool {
    here.values[key] == nil && !synced.isTombstone && here.isMirrored(key)
      && state.deleteStamp(of: key, here) == nil
  }

  /// The records of unfinished pushes that are missing both on this device and in the mirror.
  ///
  /// The push might have succeeded before the mirror was rolled back. The records are user edits,
  /// so they are treated as part of the base.
  private var lostAttempts: [Key: CloudRecord] {
    var lost: [Key: CloudRecord] = [:]
    for (key, record) in state.attempts.flatMap(\.records) where isUndecidedLoss(key, record) {
      if let base = state.base[key], !base.isOlder(than: record) { continue }
      // Skip a key whose deletion has already been synced, because it isn't lost. A deletion during
      // the push can have an older stamp than the value that it removed.
      if let edit = here.edits[key], edit.isDelete,
        edit.stamp > record.stamp || edit.over == Fingerprint(of: record.value)
      {
        continue
      }
      if !document.covers(record.push) { lost[key] = record }
    }
    return lost
  }

  private mutating func evaluate(_ key: Key, _ base: CloudRecord?) {
    let cloud = document.records[key]
    guard let base, !hasReceived(base, cloud), !isEditedLocally(key, base) else {
      decisions[key] = decision(for: key, base, cloud)
      compareWithClone(key, base, cloud)
      return
    }
    let isUnchanged = here.values[key].isSame(as: base.value)
    let rival = cloud.flatMap { cloud in
      // If this device had known the newer record, the record would have replaced the base.
      // However, a clone can push under a known sequence number.
      let isKnown = isKnown(cloud, since: base) && (cloud.isOlder(than: base) || !isUnchanged)
      return isKnown || cloud.hasSameValue(as: base) ? nil : cloud
    }
    if isBehind(cloud, base) {
      hiddenConflicts[key] = rival.map { [HiddenConflict(base: base, cloud: $0, kept: .local)] }
      resends[key] = base
      decisions[key] = decision(for: key, base, base)
    } else if let rival, isUnchanged {
      decisions[key] = .conflict(PendingRecord(value: base.value, stamp: base.stamp), rival)
    } else {
      hiddenConflicts[key] = rival.map { [HiddenConflict(base: base, cloud: $0, kept: .remote)] }
      decisions[key] = decision(for: key, base, cloud)
    }
  }

  /// Returns whether the mirror is known to have received the record of the last sync.
  ///
  /// Comparing the sequence number isn't sufficient, because a clone continues the sequence under
  /// the same ID. However, a mirror that received the base never contains an older record.
  private func hasReceived(_ base: CloudRecord, _ cloud: CloudRecord?) -> Bool {
    guard let cloud else { return document.hasRemoved(base, now: now) }
    return document.covers(base.push) && !cloud.isOlder(than: base)
  }

  /// Records a hidden conflict if a clone replaced the record of the last sync without having seen
  /// it.
  ///
  /// Two different records that were sent by the same push also come from clones.
  private mutating func compareWithClone(
    _ key: Key, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) {
    guard let base, let cloud,
      state.sharedNames.contains(base.push.device) || cloud.push == base.push,
      base.isOlder(than: cloud), !cloud.hasSameValue(as: base)
    else { return }
    switch decisions[key] {
    case .take, .missing:
      hiddenConflicts[key] = [HiddenConflict(base: base, cloud: cloud, kept: .remote)]
    default: break
    }
  }

  /// Adds conflicts for the records that the last synced record overrode when replicas were merged.
  private mutating func addHiddenConflicts() {
    for (key, losers) in contested where isBaseKept(key) {
      guard let base = state.base[key] else { continue }
      let hiddenConflicts = losers.filter { !$0.hasSameValue(as: base) }
        .sorted { $0.isOlder(than: $1) }
        .map { HiddenConflict(base: base, cloud: $0, kept: .local) }
      self.hiddenConflicts[key] = hiddenConflicts + (self.hiddenConflicts[key] ?? [])
    }
  }

  /// Returns whether the record of the last sync takes precedence over the mirror's record for a
  /// key.
  func isBaseKept(_ key: Key) -> Bool {
    guard here.isMirrored(key), let base = state.base[key] else { return false }
    return resends[key] != nil || document.records[key]?.isSameEdit(as: base) ?? false
  }

  /// Returns whether the user has set or deleted a key on this device since the last sync.
  private func isEditedLocally(_ key: Key, _ base: CloudRecord) -> Bool {
    guard let value = here.values[key] else {
      return !base.isTombstone && state.deleteStamp(of: key, here) != nil
    }
    return !Optional(value).isSame(as: base.value) && !isQuarantined(key, value)
  }

  private func isQuarantined(_ key: Key, _ value: PropertyList) -> Bool {
    state.quarantined[key].map { $0 == Fingerprint(of: value) } ?? false
  }

  private func decision(for key: Key, _ base: CloudRecord?, _ cloud: CloudRecord?) -> Decision? {
    guard let value = here.values[key] else { return decisionForAbsent(key, base, cloud) }
    if replaces, let cloud, cloud.value.isSame(as: value) { return .synced(cloud) }
    // When the settings of another account replace the local values, remove the key if its new
    // value is invalid here.
    if replaces {
      return .take(cloud.flatMap { $0.value.map { here.accepts(key, $0) } ?? true ? $0 : nil })
    }
    if let base, Optional(value).isSame(as: base.value) {
      return decisionForUnchanged(key, base, cloud)
    }
    if isQuarantined(key, value) { return decisionForQuarantined(value, base, cloud) }
    let stamp = state.stamps[key]?.stamp ?? CloudStamp(time: 0, count: 0, device: state.device)
    return decisionForEdited(PendingRecord(value: Self.whole(value), stamp: stamp), base, cloud)
  }

  /// Returns the decision for a key whose local value hasn't changed since the last sync.
  private func decisionForUnchanged(
    _ key: Key, _ base: CloudRecord, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let cloud else {
      // A clone that shares the ID of this device might have deleted the key or might never have
      // had it.
      return state.sharedNames.contains(base.push.device)
        ? .conflict(PendingRecord(value: base.value, stamp: base.stamp), nil) : .take(nil)
    }
    if cloud.isSameEdit(as: base) { return cloud.push == base.push ? nil : .synced(cloud) }
    if cloud.hasSameValue(as: base) { return .synced(cloud) }
    if isNewlyContested(key, base) {
      return .conflict(PendingRecord(value: base.value, stamp: base.stamp), cloud)
    }
    return .take(cloud)
  }

  /// Returns whether another device replaced the last synced value without having seen it, which is
  /// a new conflict.
  ///
  /// The edit can differ from the last synced one, because a user can choose the same value again
  /// on another device.
  private func isNewlyContested(_ key: Key, _ base: CloudRecord) -> Bool {
    contested[key]?.contains { $0.hasSameValue(as: base) } ?? false
  }

  private func decisionForQuarantined(
    _ value: PropertyList, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision {
    guard let cloud else { return .quarantined }
    if cloud.value.isSame(as: value) { return .synced(cloud) }
    return cloud.isTombstone && (base?.isTombstone ?? true) ? .quarantined : .take(cloud)
  }

  /// Returns the decision for a key whose local value was set since the last sync.
  private func decisionForEdited(
    _ draft: PendingRecord, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision {
    guard let cloud else {
      let wasThere = base.map { !$0.isTombstone && document.hasRemoved($0, now: now) } ?? false
      // A clone might have sent this edit before the backup was restored, and another device might
      // have deleted the value since.
      let mayHaveBeen = state.isClone && document.mayHaveRemoved(draft.stamp, now: now)
      if wasThere || mayHaveBeen { return .conflict(draft, nil) }
      return .send(draft)
    }
    if cloud.value.isSame(as: draft.value) {
      // The value was set again, and the rolled-back mirror has an older record of it. Send it with
      // the new stamp so that devices with the older record don't override it.
      return isOutdated(cloud, base, draft) ? .send(draft) : .synced(cloud)
    }
    if isUnchanged(cloud, since: base) { return .send(draft) }
    return .conflict(draft, cloud)
  }

  /// Returns the decision for a key that has no value on this device.
  private func decisionForAbsent(
    _ key: Key, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let base, !base.isTombstone else { return decisionForUnknown(key, base, cloud) }
    guard let stamp = state.deleteStamp(of: key, here) else {
      guard let cloud else { return .synced(nil) }
      return cloud.isTombstone ? .synced(cloud) : .missing(cloud.isOlder(than: base) ? base : cloud)
    }
    let draft = PendingRecord(value: nil, stamp: stamp)
    guard let cloud else {
      return document.hasRemoved(base, now: now) ? .synced(nil) : .send(draft)
    }
    // A tombstone in a mirror that was rolled back is older than this deletion, so send the
    // deletion again.
    if cloud.isTombstone { return isOutdated(cloud, base, draft) ? .send(draft) : .synced(cloud) }
    return isUnchanged(cloud, since: base) ? .send(draft) : .conflict(draft, cloud)
  }

  /// Returns the decision for a key that has no value on this device and had none at the last sync.
  private func decisionForUnknown(
    _ key: Key, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let cloud else { return base == nil ? nil : .synced(nil) }
    // After the devices were cloned, the other device might have sent a new value, so report a
    // conflict.
    if !cloud.isTombstone, state.isClone, let stamp = state.deleteStamp(of: key, here) {
      return .conflict(PendingRecord(value: nil, stamp: stamp), cloud)
    }
    guard let base else { return cloud.isTombstone ? .synced(cloud) : .take(cloud) }
    if cloud.stamp == base.stamp, cloud.isTombstone, cloud.push == base.push { return nil }
    if cloud.isTombstone { return .synced(cloud) }
    if isNewlyContested(key, base) {
      return .conflict(PendingRecord(value: nil, stamp: base.stamp), cloud)
    }
    return .take(cloud)
  }

  /// Returns whether a record with the value of a local edit is older than what the edit replaced.
  ///
  /// If this device yielded to the mirror, the base doesn't have the stamp of the mirror's record,
  /// so only the stamp of the local edit is compared.
  private func isOutdated(
    _ cloud: CloudRecord, _ base: CloudRecord?, _ draft: PendingRecord
  ) -> Bool {
    guard let base else { return false }
    return cloud.isOlder(than: base) || base.stamp.time == 0 && cloud.stamp < draft.stamp
  }

  /// Returns whether the mirror has no newer record of a key than the last sync.
  private func isUnchanged(_ cloud: CloudRecord, since base: CloudRecord?) -> Bool {
    guard let base else { return false }
    if cloud.isSameEdit(as: base) { return true }
    return isBehind(cloud, base) && isKnown(cloud, since: base)
  }

  /// Returns whether the mirror, or one of its device files, is in an earlier state than at the
  /// last sync.
  private func isBehind(_ cloud: CloudRecord?, _ base: CloudRecord) -> Bool {
    cloud.map { $0.isOlder(than: base) } ?? !document.hasRemoved(base, now: now)
  }

  /// Returns whether an earlier sync of this device has already considered a record.
  ///
  /// A losing record can reappear if the winning device file is replaced by an older version. If the
  /// mirror includes the push of the base but has an older record with the same device ID, a clone
  /// wrote that record, and its sequence numbers don't identify the pushes of the original.
  private func isKnown(_ record: CloudRecord, since base: CloudRecord) -> Bool {
    let push = record.push
    if push.device == state.device { return true }
    let isClones =
      push.device == base.push.device && document.covers(base.push) && record.isOlder(than: base)
    return !isClones && state.seen[push.device] ?? 0 >= push.sequence
  }

  /// Quarantines removals instead of applying them if the mirror has lost most of the synced keys.
  private mutating func guardAgainstEmptiedMirror() {
    let gone = decisions.filter { if case .take(nil) = $0.value { true } else { false } }
    guard gone.count > 16, Self.isOverHalf(gone.count, of: liveBase) else { return }
    for key in gone.keys { decisions[key] = .quarantined }
  }

  /// Returns a value with its dates rounded down to whole seconds, which is the precision of an XML
  /// property list.
  static func whole(_ value: PropertyList) -> PropertyList {
    switch value {
    case .date(let date):
      return .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .array(let values): return .array(values.map(whole))
    case .dictionary(let dictionary):
      return .dictionary(PropertyListDictionary(dictionary.map { ($0.key, whole($0.value)) }))
    default: return value
    }
  }
}
