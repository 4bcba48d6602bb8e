import Settee

/// Why an edit was not made, as a sentence.
struct DeskError: Error {
  let message: String
}

extension Desk {
  /// Makes an edit, all or nothing.
  ///
  /// - Parameters:
  ///   - edit: The changes.
  ///   - cause: What they are for: an edit is held against the rules, and what is taken back must
  ///     not have changed since.
  ///   - words: The language of the sentences.
  /// - Returns: The readings after it, and what the user has to know beside.
  /// - Throws: Why nothing was changed.
  func make(
    _ edit: Edit, _ cause: ChangeCause, words: Words
  ) throws(DeskError) -> (readings: Readings, notice: String?) {
    for change in edit.changes {
      let title = control(of: change.name)?.control.label ?? edit.title
      try check(change, cause, title: title, words: words)
    }
    var made: [(domain: Domain, change: ChangeSet)] = []
    do {
      for (domain, forward, backward) in changeSets(edit) {
        try domain.apply(forward, to: layer)
        made.append((domain, backward))
      }
    } catch {
      // What an earlier domain took goes back; of two failures the first is told.
      for (domain, change) in made.reversed() { _ = try? domain.apply(change, to: layer) }
      throw DeskError(message: error.message)
    }
    let names = edit.changes.map(\.name)
    return (readings(of: names), notice(names, words))
  }

  private func check(
    _ change: ValueChange, _ cause: ChangeCause, title: String, words: Words
  ) throws(DeskError) {
    if let control = control(of: change.name), control.isManaged {
      throw DeskError(message: control.disabledReason ?? title)
    }
    if cause == .edit, let value = change.new, let control = control(of: change.name) {
      do { _ = try control.checked(value) } catch { throw DeskError(message: error.message) }
    }
    if cause != .edit, let domain = domain(of: change.name) {
      let now = (try? domain.values(in: layer))?[change.name.key]
      if now != change.old { throw DeskError(message: words(.undoRefused, title)) }
    }
  }

  /// The change of each domain, and the one that takes it back.
  private func changeSets(_ edit: Edit) -> [(Domain, forward: ChangeSet, backward: ChangeSet)] {
    var sets: [(Domain, forward: ChangeSet, backward: ChangeSet)] = []
    for change in edit.changes {
      guard let domain = domain(of: change.name) else { continue }
      if !sets.contains(where: { $0.0 === domain }) { sets.append((domain, [:], [:])) }
      for index in sets.indices where sets[index].0 === domain {
        let path = LeafPath(change.name.key)
        put(change.new, at: path, in: &sets[index].forward)
        put(change.old, at: path, in: &sets[index].backward)
      }
    }
    return sets
  }

  private func put(_ value: PropertyList?, at path: LeafPath, in set: inout ChangeSet) {
    if let value { set.set(path, value) } else { set.unset(path) }
  }

  /// Says when a layer above hides what was just stored.
  private func notice(_ names: [SettingName], _ words: Words) -> String? {
    for name in names {
      let other = domain(of: name)?.layer(hiding: LeafPath(name.key), in: layer)
      if let other { return words(.hiddenBy, words(other.origin.phrase)) }
    }
    return nil
  }
}
