extension CloudDocument {
  /// One document of several views of the same domain, whatever their order and number.
  ///
  /// `contested` lists the records that lost against a winner whose writer did not know them: a
  /// conflict that no device has reported yet; `olderWrites` lists the writes of each device that some
  /// view names, but the last one.
  static func merging(_ views: [CloudDocument]) -> (
    document: CloudDocument, contested: [CloudKey: [CloudRecord]],
    olderWrites: [CloudDevice: Set<CloudWrite>]
  )? {
    guard let first = views.first else { return nil }
    var document = CloudDocument(mirror: views.map(\.mirror).min() ?? first.mirror)
    var contested: [CloudKey: [CloudRecord]] = [:]
    for view in views {
      document.devices.merge(view.devices) { known, entry in
        known.isBehind(entry) ? entry : known
      }
    }
    for key in Set(views.flatMap(\.records.keys)) {
      let candidates = document.living(key, in: views)
      guard let winner = best(candidates) else { continue }
      document.records[key] = winner
      let losers = document.unknownLosers(to: winner, of: key, among: candidates, in: views)
      if !losers.isEmpty { contested[key] = losers }
    }
    var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
    for view in views {
      for (device, entry) in view.devices where entry.written != document.devices[device]?.written {
        olderWrites[device, default: []].insert(entry.written)
      }
    }
    return (document, contested, olderWrites)
  }

  /// Every record of a key, but those that another view had and has removed since.
  private func living(_ key: CloudKey, in views: [CloudDocument]) -> [CloudRecord] {
    let records = views.compactMap { $0.records[key] }
    let without = views.filter { $0.records[key] == nil }
    return records.filter { record in
      !without.contains { $0.hasRemoved(record, known: devices[record.push.device]) }
    }
  }

  private static func best(_ candidates: [CloudRecord]) -> CloudRecord? {
    guard var winner = candidates.max(by: { $0.isOlder(than: $1) }) else { return nil }
    for other in candidates where other.isTombstone && other.isSameEdit(as: winner) {
      winner.seen.formUnion(other.seen)
    }
    return winner
  }

  private func unknownLosers(
    to winner: CloudRecord, of key: CloudKey, among candidates: [CloudRecord],
    in views: [CloudDocument]
  ) -> [CloudRecord] {
    let holders = views.filter { $0.records[key]?.isSameEdit(as: winner) ?? false }
    return candidates.filter { loser in
      !loser.hasSameValue(as: winner)
        && !holders.contains { $0.covers(loser.push, known: devices[loser.push.device]) }
    }
  }
}

extension CloudDeviceEntry {
  /// A total order, so that the views' order makes no difference; a newer push ends retirement.
  fileprivate func isBehind(_ other: Self) -> Bool {
    (written.sequence, time, written.nonce, isRetired ? 1 : 0)
      < (other.written.sequence, other.time, other.written.nonce, other.isRetired ? 1 : 0)
  }
}
