/// The places of a domain that are known to hold secrets, kept in its state folder for whoever opens
/// the domain without the bundle, or the program, that says so.
///
/// Only places are kept, never values.
struct SecretKeys: Sendable {
  let folder: String
  let door: FileDoor

  private var path: String { folder + "/secrets.plist" }

  /// The places that are remembered; none where nothing can be read.
  func load() -> Set<LeafPath> {
    guard let bytes = (try? door.readFile(path))??.bytes,
      let list = try? PropertyList(reading: bytes).array
    else { return [] }
    return Set(
      list.compactMap { entry in
        let parts = (entry.array ?? []).compactMap(\.string)
        return parts.first.map { LeafPath($0, nested: parts.dropFirst()) }
      })
  }

  /// Remembers places besides those that are remembered already.
  ///
  /// Where that fails it is tried again when the domain is next opened with its bundle.
  func add(_ secrets: Set<LeafPath>) {
    let all = load().union(secrets).map(\.parts)
      .sorted {
        $0.lexicographicallyPrecedes($1) { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }
      }
    let list = PropertyList.array(all.map { .array($0.map { .string($0) }) })
    do {
      try door.makeFolders(folder, mode: 0o700)
      try AtomicFile(path: path, door: door, newMode: 0o600)
        .replace(with: try list.xml(), keeping: nil)
    } catch {
      return
    }
  }
}

extension Domain {
  /// Whether the value at a place is a secret, lies within one, or holds one.
  ///
  /// A place that was once declared secret stays one, also for those who do not know the declaration.
  public func isSecret(_ path: LeafPath) -> Bool {
    state.withLock { $0.secrets.holds(path) }
  }

  /// Adds places whose values are never shown, nor kept in the history.
  public func addSecrets(_ secrets: some Sequence<LeafPath>) {
    state.withLock { $0.secrets.formUnion(secrets) }
    rememberSecrets()
  }

  /// Learns what earlier programs have said is secret.
  func learnSecrets() {
    guard let known = secretKeys?.load(), !known.isEmpty else { return }
    state.withLock { state in
      state.secrets.formUnion(known)
      state.rememberedSecrets = known
    }
  }

  /// Keeps for others which places are secret, once there is something in one of them to hide.
  ///
  /// Who only reads leaves that to whoever writes where the state folder is another user's.
  func rememberSecrets(isWriting: Bool = false) {
    guard let secretKeys, state.withLock({ $0.hasUnrememberedSecrets }),
      isWriting || door.isCallers(secretKeys.folder)
    else { return }
    let new = state.withLock { $0.takeUnrememberedSecrets() }
    if !new.isEmpty { secretKeys.add(new) }
  }

  private var secretKeys: SecretKeys? {
    locations.map { SecretKeys(folder: $0.stateFolder(name), door: door) }
  }
}

extension DomainState {
  fileprivate var hasUnrememberedSecrets: Bool { secrets.count > rememberedSecrets.count }

  fileprivate mutating func takeUnrememberedSecrets() -> Set<LeafPath> {
    let new = secrets.subtracting(rememberedSecrets).filter { path in
      layers.contains { $0.source.storage != nil && $0.values.value(at: path) != nil }
    }
    rememberedSecrets.formUnion(new)
    return new
  }
}
