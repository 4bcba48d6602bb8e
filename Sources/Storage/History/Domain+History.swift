import Synchronization
import SetteeFiles
import SetteeFormats
import SetteePropertyLists

extension Domain {
  /// The last changes made through Settee, the newest last.
  public func history() throws(DomainError) -> [HistoryEntry] {
    let entries = try record?.records().flatMap(\.entries) ?? []
    // A place may have become known as a secret only after it was recorded.
    return entries.map { isSecret($0.path) ? $0.withoutValues : $0 }
  }

  /// Takes the last change back, or the last one of a place.
  ///
  /// Taking back twice takes back two changes; what has been taken back is passed over.
  ///
  /// - Parameters:
  ///   - path: The place; nil takes back the last commit, whatever it changed.
  ///   - layer: The layer that was written; nil where any may have been.
  /// - Returns: The places that changed.
  /// - Throws: Kind `conflict` when the value has changed since, `missing` when there is nothing to
  ///   take back or the value was a secret of another session.
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

  /// The last change that an ``undo(_:in:)`` would take back.
  package func lastStanding(
    in layer: WritableLayer? = nil
  ) throws(DomainError) -> HistoryEntry? { try record?.lastStanding(layer, of: name)?.entries.last }

  /// What ``undo(_:in:)`` would change now; writes nothing.
  package func previewUndo(
    _ path: SettingPath? = nil, in layer: WritableLayer? = nil
  ) throws(DomainError) -> [KeyChange] {
    let plan = try undoPlan(path, layer)
    try reload()
    var values = try values(in: plan.commit.layer)
    let changes = try reverting(try located(plan, in: text?.known), in: values, text?.known)
    return values.apply(changes, in: text?.known)
  }

  /// The changes that are taken back, where they are now.
  private func located(
    _ plan: UndoPlan, in content: SettingsDocument?
  ) throws(DomainError) -> [KeyChange] {
    guard let text, let content else { return plan.changes }
    return try text.located(plan.changes, plan.marks, in: content)
  }

  /// Where the places of changes are now; nil for one in an item of a list that is gone, or that cannot be
  /// told from another.
  package func located(_ entries: some Sequence<HistoryEntry>) -> [SettingPath?] {
    guard let text, let content = text.known else { return entries.map(\.path) }
    var items = text.items(of: content)
    return entries.map { text.located($0.path, $0.mark, in: content, &items) }
  }

  /// The commit that takes another one back, and what of that one it takes back.
  private struct UndoPlan {
    var commit: CommitInfo
    var changes: [KeyChange]
    var marks: [SettingPath: ElementMark]
  }

  /// The change that takes others back, all of which have to stand.
  private func reverting(
    _ changes: [KeyChange], in values: PropertyListDictionary, _ content: SettingsDocument?
  ) throws(DomainError) -> ChangeSet {
    for change in changes
    where values.value(at: change.path) ?? content?.composite(of: change.path.key) != change.new {
      throw DomainError(
        .conflict,
        "“\(change.path)” of \(name) has changed since, so the change was not taken back.")
    }
    var back = ChangeSet()
    for change in changes.reversed() { back[change.path] = change.old }
    return back
  }

  private func undoPlan(
    _ path: SettingPath?, _ layer: WritableLayer?
  ) throws(DomainError) -> UndoPlan {
    try flush()
    // A key is one of the file as it is now; else it is one as it was when it was changed.
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
      let what = path.map { "of “\($0)” in" } ?? "of"
      let place = layer.map { "the \($0.rawValue) layer of \(name)" } ?? name.text
      throw DomainError(.missing, "There is no change \(what) \(place) to take back.")
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
    // The bytes of a part of a commit are not known apart from the rest.
    if wanted.count == last.entries.count { commit.reverted = known?.edits ?? last.edits }
    return UndoPlan(commit: commit, changes: wanted, marks: known?.marks ?? last.marks)
  }

  private func hidden(_ entry: HistoryEntry) -> DomainError {
    let reason =
      entry.isSecret
      ? "it is a secret, which only the session that changed it remembers"
      : "its value is too long for the history"
    return DomainError(.missing, "The change of “\(entry.path)” cannot be taken back: \(reason).")
  }
}

extension History {
  /// The last commit with a wanted change, to a layer where one is given, that was not taken back itself.
  fileprivate func lastStanding(
    _ layer: WritableLayer?, of name: DomainName, isOfOneKey: Bool = false,
    _ isWanted: (HistoryEntry) -> Bool = { _ in true }
  ) throws(DomainError) -> HistoryRecord? {
    var undone: [UInt64: Set<SettingPath>] = [:]
    for record in try records().reversed() {
      if record.isLost {
        // Of one place the value says whether something has changed it since.
        if isOfOneKey || undone[record.id] != nil { continue }
        throw DomainError(
          .conflict,
          "The last change of \(name) was not recorded, so it cannot be taken back; name a key to"
            + " take back the change of that one.")
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

/// The places of a domain that are known to hold secrets, kept in its state folder for whoever opens
/// the domain without the bundle, or the program, that says so.
///
/// Only places are kept, never values.
struct SecretKeys: Sendable {
  let folder: String
  let door: FileSystem

  private var path: String { folder + "/secrets.plist" }

  /// The places that are remembered; none where nothing can be read.
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

  /// Remembers places besides those that are remembered already.
  ///
  /// Where that fails it is tried again when the domain is next opened with its bundle.
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
  /// Whether the value at a place is a secret, lies within one, or holds one.
  ///
  /// A place that was once declared secret stays one, also for those who do not know the declaration.
  package func isSecret(_ path: SettingPath) -> Bool {
    withState { $0.secrets.holds(path) }
      || (text?.hides(path.key, value(for: path.key)?.value) ?? false)
      || (text?.known?.composite(of: path.key)?.holdsSecret ?? false)
  }

  /// Whether any place might be secret; quicker than asking for each.
  package var mayHaveSecrets: Bool { text != nil || withState { !$0.secrets.isEmpty } }

  /// The places of changes whose names, in a file of another program, say that they are secrets.
  func secretNames(in changes: [KeyChange]) -> [SettingPath] {
    guard let text else { return [] }
    return changes.filter { change in
      text.hides(change.path.key, change.new ?? change.old)
        || [change.old, change.new].contains { $0?.holdsSecret == true }
    }.map(\.path)
  }

  /// Learns what earlier programs have said is secret.
  func learnSecrets() {
    guard let known = secretKeys?.load(), !known.isEmpty else { return }
    withState { state in
      state.secrets.formUnion(known)
      state.rememberedSecrets = known
    }
  }

  /// Keeps for others which places are secret, once there is something in one of them to hide.
  ///
  /// Who only reads leaves that to whoever writes where the state folder is another user's.
  func rememberSecrets(isWriting: Bool = false) {
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
