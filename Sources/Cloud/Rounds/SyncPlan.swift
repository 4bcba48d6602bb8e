import SetteeFiles
import SetteePropertyLists

/// What one round shall do, key by key: the pure three-way merge.
struct SyncPlan: Sendable {
  /// A record that this device would send.
  struct PendingRecord: Sendable {
    var value: PropertyList?
    var stamp: CloudStamp
  }

  /// What is to be done about a key.
  enum Decision: Sendable {
    /// Both sides hold the same; the record is the new base, nil forgets the key.
    case agreed(CloudRecord?)
    /// Changed there only; nil means the cloud had it, and has removed it.
    case take(CloudRecord?)
    /// Changed here only.
    case send(PendingRecord)
    /// Changed on both sides; without a record, the cloud had it and has removed it.
    case conflict(PendingRecord, CloudRecord?)
    /// Gone here without a decision; the record is what could be brought back.
    case missing(CloudRecord)
    /// Put back from the last good copy.
    case held
  }

  /// Two records that met in merged views or a mirror put back: neither's maker knew the other.
  struct HiddenConflict: Sendable {
    let agreed: CloudRecord
    let cloud: CloudRecord
    /// Which one is the newer, and stands if nobody says otherwise.
    let kept: CloudSide
  }

  /// The verdict of every key that is not simply unchanged.
  private(set) var verdicts: [CloudKey: Decision] = [:]
  /// What a mirror that was put back gets again as it was agreed, also where the file here has lost
  /// the key as well: what either of the two has forgotten says nothing about the other.
  private(set) var resends: [CloudKey: CloudRecord] = [:]
  /// What the mirror decided without asking, which has to be reported; of each key the oldest first.
  private(set) var contests: [CloudKey: [HiddenConflict]] = [:]
  /// Whether so much is gone at once that not even a policy may make deletes of it.
  private(set) var isWholesale = false

  /// Every key with either, in order.
  var keys: [CloudKey] {
    (Array(verdicts.keys) + resends.keys.filter { verdicts.index(forKey: $0) == nil }).sorted()
  }

  private let state: SyncState
  let here: LocalState
  private let document: CloudDocument
  private let contested: [CloudKey: [CloudRecord]]
  private let replaces: Bool
  private let now: Int64

  /// Judges every key; who `trusts` the mirror follows it, however much it has removed.
  init(
    state: SyncState, here: LocalState, document: CloudDocument,
    contested: [CloudKey: [CloudRecord]] = [:], replaces: Bool = false, trusts: Bool = false,
    isIdle: Bool = false, now: Int64 = CurrentProcess.milliseconds
  ) {
    (self.replaces, self.now) = (replaces, now)
    (self.state, self.here, self.document, self.contested) = (state, here, document, contested)
    if !isIdle { judgeAll(trusts: trusts) }
    addLosers()
  }

  private mutating func judgeAll(trusts: Bool) {
    isWholesale =
      here.isLost
      || Self.isOverHalf(state.base.count { isUndecidedLoss($0.key, $0.value) }, of: liveBase)
    let keys = Set(state.base.keys).union(here.values.keys).union(document.records.keys)
    for key in keys where here.isMirrored(key) { judge(key, state.base[key]) }
    for (key, sent) in lostAttempts where here.isMirrored(key) { judge(key, sent) }
    if !trusts { guardAgainstEmptiedMirror() }
  }

  private var liveBase: Int { state.base.values.count { !$0.isTombstone } }

  private static func isOverHalf(_ count: Int, of all: Int) -> Bool { count > 0 && 2 * count > all }

  private func isUndecidedLoss(_ key: CloudKey, _ agreed: CloudRecord) -> Bool {
    here.values[key] == nil && !agreed.isTombstone && here.isMirrored(key)
      && state.deleteStamp(of: key, here) == nil
  }

  /// What was about to be sent, may have been in a mirror that was put back since, and is lost here:
  /// it was an edit of this device's user, so it counts as agreed rather than as never made.
  private var lostAttempts: [CloudKey: CloudRecord] {
    var lost: [CloudKey: CloudRecord] = [:]
    for (key, record) in state.attempts.flatMap(\.records) where isUndecidedLoss(key, record) {
      if let base = state.base[key], !base.isOlder(than: record) { continue }
      // A delete of what was never agreed has done its work, but it was no loss.
      if let edit = here.edits[key], edit.isDelete, edit.stamp > record.stamp { continue }
      if !document.covers(record.push) { lost[key] = record }
    }
    return lost
  }

