import SetteeValues

/// A change to a single setting that has been validated by a ``BoundControl``.
package struct ValidatedChange: Sendable {
  package let domain: Domain
  package let path: SettingPath
  /// The new value of the setting, or `nil` to remove its key.
  package let value: PropertyList?
  /// The text that the user typed for the value, which a settings file can contain unchanged.
  package let text: String?

  /// Creates a change without validation.
  ///
  /// Use this initializer to change a key that has no control or to restore a previous value.
  package init(
    unchecked value: PropertyList?, at path: SettingPath, in domain: Domain,
    typed text: String? = nil
  ) {
    self.domain = domain
    self.path = path
    self.value = value
    self.text = text
  }
}

extension [ValidatedChange] {
  /// Returns the changes that ``store(in:)`` would make, without writing them to disk.
  ///
  /// If a setting would keep its value, the corresponding element of the result is `nil`.
  package func preview(in layer: WritableLayer = .user) throws -> [KeyChange?] {
    var made: Made = []
    for (domain, set) in sets { made.append((domain, try domain.preview(set, to: layer))) }
    return inOrder(made)
  }

  /// Saves either all of the changes or none of them, with a separate commit for each domain.
  ///
  /// If a domain rejects its changes, the changes that other domains have already saved are
  /// reverted. An element of the result is `nil` if the value of its path stayed the same.
  @discardableResult
  package func store(in layer: WritableLayer = .user) throws -> [KeyChange?] {
    var made: Made = []
    do {
      for (domain, set) in sets { made.append((domain, try domain.apply(set, to: layer))) }
    } catch let error as DomainError {
      // If an earlier change can't be reverted either, report only the original error.
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

  /// The changes grouped by domain, in the order in which the domains first occur.
  private var sets: [(domain: Domain, set: ChangeSet)] {
    var sets: [(domain: Domain, set: ChangeSet)] = []
    for change in self {
      let index = sets.firstIndex { $0.domain === change.domain } ?? sets.count
      if index == sets.count { sets.append((change.domain, ChangeSet())) }
      sets[index].set.set(change.path, change.value, typed: change.text)
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
