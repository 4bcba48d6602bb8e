import SetteeFiles
import SetteeValues

extension CloudDocument {
  /// Merges the replicas that several devices have of the same document.
  ///
  /// The merged document doesn't depend on the order or the number of the replicas.
  ///
  /// - Parameters:
  ///   - views: The replicas.
  ///   - now: The current time of this device.
  /// - Returns: The merged document. `contested` contains records that lost to a record whose
  ///   writer didn't know them. These are conflicts that no device has reported yet. `olderWrites`
  ///   contains every listed write of each device except the latest one. `forgotten` contains the
  ///   records that another replica is assumed to have removed together with their device.
  static func merging(_ views: [CloudDocument], now: Int64 = CurrentProcess.milliseconds) -> (
    document: CloudDocument, contested: [Key: [CloudRecord]],
    olderWrites: [CloudDevice: Set<CloudWrite>], forgotten: [Key: [CloudRecord]]
  )? {
    guard let first = views.first else { return nil }
    var document = CloudDocument(mirror: views.map(\.mirror).min() ?? first.mirror)
    var contested: [Key: [CloudRecord]] = [:]
    var forgotten: [Key: [CloudRecord]] = [:]
    for view in views {
      document.devices.merge(view.devices) { known, entry in
        known.isBehind(entry) ? entry : known
      }
    }
    for key in Set(views.flatMap(\.records.keys)) {
      let (candidates, removed) = document.living(key, in: views, now: now)
      if !removed.isEmpty { forgotten[key] = removed }
      guard let winner = best(candidates.map { $0.record }, in: views) else { continue }
      document.records[key] = winner
      let losers = document.unknownLosers(
        to: winner, of: key, among: candidates, in: views, now: now)
      if !losers.isEmpty { contested[key] = losers }
    }
    var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
    for view in views {
      for (device, entry) in view.devices where entry.written != document.devices[device]?.written {
        olderWrites[device, default: []].insert(entry.written)
      }
    }
    return (document, contested, olderWrites, forgotten)
  }

  /// Returns the record of a key in each replica, except for records that another replica has
  /// removed.
  ///
  /// `forgotten` contains the records that were removed together with their device.
  private func living(
    _ key: Key, in views: [CloudDocument], now: Int64
  ) -> (living: [(record: CloudRecord, view: CloudDocument)], forgotten: [CloudRecord]) {
    let without = views.filter { $0.records[key] == nil }
    var living: [(record: CloudRecord, view: CloudDocument)] = []
    var forgotten: [CloudRecord] = []
    for view in views {
      guard let record = view.records[key] else { continue }
      let others = without.filter { $0.mayHaveRemoved(record.stamp, now: now) }
      if others.contains(where: { $0.covers(record.push) }) { continue }
      let isForgotten = others.contains { $0.hasForgotten(record.push.device, of: view, now) }
      if isForgotten { forgotten.append(record) } else { living.append((record, view)) }
    }
    return (living, forgotten)
  }

  /// Returns whether this replica has removed a device that another replica lists.
  ///
  /// A device is removed long after its last write, so the other replica must be just as old. This
  /// replica also doesn't list the device if the two replicas never exchanged changes, or if the
  /// other one is newer. In both cases, this replica hasn't seen the device yet.
  private func hasForgotten(
    _ device: CloudDevice, of other: CloudDocument, _ now: Int64
  ) -> Bool {
    guard devices.index(forKey: device) == nil, let latest = latestTime(by: now),
      let known = other.latestTime(by: now), known >= ClockCheck.earliest,
      latest - known > SyncComposition.peerExpiry
    else { return false }
    return other.devices.contains { id, entry in
      devices[id].map { $0.written.sequence > entry.written.sequence } ?? false
    }
  }

  /// Returns whether this replica has removed a device whose latest known entry is `entry`.
  private func hasForgotten(
    _ device: CloudDevice, _ entry: CloudDeviceEntry?, _ now: Int64
  ) -> Bool {
    guard let entry, entry.isRetired, devices.index(forKey: device) == nil,
      let latest = latestTime(by: now)
    else { return false }
    return latest - entry.latestTime(by: now) > SyncComposition.peerExpiry
  }

  /// Returns the newest record.
  ///
  /// If replicas contain different pushes of it, because a clone shared the device ID of the first
  /// push, the result has the push that the fewest replicas cover. Any other replica that covers the
  /// first push might have seen only the clone's push.
  private static func best(_ candidates: [CloudRecord], in views: [CloudDocument]) -> CloudRecord? {
    guard var winner = candidates.max(by: { $0.isOlder(than: $1) }) else { return nil }
    func order(_ push: CloudPush) -> (Int, CloudDevice, Int64) {
      (views.count { $0.covers(push) }, push.device, push.sequence)
    }
    for other in candidates where other.push != winner.push && other.isSameEdit(as: winner) {
      if order(other.push) < order(winner.push) { winner = other }
    }
    for other in candidates where other.isTombstone && other.isSameEdit(as: winner) {
      winner.seen.formUnion(other.seen)
    }
    return winner
  }

  private func unknownLosers(
    to winner: CloudRecord, of key: Key,
    among candidates: [(record: CloudRecord, view: CloudDocument)], in views: [CloudDocument],
    now: Int64
  ) -> [CloudRecord] {
    let holders = views.filter { $0.records[key]?.isSameEdit(as: winner) ?? false }
    return candidates.filter { loser, view in
      let device = loser.push.device
      return !loser.hasSameValue(as: winner)
        && !holders.contains {
          $0.covers(loser.push) && !$0.isForked(from: view, device)
            || $0.hasForgotten(device, devices[device], now)
        }
    }.map { $0.record }
  }

  /// Returns whether this replica and another one list different writes of a device under the same
  /// number.
  ///
  /// Two clones then write under the ID of the device, so neither replica covers the pushes of the
  /// other.
  private func isForked(from other: CloudDocument, _ device: CloudDevice) -> Bool {
    guard let known = devices[device]?.written, let entry = other.devices[device]?.written else {
      return false
    }
    return known.sequence == entry.sequence && known.nonce != entry.nonce
  }
}

extension CloudDeviceEntry {
  /// Returns the time of the device's last write, according to its own clock and the timestamps it
  /// has seen.
  ///
  /// Normally, this is the time on the device's own clock. If the device had seen a later timestamp
  /// that isn't after `now`, that timestamp is returned instead.
  func latestTime(by now: Int64) -> Int64 { max(time, min(knownTime ?? 0, now)) }

  /// Returns whether another entry of the same device takes precedence over this one.
  ///
  /// The order of entries is total, so the result of a merge doesn't depend on the order of the
  /// replicas. A newer push ends the retirement of a device.
  fileprivate func isBehind(_ other: Self) -> Bool {
    (written.sequence, time, written.nonce, isRetired ? 1 : 0)
      < (other.written.sequence, other.time, other.written.nonce, other.isRetired ? 1 : 0)
  }
}
