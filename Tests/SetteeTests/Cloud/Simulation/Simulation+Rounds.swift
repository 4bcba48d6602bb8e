@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func sync(_ device: Int, _ order: SyncOptions, mayCrash: Bool = true) {
    if mayCrash, options.crashes, random.chance(30) {
      devices[device].stepsToCrash = random.below(16)
    }
    note("d\(device) syncs \(order.conflictPolicy) takes \(order.pulls) sends \(order.pushes)")
    devices[device].policy = order.conflictPolicy
    let world = SimulatedEnvironment(simulation: self, device: device)
    let round = SyncRound(environment: world, account: "default", order: order)
    let before = devices[device].disk.file
    let untold = devices[device].disk.state?.conflicts ?? []
    // Only an unreported conflict can refer to what an interrupted sync found (seed 940006469).
    if untold.isEmpty { (devices[device].met, devices[device].metTombstones) = (([:], [:]), [:]) }
    let found = (devices[device].met, devices[device].metTombstones)
    devices[device].savedMet = nil
    do {
      let report = try round.run()
      // The last two steps simulate a crash before the process prints its report.
      if devices[device].stepsToCrash ?? 2 < 2 { throw simulatedCrash }
      devices[device].disk.state?.conflicts = []
      expectKept(report, order, since: before, device)
      expectPolicy(report, order, asideFrom: untold, device)
      noteChoices(report.conflicts, device)
      readConflicts(report.conflicts, device, isRead: true)
      (devices[device].met, devices[device].metTombstones) = (([:], [:]), [:])
      note(
        "d\(device) sent \(report.sent) took \(report.received) conflicts \(report.conflicts.map { "\($0.key) here \(text($0.localValue)) cloud \(text($0.remoteValue)) kept \($0.kept.map(\.rawValue) ?? "-")" }) now \(shown(device))"
      )
    } catch {
      let error = CloudError(error)
      // No report can refer to what this sync found after it last saved its conflicts (seeds 994006743
      // and 997307479).
      (devices[device].met, devices[device].metTombstones) = devices[device].savedMet ?? found
      note("d\(device) ends: \(error) now \(shown(device))")
      if error.message != simulatedCrash.message, error.message != "lost reply" {
        problems.append("\(error)")
      }
    }
    devices[device].stepsToCrash = nil
  }

  /// Verifies that a value that a pull reported as kept remains until one side changes or the
  /// conflict is reported again.
  private func expectKept(
    _ report: SyncResult, _ order: SyncOptions, since before: [Key: PropertyList],
    _ device: Int
  ) {
    let (kept, file) = (devices[device].kept, devices[device].disk.file)
    for conflict in kept
    where !report.conflicts.contains(where: { $0.name == conflict.name }) {
      let key = conflict.name
      guard conflict.kept == .local, conflict.remoteValue != nil,
        before[key].isSame(as: conflict.localValue),
        let cloud = devices[device].pulled.document?.records[key],
        cloud.value.isSame(as: conflict.remoteValue), file[key].isSame(as: conflict.remoteValue),
        // Another user may have chosen the same value in the meantime (seed 2507 of clocks).
        devices[device].keptOver?.covers(cloud.push) ?? true
      else { continue }
      problems.append("d\(device) kept \(text(conflict.localValue)) of \(key), which is missing")
    }
    // A value identifies its edit, but one of several deletes can't be identified, so only pulls
    // are verified.
    devices[device].kept = order.pushes ? [] : report.conflicts
    devices[device].keptOver = devices[device].pulled.document
  }

  /// Verifies that the side that the policy selects is kept, regardless of earlier decisions.
  private func expectPolicy(
    _ report: SyncResult, _ order: SyncOptions, asideFrom untold: [SyncDifference], _ device: Int
  ) {
    guard order.conflictPolicy == .keepingLocal || order.conflictPolicy == .keepingRemote else {
      return
    }
    // A key that this device never had is indistinguishable from one that other devices deleted
    // (seed 5039). A restored value isn't an edit, but another device can have had the same value in
    // a conflict (seed 930004235 of restored values).
    let restored = devices[device].disk.state?.quarantined ?? [:]
    for conflict in report.conflicts
    where conflict.kept?.rawValue != order.conflictPolicy.rawValue && conflict.localValue != nil
      && devices[device].read[conflict.name].isSame(as: conflict.localValue)
      && restored[conflict.name] != Fingerprint(of: conflict.localValue)
      && !untold.contains(where: { $0.name == conflict.name })
    {
      problems.append(
        "d\(device) asked for \(order.conflictPolicy) and kept the other \(conflict.name), \(text(conflict.localValue))"
      )
    }
  }

  private func records(of key: Key, in snapshot: CloudSnapshot) -> [CloudRecord] {
    (snapshot.contested[key] ?? []) + [snapshot.document?.records[key]].compactMap { $0 }
  }

  private func text(_ value: PropertyList?) -> String { number(value).map(String.init) ?? "-" }

  /// Returns the number of the edit that set `value`.
  func number(_ value: PropertyList?) -> Int? { value?.string.flatMap { Int($0) } }

  private func shown(_ device: Int) -> String {
    devices[device].disk.file.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }
      .joined(separator: " ")
  }

  /// Records both sides of each conflict as reported and, if `isRead` is true, as seen by the user.
  func readConflicts(_ conflicts: [SyncDifference], _ device: Int, isRead: Bool) {
    for conflict in conflicts {
      let met = devices[device].met
      let sides = [
        (number(conflict.localValue), met.here[conflict.name]),
        (number(conflict.remoteValue), met.cloud[conflict.name]),
      ]
      for (value, deletes) in sides {
        let named = value.map { [$0] } ?? deletes ?? []
        reported.formUnion(named)
        if isRead { for number in named { markSeen(number, device) } }
      }
      guard conflict.localValue == nil || conflict.remoteValue == nil else { continue }
      var tombstones = devices[device].metTombstones[conflict.name] ?? []
      // This device may just have created the tombstone (seed 910002002 of clocks).
      if let base = devices[device].disk.state?.base[conflict.name], base.isTombstone {
        tombstones.insert(base.stamp)
      }
      reportedTombstones[conflict.name, default: []].formUnion(tombstones)
    }
  }

  /// Marks an edit, and everything its author had seen, as seen by this device's user.
  private func markSeen(_ number: Int, _ device: Int) {
    let key = edits[number].key
    devices[device].disk.history[key, default: []].formUnion(edits[number].seen)
    devices[device].disk.history[key, default: []].insert(number)
  }

  /// Records which deletes a snapshot contains, because a conflict doesn't identify the delete.
  fileprivate func recordDeletes(_ snapshot: CloudSnapshot, _ device: Int) {
    for key in keys {
      let found = records(of: key, in: snapshot)
      devices[device].metTombstones[key, default: []].formUnion(
        found.filter(\.isTombstone).map(\.stamp))
      var deletes = Set(found.compactMap { tombstones[$0.tombstone]?[key] })
      devices[device].gone[key] = snapshot.document?.records[key] == nil ? collected[key] : nil
      if let gone = devices[device].gone[key] { deletes.insert(gone) }
      devices[device].met.cloud[key, default: []].formUnion(deletes)
      devices[device].met.here[key, default: []].formUnion(deletes)
    }
  }

  /// Simulates a possible crash, and lets the other devices run.
  fileprivate func step(_ device: Int) throws {
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

  fileprivate func save(_ state: SyncState, _ device: Int) throws {
    try step(device)
    var state = state
    if options.dropsTaking { (state.incoming, state.removing) = ([:], []) }
    devices[device].disk.state = options.codesState ? coded(state) : state
    devices[device].savedMet = (devices[device].met, devices[device].metTombstones)
    devices[device].disk.clock.observe(state.clock)
    remember(state, device)
    try step(device)
  }

  /// Encodes the state as in its file, and returns the decoded result.
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

  /// Marks deletes as seen where this device has no value, because these don't cause a commit.
  ///
  /// An edit made after the sync read the file overwrites the delete, since the pull came first.
  private func learnDeletes(_ state: SyncState, _ device: Int) {
    for key in keys {
      let known = state.base[key].map { $0.isTombstone ? tombstones[$0.tombstone]?[key] : nil }
      let gone = devices[device].read[key] == nil ? devices[device].gone[key] : nil
      guard let delete = known ?? gone else { continue }
      devices[device].disk.history[key, default: []].insert(delete)
      // The mirror's tombstone is the same change as a delete that wasn't sent (seed 9644 of clones).
      if let base = state.base[key], known != nil, devices[device].read[key] == nil,
        let own = devices[device].deletes[key], own != delete, !landed.contains(own)
      {
        repeatedDeletes[key, default: [:]][base.stamp, default: []].insert(own)
      }
      guard devices[device].read[key] == nil,
        let edit = number(devices[device].disk.file[key]), edit > delete
      else { continue }
      edits[edit].seen.insert(delete)
    }
  }

  /// Records values that a user kept although another edit is newer.
  private func noteChoices(_ conflicts: [SyncDifference], _ device: Int) {
    if devices[device].policy == .keepingRemote {
      // The chosen value may replace an edit that was made on this device later (seed 3355).
      for conflict in conflicts where conflict.kept == .remote {
        if let value = number(conflict.localValue) {
          yielded.formUnion(edits[value].seen.union([value]))
        }
        let deletes = devices[device].met.cloud[conflict.name] ?? []
        revived.formUnion(number(conflict.remoteValue).map { [$0] } ?? deletes)
        // A pull doesn't send. The next push sends the chosen delete (seed 81).
        let state = devices[device].disk.state
        guard let chosen = state?.incoming[conflict.name] ?? state?.base[conflict.name],
          chosen.isTombstone, tombstones[chosen.tombstone]?[conflict.name] == nil
        else { continue }
        tombstones[chosen.tombstone, default: [:]][conflict.name] = deletes.max()
      }
    }
    guard devices[device].policy == .keepingLocal else { return }
    for conflict in conflicts where conflict.kept == .local {
      let deletes = devices[device].met.here[conflict.name] ?? []
      revived.formUnion(number(conflict.localValue).map { [$0] } ?? deletes)
      // A pull doesn't send. The next push sends the chosen delete.
      if devices[device].disk.file[conflict.name] == nil,
        devices[device].disk.deletes[conflict.name] == nil
      {
        devices[device].disk.deletes[conflict.name] = deletes.max()
      }
    }
  }

  fileprivate func commit(
    _ takes: [Key: CloudRecord?], _ expected: LocalState, _ device: Int
  ) -> Set<Key> {
    var taken: Set<Key> = []
    for (key, record) in takes.sorted(by: { $0.key < $1.key }) {
      guard devices[device].disk.file[key].isSame(as: expected.values[key]) else { continue }
      let value = record?.value
      let old = number(devices[device].disk.file[key])
      devices[device].disk.file[key] = value
      taken.insert(key)
      if value != nil, let delete = devices[device].disk.deletes.removeValue(forKey: key) {
        // The key may have been set and deleted again since the sync read the file (seed 940003812).
        if old == nil { devices[device].met.here[key, default: []].insert(delete) }
      }
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
    _ key: Key, _ value: PropertyList?, over old: Int?, _ record: CloudRecord?, _ device: Int
  ) {
    let delete = record.flatMap { tombstones[$0.tombstone]?[key] } ?? collected[key]
    // The user chose the mirror's side in this sync or an earlier one (seed 3685).
    let yields =
      devices[device].policy == .keepingRemote
      || devices[device].disk.state?.base[key]?.stamp.time == 0
    guard let edit = number(value) ?? delete else {
      // The delete comes from the user of a cloned device, and the mirror may never have had the
      // key.
      if yields { return }
      return problems.append("d\(device): \(key) was deleted without a user's decision")
    }
    // A clone can have replaced an unsent delete that its original sends later. This is a reported
    // conflict (seed 970002912 of clones).
    let isReported =
      devices[device].disk.state?.conflicts.contains {
        options.clones && $0.name == key && number($0.localValue) == old && $0.remoteValue == nil
          && $0.kept == .remote
      } ?? false
    if value == nil, let old, edits[old].seen.contains(edit), !revived.contains(edit), !yields,
      !isReported
    {
      problems.append("d\(device): the delete \(edit) of \(key) took \(old), which came after it")
    }
    markSeen(edit, device)
  }
}

/// The sync environment of a simulated device.
struct SimulatedEnvironment: SyncEnvironment {
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

  func load(_ mirrors: [String]) throws -> SyncState? {
    try simulation.step(device)
    guard let state = simulation.devices[device].disk.state, keepsMarker else {
      return simulation.devices[device].disk.state
    }
    return mirrors.isEmpty || mirrors.contains(state.mirror) ? state : nil
  }

  func save(_ state: SyncState, isSolid: Bool) throws {
    try simulation.save(state, device)
  }

  func advance(to clock: CloudClock) throws {
    try simulation.step(device)
    simulation.devices[device].disk.clock.observe(clock)
    try simulation.step(device)
  }

  func read() throws -> LocalState {
    try simulation.step(device)
    let disk = simulation.devices[device].disk
    (simulation.devices[device].read, simulation.devices[device].deletes) =
      (disk.file, disk.deletes)
    for (key, number) in disk.deletes where disk.file[key] == nil {
      simulation.devices[device].met.here[key, default: []].insert(number)
    }
    // A user who prefers this device also keeps a delete that it pulled earlier (seed 354725464).
    for (key, record) in disk.state?.base ?? [:] where record.isTombstone && disk.file[key] == nil {
      guard let number = simulation.tombstones[record.tombstone]?[key] else { continue }
      simulation.devices[device].met.here[key, default: []].insert(number)
    }
    return LocalState(
      values: disk.file, isLost: simulation.devices[device].isLost, edits: disk.log.edits,
      restored: disk.log.restored)
  }

  func commit(
    _ takes: [Key: CloudRecord?], over here: LocalState
  ) throws -> Set<Key> {
    try simulation.step(device)
    let taken = simulation.commit(takes, here, device)
    try simulation.step(device)
    return taken
  }

  func pull() throws -> CloudSnapshot {
    try simulation.step(device)
    let snapshot = simulation.pull(device)
    simulation.devices[device].pulled = snapshot
    simulation.recordDeletes(snapshot, device)
    return snapshot
  }

  func push(
    _ document: CloudDocument, from id: CloudDevice, expecting revision: String
  ) throws -> String? {
    try simulation.step(device)
    let result = simulation.push(document, id, revision, device)
    try simulation.step(device)
    if result != nil, simulation.random.chance(5), simulation.devices[device].stepsToCrash != nil {
      throw CloudError(.unreachable, "lost reply")
    }
    return result
  }
}
