/// A validated change to one path, as ``BoundControl`` creates it.
package struct ValidatedChange: Sendable {
  package let domain: Domain
  package let path: SettingPath
  /// The new value; `nil` removes the key.
  package let value: PropertyList?

  /// Creates a change to which no rules apply: of a key without a control, or to a previous value.
  package init(unchecked value: PropertyList?, at path: SettingPath, in domain: Domain) {
    self.domain = domain
    self.path = path
    self.value = value
  }
}

extension [ValidatedChange] {
  /// Returns what ``store(in:)`` would change, without writing anything.
  ///
  /// The result is `nil` for a path that would stay the same.
  package func preview(in layer: WritableLayer = .user) throws(DomainError) -> [KeyChange?] {
    var made: Made = []
    for (domain, set) in sets { made.append((domain, try domain.preview(set, to: layer))) }
    return inOrder(made)
  }

  /// Stores all changes or none, in one commit for each domain.
  ///
  /// If a domain rejects its changes, those of the previous domains are reverted. The result is
  /// `nil` for a path that stayed the same.
  @discardableResult
  package func store(in layer: WritableLayer = .user) throws(DomainError) -> [KeyChange?] {
    var made: Made = []
    do throws(DomainError) {
      for (domain, set) in sets { made.append((domain, try domain.apply(set, to: layer))) }
    } catch {
      // If reverting fails too, report the first error.
      for (domain, changes) in made.reversed() {
        var back = ChangeSet()
        for change in changes.reversed() { back[change.path] = change.old }
        _ = try? domain.apply(back, to: layer)
      }
      throw error
    }
    return inOrder(made)
  }

  private typealias Made = [(domain: Domain, changes: [KeyChange])]

  /// The changes of each domain, in order of first occurrence.
  private var sets: [(domain: Domain, set: ChangeSet)] {
    var sets: [(domain: Domain, set: ChangeSet)] = []
    for change in self {
      let index = sets.firstIndex { $0.domain === change.domain } ?? sets.count
      if index == sets.count { sets.append((change.domain, ChangeSet())) }
      sets[index].set[change.path] = change.value
    }
    return sets
  }

  private func inOrder(_ made: Made) -> [KeyChange?] {
    let found = made.map { domain, changes in
      (domain, Dictionary(changes.map { ($0.path, $0) }) { first, _ in first })
    }
    return map { change in found.first { $0.0 === change.domain }?.1[change.path] }
  }
}
