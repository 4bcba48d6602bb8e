/// A commit that a thread is in the middle of, with what belongs to it: one made within it, through
/// the domain, is kept or dropped with it, and is told of once.
// Safe to share: only the thread that made it reads and changes it.
final class OpenCommit: @unchecked Sendable {
  /// Whose commit it is.
  struct Place: Equatable {
    let thread: UInt
    let layer: WritableLayer
  }

  /// Changes of one kind.
  struct Part {
    var changes: [KeyChange]
    let commit: Commit
  }

  let place: Place
  var parts: [Part] = []

  init(_ place: Place) { self.place = place }

  var hasChanges: Bool { parts.contains { !$0.changes.isEmpty } }

  /// Adds what a step has changed; plain changes of one source become one part.
  func add(_ changes: [KeyChange], _ commit: Commit) {
    // Of a flush even an empty one counts: what it was to save is saved.
    if changes.isEmpty, !commit.isFlush { return }
    guard let last = parts.last, last.commit.isPlain, commit.isPlain,
      last.commit.source == commit.source
    else {
      parts.append(Part(changes: changes, commit: commit))
      return
    }
    parts[parts.count - 1].changes = last.changes.followed(by: changes)
  }
}

extension Commit {
  fileprivate var isPlain: Bool { !isFlush && undoes == nil }
}

extension [KeyChange] {
  /// These changes and then others: of two at one place, from the first value to the last.
  fileprivate func followed(by later: [KeyChange]) -> [KeyChange] {
    var all = self
    var places = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.path, $0) })
    for change in later {
      guard let index = places[change.path] else {
        places[change.path] = all.count
        all.append(change)
        continue
      }
      all[index] = KeyChange(change.path, old: all[index].old, new: change.new)
    }
    return all.filter { $0.old != $0.new }
  }
}
