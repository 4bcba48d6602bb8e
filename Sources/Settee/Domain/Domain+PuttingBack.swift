extension Domain {
  /// Puts back, once, those of our own changes that a foreign write has just dropped.
  ///
  /// Programs that write the whole file in place from what they read before our commit undo it
  /// without meaning to. Only a value that is again exactly what it was before our change counts as
  /// dropped; anything else is the other program's wish.
  func putBackDropped() {
    let dropped = state.withLock { $0.takeDropped() }
    if dropped.isEmpty { return }
    var change = ChangeSet()
    for key in dropped { change[key.path] = key.new }
    let file = userFile
    do {
      let commit = Commit(layer: .user, source: .local)
      var isForeign = true
      _ = try self.commit(commit) { (_, values) throws(DomainError) in
        // NB: asked under the lock. A file that was replaced twice may have its old inode again, and
        // then looks as if it had been written in place; what a Settee wrote is never foreign.
        isForeign = file?.holdsLastGood == false
        return isForeign ? values.apply(change) : []
      }
      guard isForeign else { return }
      state.withLock { $0.recent = [] }
      report(
        DomainIssue(
          .putBack,
          "Another program wrote \(name) from an older copy and dropped \(dropped.count) change(s);"
            + " they were put back.", keys: dropped.map(\.key)))
    } catch {
      report(DomainIssue(.unsaved, error.message, keys: dropped.map(\.key)))
    }
  }
}

extension Domain {
  /// The file of the user's layer; nil where the layer has none.
  var userFile: PlistFile? { state.withLock { $0.userFile } }
}

extension DomainState {
  /// The file of the user's layer; nil where the layer has none.
  fileprivate var userFile: PlistFile? {
    user.flatMap { layers[$0].source.storage as? PlistFile }
  }

  /// The changes that a foreign write has dropped; each is taken once.
  fileprivate mutating func takeDropped() -> [KeyChange] {
    guard !recent.isEmpty else { return [] }
    let now = Monotonic.now
    recent.removeAll { now - $0.time > Self.droppable }
    guard let index = user, let file = userFile,
      now - file.lastWrittenInPlace < Self.droppable
    else { return [] }
    let values = layers[index].stored.values
    var newest: [LeafPath: PropertyList?] = [:]
    for recent in recent { newest[recent.change.path] = .some(recent.change.new) }
    let dropped = recent.map(\.change).filter { change in
      let latest = newest[change.path] ?? nil
      let current = values.value(at: change.path)
      return current == change.old && current != latest && change.new == latest
    }
    if !dropped.isEmpty { recent = [] }
    return dropped
  }
}
