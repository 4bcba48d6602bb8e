/// A change of one place that may be stored: what a ``BoundControl`` gives once it has checked it.
package struct CheckedChange: Sendable {
  package let domain: Domain
  package let path: LeafPath
  /// The new value; nil removes the key.
  package let value: PropertyList?

  /// A change that no rules hold for: of a key that no control has, or back to what was there before.
  package init(unchecked value: PropertyList?, at path: LeafPath, in domain: Domain) {
    self.domain = domain
    self.path = path
    self.value = value
  }
}

extension [CheckedChange] {
  /// What ``store(in:)`` would change now, in the order of the changes, and nil where a place would stay
  /// as it is; writes nothing.
  package func preview(in layer: WritableLayer = .user) throws(DomainError) -> [KeyChange?] {
    var made: Made = []
    for (domain, set) in sets { made.append((domain, try domain.preview(set, to: layer))) }
    return inOrder(made)
  }

  /// Stores all of them or none: in one commit, where they are of one domain.
  ///
  /// Of several domains, what the earlier ones took goes back when a later one refuses. The result says
  /// what became of each place; nil where it stayed as it was.
  @discardableResult
  package func store(in layer: WritableLayer = .user) throws(DomainError) -> [KeyChange?] {
    var made: Made = []
    do throws(DomainError) {
      for (domain, set) in sets { made.append((domain, try domain.apply(set, to: layer))) }
    } catch {
      // Of two failures the first is told.
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

  /// The changes of each domain, in the order in which the domains come.
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
