import Synchronization
import SetteeFiles
import SetteeFormats
import SetteePropertyLists

extension Domain {
  /// Returns the recent changes that were made through Settee, with the oldest change first.
  public func history() throws(DomainError) -> [HistoryEntry] {
    let entries = try record?.records().flatMap(\.entries) ?? []
    // A path may have been declared secret only after the change was recorded.
    return entries.map { isSecret($0.path) ? $0.withoutValues : $0 }
  }

  /// Undoes the last change, or the last change at a path.
  ///
  /// If you call this method twice, it reverts two changes. Changes that have already been reverted
  /// are skipped.
  ///
  /// - Parameters:
  ///   - path: The path, or `nil` to undo the last commit whatever it changed.
  ///   - layer: The layer that was changed, or `nil` for any layer.
  /// - Returns: The resulting changes.
  /// - Throws: A ``DomainError`` of kind `conflict` if the value was changed since, or `missing` if
  /// there is nothing to undo or the value is a secret from another session.
  @discardableResult
  public func undo(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws(DomainError) -> [KeyChange] {
    let plan = try undoPlan(path, layer)
    return try self.commit(plan.commit) { (working) throws(DomainError) in
      let changes = try located(plan, in: working.content)
      working.isLocated = true
      return working.apply(try reverting(changes, in: working.values, working.content))
    }
  }

  /// Returns the last change, which ``undo(_:in:)`` would revert.
  package func lastStanding(
    in layer: WritableLayer? = nil
  ) throws(DomainError) -> HistoryEntry? { try record?.lastStanding(layer, of: name)?.entries.last }

  /// Returns the changes that ``undo(_:in:)`` would make, without writing anything.
  package func previewUndo(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws(DomainError) -> [KeyChange] {
    let plan = try undoPlan(path, layer)
    try reload()
    var values = try values(in: plan.commit.layer)
    let changes = try reverting(try located(plan, in: text?.known), in: values, text?.known)
    return values.apply(changes, in: text?.known)
  }

  /// Returns the changes of a plan at their current paths.
  private func located(
    _ plan: UndoPlan, in content: SettingsDocument?
  ) throws(DomainError) -> [KeyChange] {
    guard let text, let content else { return plan.changes }
    return try text.located(plan.changes, plan.marks, in: content)
  }

  /// Returns the current paths of changes, with `nil` for a path whose list item was removed or is
  /// ambiguous.
  package func located(_ entries: some Sequence<HistoryEntry>) -> [SettingPath?] {
    guard let text, let content = text.known else { return entries.map(\.path) }
    var items = text.items(of: content)
    return entries.map { text.located($0.path, $0.mark, in: content, &items) }
  }

  /// The commit that reverts another commit, and the changes that it reverts.
  private struct UndoPlan {
    var commit: CommitInfo
    var changes: [KeyChange]
    var marks: [SettingPath: ElementMark]
  }

  /// Returns the change set that reverts changes, or throws an error if a value has been changed
  /// since.
  private func reverting(
    _ changes: [KeyChange], in values: PropertyListDictionary, _ content: SettingsDocument?
  ) throws(DomainError) -> ChangeSet {
    for change in changes {
      let now = values.value(at: change.path) ?? content?.composite(of: change.path.key)
      // The header of a table stays when the table is removed.
      let isRemoved = change.new == nil && (now == .array([]) || now == .dictionary([:]))
      if now == change.new || isRemoved { continue }
      throw DomainError(
        .conflict,
        "Can't undo: '\(change.path)' of \(name) was changed after that edit.")
    }
    var back = ChangeSet()
    for change in changes.reversed() { back[change.path] = change.old }
    return back
  }

  private func undoPlan(
    _ path: SettingPath?, _ layer: WritableLayer?
  ) throws(DomainError) -> UndoPlan {
    try flush()
    // The key is compared with the current path of a change first, and then with the path at the
    // time of the change.
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
    let known = record.session.withLock { $0.first { $0.id == last.id } }
    let own = Dictionary(known?.changes.map { ($0.path, $0) } ?? []) { first, _ in first }
    let wanted = try wantedEntries.map { entry throws(DomainError) in
      if let change = own[entry.path] { return change }
      guard entry.isComplete else { throw hidden(entry) }
      return KeyChange(entry.path, old: entry.old, new: entry.new)
    }
    var commit = CommitInfo(
      layer: last.layer, source: .local, undoes: last.id, undone: wanted.map(\.path))
    // The byte edits of a commit can be reverted only as a whole.
    if wanted.count == last.entries.count { commit.reverted = known?.edits ?? last.edits }
    return UndoPlan(commit: commit, changes: wanted, marks: known?.marks ?? last.marks)
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
  /// Returns the name of the format in which the last change to a settings file was made.
  package func lastFormat(in locations: SettingsDirectories) -> String? {
    let history = History(folder: locations.stateFolder(self), door: .live)
    return try? history.records().last { $0.format != nil }?.format
  }
}

extension History {
  /// Returns the last commit that contains a matching change and hasn't been reverted.
  fileprivate func lastStanding(
    _ layer: WritableLayer?, of name: DomainName, isOfOneKey: Bool = false,
    _ isWanted: (HistoryEntry) -> Bool = { _ in true }
  ) throws(DomainError) -> HistoryRecord? {
    var undone: [UInt64: Set<SettingPath>] = [:]
    for record in try records().reversed() {
      if record.isLost {
        // For a single path, a comparison of the value shows whether it has been changed since.
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

/// The paths of a domain's secrets.
///
/// They are stored in the domain's state directory for programs that open the domain without the
/// bundle or program that declares the secrets.
///
/// Only the paths are stored, never the values.
struct SecretKeys: Sendable {
  let folder: String
  let door: FileSystem

  private var path: String { folder + "/secrets.plist" }

  /// Returns the stored paths, or an empty set if they can't be read.
  func load() -> Set<SettingPath> {
    guard let bytes = (try? door.readFile(path))??.bytes,
      let list = try? PropertyList(reading: bytes).array
    else { return [] }
    return Set(
      list.compactMap { entry in
        let parts = (entry.array ?? []).compactMap(\.string)
        return parts.first.map { SettingPath($0, nested: parts.dropFirst()) }
      })
  }

  /// Adds paths to the stored paths.
  ///
  /// If this fails, it is tried again the next time the domain is opened with its bundle.
  func add(_ secrets: Set<SettingPath>) {
    let all = load().union(secrets).map(\.parts)
      .sorted { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
    let list = PropertyList.array(all.map { .array($0.map { .string($0) }) })
    do {
      try door.makeFolders(folder, mode: 0o700)
      try AtomicFile(path: path, door: door, newMode: 0o600)
        .replace(with: try list.xml())
    } catch {
      return
    }
  }
}

extension Domain {
  /// Returns whether the value at a path is a secret, is part of one, or contains one.
  ///
  /// A path that was once declared secret remains secret, even for programs that don't know the
  /// declaration.
  package func isSecret(_ path: SettingPath) -> Bool {
    isDeclaredSecret(path)
      || (text?.known?.composite(of: path.key).map { holdsSecret($0, at: path) } ?? false)
  }

  /// Returns whether a path is declared as a secret or has the name of one, which isn't so for a
  /// table that only contains secrets.
  package func isDeclaredSecret(_ path: SettingPath) -> Bool {
    if isMarkedAsShown(path) { return false }
    return withState { $0.secrets.holds(path) } || isMarkedAsSecret(path)
      || (text?.hides(path.key, value(for: path.key)?.value) ?? false)
  }

  /// A Boolean value that indicates whether any path might be secret.
  ///
  /// Getting this value is faster than checking each path.
  package var mayHaveSecrets: Bool { text != nil || withState { !$0.secrets.isEmpty } }

  /// Returns the changed paths whose names indicate a secret in an application's configuration
  /// file.
  func secretNames(in changes: [KeyChange]) -> [SettingPath] {
    guard let text else { return [] }
    return changes.filter { change in
      if isMarkedAsShown(change.path) { return false }
      return text.hides(change.path.key, change.new ?? change.old) || isMarkedAsSecret(change.path)
        || [change.old, change.new].contains {
          $0.map { holdsSecret($0, at: change.path) } ?? false
        }
    }.map(\.path)
  }

  /// Loads the paths of secrets that other programs have declared.
  func loadSecrets() {
    guard let known = secretKeys?.load(), !known.isEmpty else { return }
    withState { state in
      state.secrets.formUnion(known)
      state.rememberedSecrets = known
    }
  }

  /// Stores the paths of secrets as soon as one of the secrets has a value.
  ///
  /// If the state directory belongs to another user, a reader leaves this to the next writer.
  func storeSecrets(isWriting: Bool = false) {
    guard let secretKeys, withState({ $0.hasUnrememberedSecrets }),
      isWriting || door.isCallers(secretKeys.folder)
    else { return }
    let new = withState { $0.takeUnrememberedSecrets() }
    if !new.isEmpty { secretKeys.add(new) }
  }

  private var secretKeys: SecretKeys? {
    locations.map { SecretKeys(folder: $0.stateFolder(name), door: door) }
  }
}

extension DomainState {
  fileprivate var hasUnrememberedSecrets: Bool { secrets.count > rememberedSecrets.count }

  fileprivate mutating func takeUnrememberedSecrets() -> Set<SettingPath> {
    let new = secrets.subtracting(rememberedSecrets).filter { path in
      layers.contains { $0.source.storage != nil && $0.values.value(at: path) != nil }
    }
    rememberedSecrets.formUnion(new)
    return new
  }
}
