import Synchronization
import SetteeFiles
import SetteeValues

extension Domain {
  /// Returns recent changes that were made through Settee, starting with the oldest change.
  public func history() throws -> [HistoryEntry] {
    let entries = try record?.records().flatMap(\.entries) ?? []
    // Hide the values of secrets, because a path might have been declared secret only after a
    // change was recorded.
    return entries.map { isSecret($0.path) ? $0.withoutValues : $0 }
  }

  /// Undoes the last change to any setting, or the last change to the setting at a path.
  ///
  /// Calling this method twice reverts two changes, because it skips changes that have already been
  /// reverted.
  ///
  /// - Parameters:
  ///   - path: The path, or `nil` to undo the last commit whatever it changed.
  ///   - layer: The layer that was changed, or `nil` for any layer.
  /// - Returns: The resulting changes.
  /// - Throws: A ``DomainError`` of kind `conflict` if the value was changed since, or `missing` if
  ///   there is nothing to undo or the value is a secret from another session.
  @discardableResult
  public func undo(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws -> [KeyChange] {
    let plan = try undoPlan(path, layer)
    return try self.commit(plan.commit) { working in
      if let content = working.content, let (old, changes) = restored(plan, from: content) {
        working.isLocated = true
        working.listed = (old, [])
        working.values = old.values
        return changes
      }
      let changes = try located(plan, in: working.content)
      working.isLocated = true
      if plan.isOfBytes, let content = working.content {
        let (old, changes) = try reverting(plan, changes, in: content)
        working.listed = (old, [])
        working.values = old.values
        return changes
      }
      let undone = working.apply(
        try reverting(changes, in: working.values, working.content), readsBack: false)
      return try effective(undone, of: changes)
    }
  }

  /// Returns the change that ``undo(_:in:)`` would revert, if there is one.
  package func lastStanding(
    in layer: WritableLayer? = nil
  ) throws -> HistoryEntry? { try record?.lastStanding(layer, of: name)?.entries.last }

  /// Returns the changes that ``undo(_:in:)`` would make, without writing them.
  package func previewUndo(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws -> [KeyChange] {
    let plan = try undoPlan(path, layer)
    try reload()
    if let content = text?.known, let restored = restored(plan, from: content) {
      return restored.changes
    }
    if plan.isOfBytes, let content = text?.known {
      return try reverting(plan, try located(plan, in: content), in: content).changes
    }
    var values = try values(in: plan.commit.layer)
    let changes = try reverting(try located(plan, in: text?.known), in: values, text?.known)
    return try effective(values.apply(changes, in: text?.known, readsBack: false), of: plan.changes)
  }

  /// Returns the content of a text file after ``undo(_:in:)`` would restore its exact bytes, or `nil`
  /// if it would only change values.
  package func previewUndoneContent(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws -> SettingsDocument? {
    let plan = try undoPlan(path, layer)
    return text?.known.flatMap { restored(plan, from: $0)?.content }
  }

  /// Throws an error if undoing changes has no effect, so that it isn't reported as done.
  private func effective(
    _ undone: [KeyChange], of changes: [KeyChange]
  ) throws -> [KeyChange] {
    guard undone.isEmpty, let first = changes.first else { return undone }
    throw changedSince(first.path)
  }

  /// Returns the changes to revert, with the current paths of the list items that have moved.
  private func located(
    _ plan: UndoPlan, in content: SettingsDocument?
  ) throws -> [KeyChange] {
    guard let text, let content else { return plan.changes }
    return try text.located(plan.changes, plan.marks, in: content)
  }

  /// Returns the current path of the setting that each change in the history affected.
  ///
  /// The path is `nil` if the list item that contained the setting was removed or is ambiguous.
  package func located(_ entries: some Sequence<HistoryEntry>) -> [SettingPath?] {
    guard let text, let content = text.known else { return entries.map(\.path) }
    var items = text.items(of: content)
    return entries.map { text.located($0.path, $0.mark, in: content, &items) }
  }

  /// A plan to revert an earlier commit, with the changes to revert.
  private struct UndoPlan {
    var commit: CommitInfo
    var changes: [KeyChange]
    var marks: [SettingPath: ElementMark]
    /// The checksums of the values, in the order of the changes.
    var sums: [ValueSums]
    /// The revision of the text file after the commit.
    var revision: UInt64?

    /// A Boolean value that indicates whether the bytes are reverted, because the values aren't
    /// recorded or stay the same.
    var isOfBytes: Bool {
      !commit.reverted.isEmpty && sums.count == changes.count
    }
  }

  /// Returns the content before the last change of a text file, and the resulting changes of values,
  /// or `nil` if something else in the file has changed since.
  ///
  /// The paths of the changes aren't sufficient to undo a change that moves list items, or after
  /// which a value is read as another type.
  private func restored(
    _ plan: UndoPlan, from content: SettingsDocument
  ) -> (content: SettingsDocument, changes: [KeyChange])? {
    guard let text, !plan.isOfBytes, !plan.commit.reverted.isEmpty,
      plan.revision == Checksum(of: content.document.bytes).revision
    else { return nil }
    return text.reverted(plan.commit.reverted, in: content).first { _ in true }.map { old in
      let changes = plan.changes.reversed().map { change in
        let key = change.path.key
        return content.path(of: key)?.hasIndex == true
          ? KeyChange(change.path, old: change.new, new: change.old)
          : KeyChange(change.path, old: content.value(at: key), new: old.value(at: key))
      }
      return (old, changes)
    }
  }

  /// Returns the content before a change of bytes, and the resulting changes of values.
  private func reverting(
    _ plan: UndoPlan, _ changes: [KeyChange], in content: SettingsDocument
  ) throws -> (SettingsDocument, changes: [KeyChange]) {
    func values(in content: SettingsDocument) -> [PropertyList?] {
      changes.map { content.value(at: $0.path.key) }
    }
    func hasSums(_ values: [PropertyList?], _ sum: (ValueSums) -> UInt64) -> Bool {
      values.map { ValueSums.sum(of: $0) } == plan.sums.map(sum)
    }
    let new = values(in: content)
    guard hasSums(new, \.new),
      let old = text?.reverted(plan.commit.reverted, in: content)
        .first(where: { hasSums(values(in: $0), \.old) })
    else { throw changedSince(changes[0].path) }
    let made = zip(changes, zip(values(in: old), new)).map { change, values in
      KeyChange(change.path, old: values.1, new: values.0)
    }
    return (old, made)
  }

  private func changedSince(_ path: SettingPath) -> DomainError {
    DomainError(.conflict, "Can't undo: '\(path)' of \(name) was changed after that edit.")
  }

  /// Returns the change set that restores the old values of several changes.
  ///
  /// This method throws an error if one of the settings has another value than the change gave it.
  private func reverting(
    _ changes: [KeyChange], in values: PropertyListDictionary, _ content: SettingsDocument?
  ) throws -> ChangeSet {
    for change in changes {
      let now = values.value(at: change.path) ?? content?.value(at: change.path.key)
      if now == change.new || change.new == nil && now?.hasNoValues == true { continue }
      throw changedSince(change.path)
    }
    var back = ChangeSet()
    for change in changes.reversed() { back[change.path] = change.old }
    return back
  }

  private func undoPlan(
    _ path: SettingPath?, _ layer: WritableLayer?
  ) throws -> UndoPlan {
    try flush()
    // Compare the key with the current path of a change first, and then with the recorded path.
    var isWanted: [(HistoryEntry) -> Bool] = [{ _ in true }]
    if let path {
      isWanted = [{ $0.path == path }]
      if let text, let content = text.known {
        var items = text.items(of: content)
        isWanted.insert({ text.located($0.path, $0.mark, in: content, &items) == path }, at: 0)
      }
    }
    var found: (last: HistoryRecord, wanted: [HistoryEntry])?
    for isWanted in isWanted where found == nil {
      let last = try record?.lastStanding(layer, of: name, isOfOneKey: path != nil, isWanted)
      found = last.map { ($0, $0.entries.filter(isWanted)) }
    }
    guard let record, let (last, wantedEntries) = found else {
      let what = path.map { "to '\($0)' in" } ?? "in"
      let place = layer.map { "the \($0.rawValue) layer of \(name)" } ?? name.text
      throw DomainError(.missing, "There is no change \(what) \(place) to undo.")
    }
    let known = record.secretChanges(of: last.id)
    let own = Dictionary(known?.changes.map { ($0.path, $0) } ?? []) { first, _ in first }
    // The byte edits of a commit can be reverted only as a whole.
    let isWhole = wantedEntries.count == last.entries.count
    let wanted = try wantedEntries.map { entry in
      if let change = own[entry.path] { return change }
      guard entry.isComplete || isWhole && entry.sums != nil else { throw hidden(entry) }
      return KeyChange(entry.path, old: entry.old, new: entry.new)
    }
    var commit = CommitInfo(
      layer: last.layer, source: .local, undoes: last.id, undone: wanted.map(\.path))
    if isWhole { commit.reverted = known?.edits ?? last.edits }
    let sums = zip(wanted, wantedEntries).compactMap { change, entry in
      change.new == change.old && entry.isComplete
        ? ValueSums(change) : known == nil ? entry.sums : nil
    }
    return UndoPlan(
      commit: commit, changes: wanted, marks: known?.marks ?? last.marks, sums: sums,
      revision: last.revision)
  }

  private func hidden(_ entry: HistoryEntry) -> DomainError {
    let reason =
      entry.isSecret
      ? "secret values aren't kept in the history"
      : "the value is too long for the history"
    return DomainError(.missing, "Can't undo the change to '\(entry.path)': \(reason).")
  }
}

extension DomainName {
  /// Returns the name of the file format that was used for the last change to a settings file.
  package func lastFormat(in locations: SettingsDirectories) -> String? {
    let history = History(folder: locations.stateFolder(self), fileSystem: .live)
    return try? history.records().last { $0.format != nil }?.format
  }
}

extension History {
  /// Returns the most recent matching commit that hasn't been reverted.
  fileprivate func lastStanding(
    _ layer: WritableLayer?, of name: DomainName, isOfOneKey: Bool = false,
    _ isWanted: (HistoryEntry) -> Bool = { _ in true }
  ) throws -> HistoryRecord? {
    var undone: [UInt64: Set<SettingPath>] = [:]
    for record in try records().reversed() {
      if record.isLost {
        // For a single setting, comparing its value is enough to determine whether it has changed
        // since.
        if isOfOneKey || undone[record.id] != nil { continue }
        throw DomainError(
          .conflict,
          "Can't undo the last change to \(name): it wasn't recorded. Specify a key to undo the"
            + " last change to that key.")
      }
      if let undoes = record.undoes {
        undone[undoes, default: []].formUnion(record.undone)
        continue
      }
      guard layer == nil || record.layer == layer else { continue }
      let gone = undone[record.id] ?? []
      let standing = record.entries.filter { entry in !gone.contains(entry.path) }
      guard standing.contains(where: isWanted) else { continue }
      var kept = record
      if standing.count < record.entries.count { (kept.entries, kept.edits) = (standing, []) }
      return kept
    }
    return nil
  }
}

extension Domain {
  /// Returns whether the value at a path is a secret, is part of a secret, or contains a secret.
  ///
  /// A path that was once declared secret stays secret, even for programs that don't know the
  /// declaration.
  package func isSecret(_ path: SettingPath) -> Bool {
    text?.known.map { isSecret(path, in: $0) } ?? isDeclaredSecret(path)
  }

  /// Returns whether the value at a path is a secret, given the known content of the settings file.
  ///
  /// For many paths, this is faster than getting the content for each of them.
  package func isSecret(_ path: SettingPath, in content: SettingsDocument) -> Bool {
    let value = value(for: path.key)?.value
    if isDeclaredSecret(path, value) { return true }
    // A list of lines isn't a composite.
    let list = content.composite(of: path.key) ?? value.flatMap { $0.array.map { .array($0) } }
    return list.map { holdsSecret($0, at: path) } ?? false
  }

  /// Returns whether a path itself is declared as a secret or has the name of a secret, such as
  /// `password`.
  ///
  /// The result is `false` for a table that isn't secret itself but contains secrets.
  package func isDeclaredSecret(_ path: SettingPath) -> Bool {
    isDeclaredSecret(path, value(for: path.key)?.value)
  }

  private func isDeclaredSecret(_ path: SettingPath, _ value: PropertyList?) -> Bool {
    if isMarkedAsShown(path) { return false }
    return withState { $0.secrets.holds(path) } || isMarkedAsSecret(path)
      || (text?.hides(path.key, value) ?? false)
  }

  /// A Boolean value that indicates whether any path in the domain might be secret.
  ///
  /// Getting this property is faster than checking each path with ``isSecret(_:)``.
  package var mayHaveSecrets: Bool { text != nil || withState { !$0.secrets.isEmpty } }

  /// Returns the changed paths in a configuration file whose names indicate a secret, such as
  /// `password`.
  func secretNames(in changes: [KeyChange]) -> [SettingPath] {
    guard let text else { return [] }
    return changes.filter { change in
      if isMarkedAsShown(change.path) { return false }
      return isMarkedAsSecret(change.path)
        || [change.old, change.new].contains {
          $0.map { text.hides(change.path.key, $0) || holdsSecret($0, at: change.path) } ?? false
        }
    }.map(\.path)
  }

  /// Returns the byte edits of changes to lists and tables that contain secrets, without the
  /// secrets.
  ///
  /// The result is empty if a secret itself changes.
  func withoutSecrets(
    _ edits: [ByteEdit], of changes: [KeyChange], _ working: Transaction
  ) -> [ByteEdit] {
    guard let text, let old = working.content, let new = text.known, !edits.isEmpty,
      !changes.contains(where: { change in
        isDeclaredSecret(change.path)
          || [change.old, change.new].contains { $0.map { isSecret(change.path, as: $0) } ?? false }
      })
    else { return [] }
    // A secret may have replaced a placeholder, or the other way round.
    return edits.withoutSecrets(from: old, to: new) { key, text in
      let path = SettingPath(key)
      return isDeclaredSecret(path)
        || old.value(at: key).map { isSecret(path, as: $0) } ?? false
        || text.map { holdsSecret(.string($0), at: path) } ?? false
    }
  }

  /// Loads the paths of secrets that other programs have declared.
  func loadSecrets() {
    let known = rememberedSecrets
    if known.isEmpty { return }
    withState { state in
      state.secrets.formUnion(known)
      state.rememberedSecrets = known
    }
  }

  /// Stores the paths of secrets in the state directory as soon as one of the secrets has a value.
  ///
  /// Programs that open the domain without the bundle that declares the secrets need these paths.
  /// The values of the secrets are never stored. If the state directory belongs to another user, a
  /// program that only reads the domain leaves this task to the next writer.
  func storeSecrets(isWriting: Bool = false) {
    guard let folder = locations?.stateFolder(name), withState({ $0.hasUnrememberedSecrets }),
      isWriting || fileSystem.isCallers(folder)
    else { return }
    let new = withState { $0.takeUnrememberedSecrets() }
    if new.isEmpty { return }
    let all = rememberedSecrets.union(new).map(\.parts)
      .sorted { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
    let list = PropertyList.array(all.map { .array($0.map { .string($0) }) })
    do {
      try fileSystem.makeFolders(folder, mode: 0o700)
      try AtomicFile(path: secretsPath(in: folder), fileSystem: fileSystem, newMode: 0o600)
        .replace(with: try list.xml())
    } catch {
      // The next program that opens the domain with its bundle stores the paths.
      return
    }
  }

  private func secretsPath(in folder: String) -> String { folder + "/secrets.plist" }

  /// The paths of secrets in the state directory, or an empty set if they can't be read.
  private var rememberedSecrets: Set<SettingPath> {
    guard let folder = locations?.stateFolder(name),
      let bytes = (try? fileSystem.readFile(secretsPath(in: folder)))??.bytes,
      let list = try? PropertyList(reading: bytes).array
    else { return [] }
    return Set(list.compactMap { SettingPath($0) })
  }
}

extension DomainState {
  fileprivate var hasUnrememberedSecrets: Bool { secrets.count > rememberedSecrets.count }

  fileprivate mutating func takeUnrememberedSecrets() -> Set<SettingPath> {
    let new = secrets.subtracting(rememberedSecrets).filter { path in
      layers.contains { $0.storage != nil && $0.values.value(at: path) != nil }
    }
    rememberedSecrets.formUnion(new)
    return new
  }
}
