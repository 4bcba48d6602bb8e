@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func sync(_ device: Int, _ order: SyncOptions, mayCrash: Bool = true) {
    if mayCrash, options.crashes, random.chance(30) {
      devices[device].stepsToCrash = random.below(16)
    }
    note("d\(device) syncs \(order.policy) takes \(order.takes) sends \(order.sends)")
    devices[device].policy = order.policy
    let world = SimulatedWorld(simulation: self, device: device)
    let round = SyncRound(environment: world, account: "default", order: order)
    let before = devices[device].disk.file
    let untold = devices[device].disk.state?.conflicts ?? []
    do throws(CloudError) {
      let report = try round.run()
      // The last moments are those in which the process tells what it did.
      if devices[device].stepsToCrash ?? 2 < 2 { throw simulatedCrash }
      devices[device].disk.state?.conflicts = []
      holdToKept(report, order, since: before, device)
      holdToPolicy(report, order, asideFrom: untold, device)
      noteChoices(report.conflicts, device)
      hear(report.conflicts, device, isRead: true)
      devices[device].met = ([:], [:])
      note(
        "d\(device) sent \(report.sent) took \(report.taken) conflicts \(report.conflicts.map { "\($0.key) here \(text($0.here)) cloud \(text($0.cloud)) kept \($0.kept.map(\.rawValue) ?? "-")" }) now \(shown(device))"
      )
    } catch {
      note("d\(device) ends: \(error) now \(shown(device))")
      if error.message != simulatedCrash.message, error.message != "lost reply" {
        problems.append("\(error)")
      }
    }
    devices[device].stepsToCrash = nil
  }

  /// What a pull says is kept here stays, as long as neither side changes, or is asked about again.
  private func holdToKept(
    _ report: SyncResult, _ order: SyncOptions, since before: [CloudKey: PropertyList],
    _ device: Int
  ) {
    let (kept, file) = (devices[device].kept, devices[device].disk.file)
    for conflict in kept
    where !report.conflicts.contains(where: { $0.name == conflict.name }) {
      let key = conflict.name
      guard conflict.kept == .here, conflict.cloud != nil, before[key].isSame(as: conflict.here),
        let cloud = devices[device].pulled.document?.records[key],
        cloud.value.isSame(as: conflict.cloud), file[key].isSame(as: conflict.cloud)
      else { continue }
      problems.append("d\(device) kept \(text(conflict.here)) of \(key), which is gone")
    }
    // The name of a value is known, but of two deletes nobody knows which one is meant.
    devices[device].kept = order.sends ? [] : report.conflicts
  }

  /// A side that is asked for is the one that is kept, whoever had decided before.
  private func holdToPolicy(
    _ report: SyncResult, _ order: SyncOptions, asideFrom untold: [SyncDifference], _ device: Int
  ) {
    guard order.policy == .here || order.policy == .cloud else { return }
    // A key that never was here looks like one that others have deleted (seed 5039).
    for conflict in report.conflicts
    where conflict.kept?.rawValue != order.policy.rawValue && conflict.here != nil
      && devices[device].read[conflict.name].isSame(as: conflict.here)
      && !untold.contains(where: { $0.name == conflict.name })
    {
      problems.append(
        "d\(device) asked for \(order.policy) and kept the other \(conflict.name), \(text(conflict.here))"
      )
    }
  }

  private func records(of key: CloudKey, in snapshot: CloudSnapshot) -> [CloudRecord] {
    (snapshot.contested[key] ?? []) + [snapshot.document?.records[key]].compactMap { $0 }
  }

  private func text(_ value: PropertyList?) -> String { number(value).map(String.init) ?? "-" }

  /// The edit that left a value.
  func number(_ value: PropertyList?) -> Int? { value?.string.flatMap { Int($0) } }

  private func shown(_ device: Int) -> String {
    devices[device].disk.file.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }
      .joined(separator: " ")
  }

  /// Whoever reads a conflict has seen both sides.
  func hear(_ conflicts: [SyncDifference], _ device: Int, isRead: Bool) {
    for conflict in conflicts {
      let met = devices[device].met
      let sides = [
        (number(conflict.here), met.here[conflict.name]),
        (number(conflict.cloud), met.cloud[conflict.name]),
      ]
      for (value, deletes) in sides {
        let named = value.map { [$0] } ?? deletes ?? []
        reported.formUnion(named)
        if isRead { for number in named { see(number, device) } }
      }
    }
  }

  /// This machine's user knows of an edit, and of all that its maker knew.
  private func see(_ number: Int, _ device: Int) {
    let key = edits[number].key
    devices[device].disk.history[key, default: []].formUnion(edits[number].seen)
    devices[device].disk.history[key, default: []].insert(number)
  }

  /// A conflict names only that a side was deleted; here is by whom.
  fileprivate func meet(_ snapshot: CloudSnapshot, _ device: Int) {
    for key in keys {
      var deletes = Set(
        records(of: key, in: snapshot).compactMap { tombstones[$0.tombstone]?[key] })
      devices[device].gone[key] = snapshot.document?.records[key] == nil ? collected[key] : nil
      if let gone = devices[device].gone[key] { deletes.insert(gone) }
      devices[device].met.cloud[key, default: []].formUnion(deletes)
      devices[device].met.here[key, default: []].formUnion(deletes)
    }
  }

  /// Between any two steps the process may die, and the rest of the world goes on.
  fileprivate func step(_ device: Int) throws(CloudError) {
    if let left = devices[device].stepsToCrash {
      devices[device].stepsToCrash = left - 1
      if left <= 0 { throw simulatedCrash }
    }
    guard depth == 0 else { return }
    depth += 1
    if random.chance(6) { edit(device) }
    if options.deletes, random.chance(2) { delete(device) }
    if random.chance(6) {
      let other = random.below(devices.count)
      if other != device { sync(other, .automatic) }
    }
    if random.chance(10) { deliver() }
    depth -= 1
  }

  fileprivate func save(_ state: SyncState, _ device: Int) throws(CloudError) {
    try step(device)
    var state = state
    if options.dropsTaking { (state.incoming, state.removing) = ([:], []) }
    devices[device].disk.state = options.codesState ? coded(state) : state
    devices[device].disk.clock.observe(state.clock)
    remember(state, device)
    try step(device)
  }

  /// The state as it is read from its file.
  private func coded(_ state: SyncState) -> SyncState? {
    let bytes = try? PropertyList.dictionary(state.propertyList).binary()
    let list = bytes.flatMap { try? PropertyList(reading: $0) }?.dictionary
    let read = list.flatMap { SyncState($0) }
    if read == nil { problems.append("a saved state cannot be read") }
    return read
  }

  private func remember(_ state: SyncState, _ device: Int) {
    noteChoices(state.conflicts, device)
    learnDeletes(state, device)
  }

  /// A delete of what this machine did not have is agreed without a commit; an edit that came after
  /// the round had read the file, and so after it had pulled the delete, is made over it.
  private func learnDeletes(_ state: SyncState, _ device: Int) {
    for key in keys {
      let known = state.base[key].map { $0.isTombstone ? tombstones[$0.tombstone]?[key] : nil }
      let gone = devices[device].read[key] == nil ? devices[device].gone[key] : nil
      guard let delete = known ?? gone else { continue }
      devices[device].disk.history[key, default: []].insert(delete)
      guard devices[device].read[key] == nil,
        let edit = number(devices[device].disk.file[key]), edit > delete
      else { continue }
      edits[edit].seen.insert(delete)
    }
  }

  /// What a user keeps against the newest edit counts as made again.
  private func noteChoices(_ conflicts: [SyncDifference], _ device: Int) {
    if devices[device].policy == .cloud {
      // Perhaps over an edit that was made here after it (seed 3355).
      for conflict in conflicts where conflict.kept == .cloud {
        let deletes = devices[device].met.cloud[conflict.name] ?? []
        revived.formUnion(number(conflict.cloud).map { [$0] } ?? deletes)
        // A pull leaves the delete that was chosen to the next round that sends (seed 81).
        let state = devices[device].disk.state
        guard let chosen = state?.incoming[conflict.name] ?? state?.base[conflict.name],
          chosen.isTombstone, tombstones[chosen.tombstone]?[conflict.name] == nil
        else { continue }
        tombstones[chosen.tombstone, default: [:]][conflict.name] = deletes.max()
      }
    }
    guard devices[device].policy == .here else { return }
    for conflict in conflicts where conflict.kept == .here {
      let deletes = devices[device].met.here[conflict.name] ?? []
      revived.formUnion(number(conflict.here).map { [$0] } ?? deletes)
      // A pull leaves the delete that was chosen to the next round that sends.
      if devices[device].disk.file[conflict.name] == nil,
        devices[device].disk.deletes[conflict.name] == nil
      {
        devices[device].disk.deletes[conflict.name] = deletes.max()
      }
    }
  }

  fileprivate func commit(
    _ takes: [CloudKey: CloudRecord?], _ expected: LocalState, _ device: Int
  ) -> Set<CloudKey> {
    var taken: Set<CloudKey> = []
    for (key, record) in takes.sorted(by: { $0.key < $1.key }) {
      guard devices[device].disk.file[key].isSame(as: expected.values[key]) else { continue }
      let value = record?.value
      let old = number(devices[device].disk.file[key])
      devices[device].disk.file[key] = value
      taken.insert(key)
      if value != nil { devices[device].disk.deletes[key] = nil }
      if let record, value != nil, devices[device].disk.log.edits[key]?.isDelete == true {
        let edit = SyncEdit(value: Fingerprint(of: value), stamp: record.stamp)
        devices[device].disk.log.note(key, edit)
      }
      learn(key, value, over: old, record, device)
    }
    devices[device].isLost = false
    devices[device].disk.copy = devices[device].disk.file
    return taken
  }

  private func learn(
    _ key: CloudKey, _ value: PropertyList?, over old: Int?, _ record: CloudRecord?, _ device: Int
  ) {
    let delete = record.flatMap { tombstones[$0.tombstone]?[key] } ?? collected[key]
    // The user chose the mirror's side, now or with a push before (seed 3685).
    let yields =
      devices[device].policy == .cloud || devices[device].disk.state?.base[key]?.stamp.time == 0
    guard let edit = number(value) ?? delete else {
      // Of a twin's user; the mirror may never have had the key.
      if yields { return }
      return problems.append("d\(device): \(key) was deleted by nobody")
    }
    if value == nil, let old, edits[old].seen.contains(edit), !revived.contains(edit), !yields {
      problems.append("d\(device): the delete \(edit) of \(key) took \(old), which came after it")
    }
    see(edit, device)
  }
}