  private mutating func judge(_ key: CloudKey, _ base: CloudRecord?) {
    let cloud = document.records[key]
    guard let base, !hasHad(base, cloud), !isDecidedHere(key, base) else {
      verdicts[key] = verdict(of: key, base, cloud)
      compareWithTwin(key, base, cloud)
      return
    }
    let rival = cloud.flatMap { isKnown($0) || $0.hasSameValue(as: base) ? nil : $0 }
    if isBehind(cloud, base) {
      contests[key] = rival.map { [HiddenConflict(agreed: base, cloud: $0, kept: .here)] }
      resends[key] = base
      verdicts[key] = verdict(of: key, base, base)
    } else if let rival, here.values[key].isSame(as: base.value) {
      verdicts[key] = .conflict(PendingRecord(value: base.value, stamp: base.stamp), rival)
    } else {
      contests[key] = rival.map { [HiddenConflict(agreed: base, cloud: $0, kept: .cloud)] }
      verdicts[key] = verdict(of: key, base, cloud)
    }
  }

  /// Whether the mirror has had the agreed record, as far as can be told.
  ///
  /// A twin counts on under the same name, so the number of a push alone does not say it; but where
  /// an agreed record has been, no older one comes after it.
  private func hasHad(_ base: CloudRecord, _ cloud: CloudRecord?) -> Bool {
    guard let cloud else { return document.hasRemoved(base, now: now) }
    return document.covers(base.push) && !cloud.isOlder(than: base)
  }

  /// What this device had sent may be overtaken by a twin that never knew of it: not without a word.
  private mutating func compareWithTwin(
    _ key: CloudKey, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) {
    guard let base, let cloud, state.shared.contains(base.push.device), base.isOlder(than: cloud),
      !cloud.hasSameValue(as: base)
    else { return }
    switch verdicts[key] {
    case .take, .missing: contests[key] = [HiddenConflict(agreed: base, cloud: cloud, kept: .cloud)]
    default: break
    }
  }

  /// What is agreed here won against these when the views were merged.
  private mutating func addLosers() {
    for (key, losers) in contested where standsHere(key) {
      guard let base = state.base[key] else { continue }
      let contests = losers.filter { !$0.hasSameValue(as: base) }
        .sorted { $0.isOlder(than: $1) }
        .map { HiddenConflict(agreed: base, cloud: $0, kept: .here) }
      self.contests[key] = contests + (self.contests[key] ?? [])
    }
  }

  /// Whether what is agreed here stands over all that the mirror holds of the key.
  func standsHere(_ key: CloudKey) -> Bool {
    guard here.isMirrored(key), let base = state.base[key] else { return false }
    return resends[key] != nil || document.records[key]?.isSameEdit(as: base) ?? false
  }

  /// Whether somebody here set or deleted the key since it was agreed.
  private func isDecidedHere(_ key: CloudKey, _ base: CloudRecord) -> Bool {
    guard let value = here.values[key] else {
      return !base.isTombstone && state.deleteStamp(of: key, here) != nil
    }
    return !Optional(value).isSame(as: base.value) && !isHeld(key, value)
  }

  private func isHeld(_ key: CloudKey, _ value: PropertyList) -> Bool {
    state.held[key].map { $0 == Fingerprint(of: value) } ?? false
  }

  private func verdict(of key: CloudKey, _ base: CloudRecord?, _ cloud: CloudRecord?) -> Decision? {
    guard let value = here.values[key] else { return verdictOfAbsent(key, base, cloud) }
    if replaces, let cloud, cloud.value.isSame(as: value) { return .agreed(cloud) }
    // What may not be taken leaves nothing of the other account here.
    if replaces {
      return .take(cloud.flatMap { $0.value.map { here.accepts(key, $0) } ?? true ? $0 : nil })
    }
    if let base, Optional(value).isSame(as: base.value) {
      return verdictOfUnchanged(key, base, cloud)
    }
    if isHeld(key, value) { return verdictOfHeld(value, base, cloud) }
    let stamp = state.stamps[key]?.stamp ?? CloudStamp(time: 0, count: 0, device: state.device)
    return verdictOfEdited(PendingRecord(value: Self.whole(value), stamp: stamp), base, cloud)
  }

  /// Here as it was agreed.
  private func verdictOfUnchanged(
    _ key: CloudKey, _ base: CloudRecord, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let cloud else {
      // A twin may have deleted it, or never have had it.
      return state.shared.contains(base.push.device)
        ? .conflict(PendingRecord(value: base.value, stamp: base.stamp), nil) : .take(nil)
    }
    if cloud.isSameEdit(as: base) { return cloud.push == base.push ? nil : .agreed(cloud) }
    if cloud.hasSameValue(as: base) { return .agreed(cloud) }
    if isNewlyContested(key, base) {
      return .conflict(PendingRecord(value: base.value, stamp: base.stamp), cloud)
    }
    return .take(cloud)
  }

