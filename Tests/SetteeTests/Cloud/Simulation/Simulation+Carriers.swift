import Testing

@testable import Settee

extension Simulation {
  func pull(_ device: Int) -> CloudSnapshot {
    switch carrier {
    case .etcd:
      return CloudSnapshot(document: document, revision: CloudRevision(String(revision)))
    case .folder:
      let views = devices[device].replica.sorted { $0.key < $1.key }.map(\.value)
      guard let merged = CloudDocument.merging(views) else {
        return CloudSnapshot(document: nil, mirror: "folder", revision: .none)
      }
      return CloudSnapshot(
        document: merged.document, mirror: "folder", revision: CloudRevision(digest(device)),
        contested: merged.contested)
    }
  }

  func push(
    _ document: CloudDocument, _ id: CloudDevice, _ expected: CloudRevision, _ device: Int
  ) -> CloudRevision? {
    let before = pull(device).document?.values ?? [:]
    switch carrier {
    case .etcd:
      guard expected.text == String(revision) else { return nil }
      self.document = document
      revision += 1
    case .folder:
      guard expected.text == "0" || expected.text == digest(device) else { return nil }
      devices[device].replica[id] = document
      for other in devices.indices where other != device { parcels.append((other, id, document)) }
    }
    remember(document, id, device, before)
    return CloudRevision(carrier == .etcd ? String(revision) : digest(device))
  }

  private func digest(_ device: Int) -> String {
    devices[device].replica.sorted { $0.key < $1.key }
      .map { "\($0.key.id)\($0.value.devices[$0.key]?.written.text ?? "")" }.joined()
  }

  /// Which edits have left their machine, and which delete each tombstone is.
  private func remember(
    _ document: CloudDocument, _ id: CloudDevice, _ device: Int,
    _ before: [CloudKey: PropertyList]
  ) {
    let sequence = document.devices[id]?.written.sequence ?? 0
    for (key, number) in devices[device].disk.deletes
    where document.records[key] == nil && before[key] != nil {
      // A tombstone that all have seen goes at once.
      land(number)
      collected[key] = number
      settledDeletes.insert(number)
    }
    for (push, deletes) in tombstones where document.covers(push) {
      for (key, number) in deletes where document.records[key] == nil {
        settledDeletes.insert(number)
      }
    }
    for (key, record) in document.records {
      if case .string(let text)? = record.value, let number = Int(text) {
        land(number)
      }
      guard record.isTombstone, record.push == CloudPush(device: id, sequence: sequence),
        let number = devices[device].disk.deletes[key]
      else { continue }
      tombstones[record.push, default: [:]][key] = number
      land(number)
    }
  }

  private func land(_ number: Int) {
    landed.insert(number)
    drowned.remove(number)
  }

  /// Everything arrives, everybody syncs, until nothing moves any more.
  func rest() {
    depth = 1
    for _ in 0..<(devices.count * 2 + 4) {
      arriveAll()
      for device in devices.indices {
        time += 60_000
        sync(device, .automatic, mayCrash: false)
      }
    }
    arriveAll()
  }

  /// The newest version of every file reaches everybody.
  private func arriveAll() {
    guard carrier == .folder else { return }
    parcels = []
    var newest: [CloudDevice: CloudDocument] = [:]
    for (id, document) in devices.flatMap({ Array($0.replica) }) {
      let sequence = document.devices[id]?.written.sequence ?? 0
      if sequence >= newest[id]?.devices[id]?.written.sequence ?? 0 { newest[id] = document }
    }
    for device in devices.indices { devices[device].replica = newest }
  }

  func judge() {
    for key in keys {
      let values = devices.map { $0.disk.file[key] }
      judgeEquality(key, values)
      if options.foreignLosses { continue }
      judgeLosses(key, values[0])
    }
  }

  private func judgeEquality(_ key: CloudKey, _ values: [PropertyList?]) {
    // After a foreign loss a key may be missing on a machine until its user decides.
    let compared = options.foreignLosses ? values.filter { $0 != nil } : values
    guard let first = compared.first else { return }
    if !compared.allSatisfy({ $0.isSame(as: first) }) {
      problems.append("\(key) differs: \(values.map { $0.map { "\($0)" } ?? "-" })")
    }
  }

  /// The end must not be older than any edit, and each edit it did not know must be reported.
  private func judgeLosses(_ key: CloudKey, _ end: PropertyList?) {
    let all = edits.indices.filter { edits[$0].key == key && !drowned.contains($0) }
    var ends: [Int] = []
    if case .string(let text)? = end { ends = Int(text).map { [$0] } ?? [] }
    if end == nil { ends = all.filter { edits[$0].isDelete } }
    guard !all.isEmpty else { return }
    if ends.isEmpty { return problems.append("\(key) is gone without a delete") }
    let overtaken = all.reduce(into: Set<Int>()) { $0.formUnion(edits[$1].seen) }
    let isFine = ends.contains { final in
      let mayStand =
        !overtaken.contains(final) || revived.contains(final) && reported.contains(final)
      return mayStand && all.allSatisfy { isSettled($0, key, final, overtaken) }
    }
    if !isFine {
      let unsettled = all.filter { edit in !ends.contains { isSettled(edit, key, $0, overtaken) } }
      let over = all.filter { edit in ends.contains { edits[edit].seen.contains($0) } }
      problems.append("\(key) ends as \(ends), overtaken by \(over), loses \(unsettled)")
    }
  }

  private func isSettled(
    _ edit: Int, _ key: CloudKey, _ final: Int, _ overtaken: Set<Int>
  ) -> Bool {
    if edit == final || overtaken.contains(edit) { return true }
    guard edits[edit].isDelete else { return reported.contains(edit) }
    // Two concurrent deletes are no conflict: both sides did the same.
    return reportedDeletes.contains(key) || settledDeletes.contains(edit)
      || edits.indices.contains { edits[$0].key == key && edits[$0].isDelete && $0 != edit }
  }
}