/// The world of one device.
private struct SimulatedWorld: SyncEnvironment {
  let simulation: Simulation
  let device: Int

  var now: Int64 { simulation.clock(of: device) }
  var keepsMarker: Bool { simulation.options.begins }
  var place: String { "the simulation" }
  var name: String? { nil }
  var isRolledBack: Bool { false }

  var epoch: String? {
    let epoch = simulation.devices[device].epoch
    return epoch == 0 ? nil : String(epoch)
  }

  func random() -> UInt64 { simulation.random.next() }

  func load(_ mirrors: [String]) throws(CloudError) -> SyncState? {
    try simulation.step(device)
    guard let state = simulation.devices[device].disk.state, keepsMarker else {
      return simulation.devices[device].disk.state
    }
    return mirrors.isEmpty || mirrors.contains(state.mirror) ? state : nil
  }

  func save(_ state: SyncState, isSolid: Bool) throws(CloudError) {
    try simulation.save(state, device)
  }

  func advance(to clock: CloudClock) throws(CloudError) {
    try simulation.step(device)
    simulation.devices[device].disk.clock.observe(clock)
    try simulation.step(device)
  }

  func read() throws(CloudError) -> LocalState {
    try simulation.step(device)
    let disk = simulation.devices[device].disk
    (simulation.devices[device].read, simulation.devices[device].deletes) =
      (disk.file, disk.deletes)
    for (key, number) in disk.deletes where disk.file[key] == nil {
      simulation.devices[device].met.here[key, default: []].insert(number)
    }
    return LocalState(
      values: disk.file, isLost: simulation.devices[device].isLost, edits: disk.log.edits,
      restored: disk.log.restored)
  }

  func commit(
    _ takes: [CloudKey: CloudRecord?], over here: LocalState
  ) throws(CloudError) -> Set<CloudKey> {
    try simulation.step(device)
    let taken = simulation.commit(takes, here, device)
    try simulation.step(device)
    return taken
  }

  func pull() throws(CloudError) -> CloudSnapshot {
    try simulation.step(device)
    let snapshot = simulation.pull(device)
    simulation.devices[device].pulled = snapshot
    simulation.meet(snapshot, device)
    return snapshot
  }

  func push(
    _ document: CloudDocument, from id: CloudDevice, expecting revision: CloudRevision
  ) throws(CloudError) -> CloudRevision? {
    try simulation.step(device)
    let result = simulation.push(document, id, revision, device)
    try simulation.step(device)
    if result != nil, simulation.random.chance(5), simulation.devices[device].stepsToCrash != nil {
      throw CloudError(.unreachable, "lost reply")
    }
    return result
  }
}