  /// The agreed record lost to one whose writer did not know it, and nobody has said so yet.
  private func isNewlyContested(_ key: CloudKey, _ base: CloudRecord) -> Bool {
    contested[key]?.contains { $0.isSameEdit(as: base) } ?? false
  }

  private func verdictOfHeld(
    _ value: PropertyList, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision {
    guard let cloud else { return .held }
    if cloud.value.isSame(as: value) { return .agreed(cloud) }
    return cloud.isTombstone && (base?.isTombstone ?? true) ? .held : .take(cloud)
  }

  /// Set here since it was agreed.
  private func verdictOfEdited(
    _ draft: PendingRecord, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision {
    guard let cloud else {
      let wasThere = base.map { !$0.isTombstone && document.hasRemoved($0, now: now) } ?? false
      // An edit of a backup may have been sent, and deleted by others, after the backup was made.
      let mayHaveBeen = state.isClone && document.mayHaveRemoved(draft.stamp, now: now)
      if wasThere || mayHaveBeen { return .conflict(draft, nil) }
      return .send(draft)
    }
    if cloud.value.isSame(as: draft.value) {
      // It was set anew over what a mirror that went back has forgotten: its record there is too old
      // to stand against others that know no more than that one.
      return (base.map { cloud.isOlder(than: $0) } ?? false) ? .send(draft) : .agreed(cloud)
    }
    if isUnchanged(cloud, since: base) { return .send(draft) }
    return .conflict(draft, cloud)
  }

  /// Not here, by a decision or without one.
  private func verdictOfAbsent(
    _ key: CloudKey, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let base, !base.isTombstone else { return verdictOfNeverHere(key, base, cloud) }
    guard let stamp = state.deleteStamp(of: key, here) else {
      guard let cloud else { return .agreed(nil) }
      return cloud.isTombstone ? .agreed(cloud) : .missing(cloud.isOlder(than: base) ? base : cloud)
    }
    let draft = PendingRecord(value: nil, stamp: stamp)
    guard let cloud else {
      return document.hasRemoved(base, now: now) ? .agreed(nil) : .send(draft)
    }
    // As with an edit: the tombstone of a mirror that went back is too old to stand for this delete.
    if cloud.isTombstone { return cloud.isOlder(than: base) ? .send(draft) : .agreed(cloud) }
    return isUnchanged(cloud, since: base) ? .send(draft) : .conflict(draft, cloud)
  }

  /// Neither here nor, as a value, in the base.
  private func verdictOfNeverHere(
    _ key: CloudKey, _ base: CloudRecord?, _ cloud: CloudRecord?
  ) -> Decision? {
    guard let cloud else { return base == nil ? nil : .agreed(nil) }
    // What was deleted here may be what the other twin has sent since the two were parted.
    if !cloud.isTombstone, state.isClone, let stamp = state.deleteStamp(of: key, here) {
      return .conflict(PendingRecord(value: nil, stamp: stamp), cloud)
    }
    guard let base else { return cloud.isTombstone ? .agreed(cloud) : .take(cloud) }
    if cloud.stamp == base.stamp, cloud.isTombstone, cloud.push == base.push { return nil }
    if cloud.isTombstone { return .agreed(cloud) }
    if isNewlyContested(key, base) {
      return .conflict(PendingRecord(value: nil, stamp: base.stamp), cloud)
    }
    return .take(cloud)
  }

  /// Whether the cloud's record is the agreed one, or an older one of a mirror that was put back.
  private func isUnchanged(_ cloud: CloudRecord, since base: CloudRecord?) -> Bool {
    guard let base else { return false }
    if cloud.isSameEdit(as: base) { return true }
    return isBehind(cloud, base) && isKnown(cloud)
  }

  /// Whether the mirror, or a device's file in it, stands at an older state than was agreed on.
  private func isBehind(_ cloud: CloudRecord?, _ base: CloudRecord) -> Bool {
    cloud.map { $0.isOlder(than: base) } ?? !document.hasRemoved(base, now: now)
  }

  /// Whether the record was weighed here before: one that was not may come to light when the file
  /// that it had lost against is replaced by an older version of itself.
  private func isKnown(_ record: CloudRecord) -> Bool {
    let push = record.push
    return push.device == state.device || state.seen[push.device] ?? 0 >= push.sequence
  }

  /// A mirror that has removed most of what was agreed is doubted, not followed.
  private mutating func guardAgainstEmptiedMirror() {
    let gone = verdicts.filter { if case .take(nil) = $0.value { true } else { false } }
    guard gone.count > 16, Self.isOverHalf(gone.count, of: liveBase) else { return }
    for key in gone.keys { verdicts[key] = .held }
  }

  /// The value as a mirror can carry it: an XML property list keeps whole seconds only.
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
