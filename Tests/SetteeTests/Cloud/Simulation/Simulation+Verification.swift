@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func verify() {
    for key in keys {
      // A report about a tombstone covers the deletes that it repeats.
      for tombstone in reportedTombstones[key] ?? [] {
        reported.formUnion(repeatedDeletes[key]?[tombstone] ?? [])
      }
      let values = devices.map { $0.disk.file[key] }
      verifyEquality(key, values)
      if options.foreignLosses || options.restoresCopies {
        verifyKept(key)
        if options.mirrorRestores || options.restoresCopies { verifyLanded(key) }
      } else {
        verifyLosses(key, values[0])
      }
    }
  }

  private func verifyEquality(_ key: Key, _ values: [PropertyList?]) {
    // After damage by another program, a key may be missing on a device until its user decides.
    let compared =
      options.foreignLosses || options.restoresCopies ? values.filter { $0 != nil } : values
    guard let first = compared.first else { return }
    if !compared.allSatisfy({ $0.isSame(as: first) }) {
      problems.append("\(key) differs: \(values.map { $0.map { "\($0)" } ?? "-" })")
    }
  }

  /// Verifies that each value that no user deleted is still in the mirror, regardless of losses.
  private func verifyKept(_ key: Key) {
    let all = edits.indices.filter { edits[$0].key == key && landed.contains($0) }
    guard !all.isEmpty, !edits.contains(where: { $0.key == key && $0.isDelete }) else { return }
    if devices.indices.allSatisfy({ pull($0).document?.records[key]?.value == nil }) {
      problems.append("\(key) is missing in the mirror without a delete")
    }
  }

  /// Verifies that each edit that reached the mirror is still there, was overwritten by another
  /// such edit, or was reported.
  ///
  /// This must also be true after rollbacks of the mirror and the devices.
  private func verifyLanded(_ key: Key) {
    let all = edits.indices.filter { edits[$0].key == key && landed.contains($0) }
    let end = number(pull(0).document?.records[key]?.value)
    // A report about an edit also covers the edits that it had overwritten.
    let overtaken = reported.union(all).reduce(into: Set<Int>()) { $0.formUnion(edits[$1].seen) }
    let lost = all.filter { $0 != end && !overtaken.contains($0) && !reported.contains($0) }
    if !lost.isEmpty { problems.append("\(key) ends as \(end ?? -1), loses \(lost)") }
  }

  /// Verifies that the final value isn't older than any edit, and that each edit it didn't
  /// overwrite was reported.
  private func verifyLosses(_ key: Key, _ end: PropertyList?) {
    let all = edits.indices.filter { edits[$0].key == key && !discarded.contains($0) }
    // If the key is deleted, any of its deletes may be the final one.
    let ends = end == nil ? all.filter { edits[$0].isDelete } : [number(end)].compactMap { $0 }
    guard !all.isEmpty else { return }
    if ends.isEmpty { return problems.append("\(key) is missing without a delete") }
    // A reported delete also covers the edits before it (seed 1755 of encrypted accounts).
    let overtaken = reported.union(all).reduce(into: Set<Int>()) { $0.formUnion(edits[$1].seen) }
    let isFine = ends.contains { final in
      mayBeFinal(final, all) && all.allSatisfy { isSettled($0, all, final, overtaken) }
    }
    if isFine { return }
    let isHidden = ends.contains { final in
      mayBeFinal(final, all)
        && all.allSatisfy { isSettled($0, all, final, overtaken) || isHiddenByClone($0) }
    }
    if isHidden { return hiddenByClones.append(key) }
    let unsettled = all.filter { edit in !ends.contains { isSettled(edit, all, $0, overtaken) } }
    let over = all.filter { edit in ends.contains { edits[edit].seen.contains($0) } }
    problems.append("\(key) ends as \(ends), overtaken by \(over), loses \(unsettled)")
  }

  /// Returns whether `final` is the newest edit, or was restored and its report named the values it
  /// replaced.
  private func mayBeFinal(_ final: Int, _ all: [Int]) -> Bool {
    // A user who gave up a value has seen the mirror's value, which can lose to the one that the
    // user's value had replaced (seed 700002406 of clocks).
    let after = all.filter {
      edits[$0].seen.contains(final) && (!yielded.contains($0) || landed.contains($0))
    }
    if after.isEmpty { return true }
    guard revived.contains(final), reported.contains(final) else { return false }
    func isReported(_ edit: Int) -> Bool {
      reported.contains(edit)
        || all.contains { edits[$0].seen.contains(edit) && reported.contains($0) }
    }
    // A delete that repeats another device's reported delete of the same value is covered by that
    // report (seed 9166).
    func isDone(_ edit: Int) -> Bool {
      isReported(edit)
        || edits[edit].isDelete
          && all.contains { edits[$0].isDelete && isReported($0) && isRepeated($0, by: edit) }
    }
    return after.allSatisfy { edit in
      isDone(edit) || after.contains { edits[$0].seen.contains(edit) && isDone($0) }
    }
  }

  private func isSettled(
    _ edit: Int, _ all: [Int], _ final: Int, _ overtaken: Set<Int>
  ) -> Bool {
    func isReported(_ edit: Int) -> Bool {
      edit == final || overtaken.contains(edit) || reported.contains(edit)
    }
    if isReported(edit) { return true }
    guard edits[edit].isDelete else { return false }
    // Two deletes of the same value don't conflict.
    if all.contains(where: { edits[$0].isDelete && isReported($0) && isRepeated($0, by: edit) }) {
      return true
    }
    // A new device copies its values to the mirror. If all other devices have completed a delete,
    // no tombstone remains that could conflict with the copy.
    return settledDeletes.contains(edit)
      && edits[final].seen.union([final]).contains {
        edits[$0].isNewcomers && areConcurrent($0, edit)
      }
  }

  /// Returns whether an edit was replaced by a device that had read a clone's push with the same or
  /// a later number, which is a documented limitation.
  ///
  /// The edit must never have been sent with another push, and the other device must have sent its
  /// own edit while it listed the clone's push. The clones are detected if the edit's own device
  /// has sent only that number.
  private func isHiddenByClone(_ edit: Int) -> Bool {
    let key = edits[edit].key
    func record(in push: Push) -> CloudRecord? {
      push.document.records[key].flatMap { record in
        (number(record.value) ?? tombstones[record.tombstone]?[key]) == edit ? record : nil
      }
    }
    let carriers = pushes.indices.filter { record(in: pushes[$0]) != nil }
    guard options.clones, let first = carriers.first, let lost = record(in: pushes[first]),
      carriers.allSatisfy({ record(in: pushes[$0])?.push == lost.push })
    else { return false }
    let own = pushes[first]
    guard lost.push == own.push else { return false }
    let sent = pushes.filter { $0.id == own.id && $0.device == own.device }.map(\.write.sequence)
    let hiding = pushes.indices.filter { index in
      let push = pushes[index]
      return push.id == own.id && push.device != own.device
        && index >= devices[own.device].firstPush && first >= devices[push.device].firstPush
        && push.write.sequence >= own.write.sequence
        && sent.contains { $0 >= own.write.sequence && $0 != push.write.sequence }
    }
    return pushes.contains { push in
      guard push.id != own.id, let newer = push.document.records[key] else { return false }
      return newer.push == push.push && lost.isOlder(than: newer)
        && hiding.contains { pushes[$0].write == push.document.devices[own.id]?.written }
    }
  }

  /// Returns whether a delete removed only values that another delete also removed, or that never
  /// left their device.
  private func isRepeated(_ delete: Int, by other: Int) -> Bool {
    if areConcurrent(delete, other) { return true }
    return edits[other].seen.contains(delete)
      && !edits[other].seen.contains {
        landed.contains($0) && !edits[$0].isDelete && edits[$0].seen.contains(delete)
      }
  }

  private func areConcurrent(_ left: Int, _ right: Int) -> Bool {
    left != right && !edits[left].seen.contains(right) && !edits[right].seen.contains(left)
  }
}
