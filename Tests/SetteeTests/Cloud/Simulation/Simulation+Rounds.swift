@testable import Settee

extension Simulation {
  func sync(_ device: Int, _ order: CloudOrder, mayCrash: Bool = true) {
    if mayCrash, options.crashes, random.chance(30) {
      devices[device].stepsToCrash = random.below(16)
    }
    note("d\(device) syncs \(order.policy) takes \(order.takes) sends \(order.sends)")
    devices[device].policy = order.policy
    let round = SyncRound(world(of: device), account: "default", order: order)
    do throws(CloudError) {
      let report = try round.run()
      hear(report.conflicts, device)
      note(
        "d\(device) sent \(report.sent) took \(report.taken) conflicts \(report.conflicts.map { "\($0.key) here \(number($0.here)) cloud \(number($0.cloud)) kept \($0.kept.map(\.rawValue) ?? "-")" }) now \(shown(device))"
      )
    } catch {
      note("d\(device) ends: \(error) now \(shown(device))")
      if error.message != simulatedCrash.message, error.message != "lost reply" {
        problems.append("\(error)")
      }
    }
    devices[device].stepsToCrash = nil
  }

  private func number(_ value: PropertyList?) -> String {
    if case .string(let text)? = value { text } else { "-" }
  }

  private func shown(_ device: Int) -> String {
    devices[device].disk.file.sorted { $0.key < $1.key }.map { "\($0.key)=\(number($0.value))" }
      .joined(separator: " ")
  }

  /// Whoever reads a conflict has seen both sides.
  private func hear(_ conflicts: [CloudConflict], _ device: Int?) {
    for conflict in conflicts {
      for value in [conflict.here, conflict.cloud] {
        guard case .string(let text)? = value, let number = Int(text) else {
          reportedDeletes.insert(conflict.key)
          continue
        }
        reported.insert(number)
        guard let device else { continue }
        devices[device].disk.history[conflict.key, default: []].formUnion(edits[number].seen)
        devices[device].disk.history[conflict.key, default: []].insert(number)
      }
    }
  }

  // MARK: The world of one device

  private func world(of device: Int) -> SyncWorld {
    SyncWorld(
      now: { self.time + self.devices[device].skew },
      random: { self.random.next() },
      keepsMark: false, place: "the simulation",
      load: { (_) throws(CloudError) in
        try self.step(device)
        return self.devices[device].disk.state
      },
      save: { (state, _) throws(CloudError) in try self.save(state, device) },
      read: { () throws(CloudError) in
        try self.step(device)
        let disk = self.devices[device].disk
        return SyncHere(
          values: disk.file, isLost: self.devices[device].isLost, edits: disk.log.edits)
      },
      commit: { (takes, expected) throws(CloudError) in
        try self.step(device)
        let taken = self.commit(takes, expected, device)
        try self.step(device)
        return taken
      },
      pull: { () throws(CloudError) in
        try self.step(device)
        return self.pull(device)
      },
      push: { (document, id, revision) throws(CloudError) in
        try self.step(device)
        let result = self.push(document, id, revision, device)
        try self.step(device)
        if result != nil, self.random.chance(5), self.devices[device].stepsToCrash != nil {
          throw CloudError(.unreachable, "lost reply")
        }
        return result
      })
  }

  /// Between any two steps the process may die, and the rest of the world goes on.
  private func step(_ device: Int) throws(CloudError) {
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

  private func save(_ state: SyncState, _ device: Int) throws(CloudError) {
    try step(device)
    var state = state
    if options.dropsTaking { state.taking = [:] }
    if options.codesState {
      guard let read = SyncState(state.propertyList) else {
        problems.append("a saved state cannot be read")
        return
      }
      state = read
    }
    devices[device].disk.state = state
    // What stands in the state is shown by `status`, whatever becomes of this process.
    hear(state.lastConflicts, nil)
    noteChoices(state, device)
    learnDeletes(state, device)
    try step(device)
  }

  /// A delete of what this machine did not have is agreed without a commit; an edit that falls into
  /// that round is made over it.
  private func learnDeletes(_ state: SyncState, _ device: Int) {
    for (key, record) in state.base where record.isTombstone {
      guard let number = tombstones[record.push]?[key] else { continue }
      devices[device].disk.history[key, default: []].insert(number)
      guard case .string(let text)? = devices[device].disk.file[key], let edit = Int(text) else {
        continue
      }
      if edit > number { edits[edit].seen.insert(number) }
    }
  }

  /// What a user keeps against the newest edit counts as made again.
  private func noteChoices(_ state: SyncState, _ device: Int) {
    guard devices[device].policy == .here else { return }
    for conflict in state.conflicts where conflict.kept == .here {
      if case .string(let text)? = conflict.here, let number = Int(text) { revived.insert(number) }
    }
  }

  private func commit(
    _ takes: [CloudKey: PropertyList?], _ expected: SyncHere, _ device: Int
  ) -> Set<CloudKey> {
    var taken: Set<CloudKey> = []
    for (key, value) in takes {
      guard devices[device].disk.file[key].isSame(as: expected.values[key]) else { continue }
      devices[device].disk.file[key] = value
      taken.insert(key)
      if value != nil { devices[device].disk.deletes[key] = nil }
      let record = devices[device].disk.state?.taking[key]
      learn(key, value, record, device)
      if value == nil, !edits.contains(where: { $0.key == key && $0.isDelete }) {
        problems.append("d\(device): \(key) was deleted by nobody")
      }
    }
    devices[device].isLost = false
    return taken
  }

  private func learn(
    _ key: CloudKey, _ value: PropertyList?, _ record: CloudRecord?, _ device: Int
  ) {
    var number: Int?
    if case .string(let text)? = value { number = Int(text) }
    if value == nil { number = record.flatMap { tombstones[$0.push]?[key] } ?? collected[key] }
    guard let number else { return }
    devices[device].disk.history[key, default: []].formUnion(edits[number].seen)
    devices[device].disk.history[key, default: []].insert(number)
  }
}
