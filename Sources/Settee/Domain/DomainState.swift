/// What a domain has in memory: the layers as last read, and what is not yet written.
struct DomainState: Sendable {
  /// One layer as it is read.
  struct Loaded: Sendable {
    let source: LayerSource
    /// What is stored, without what is unsaved.
    var stored: StoredValues
    /// What a read sees.
    var values: PropertyListDictionary
  }

  /// A change of our own that a foreign write may drop.
  struct Recent: Sendable {
    let change: KeyChange
    let time: Int64
  }

  var layers: [Loaded] = []
  /// Grows with every change of `layers` that a read could see.
  var generation: UInt64 { counter.now }
  /// Counts the generations; asked without the lock, too.
  let counter = Generation()
  /// Grows with every content that is taken over from a store.
  var installs: UInt64 = 0
  /// How many commits of our own are under way.
  var commits = 0
  /// Whether something was read meanwhile and not taken over.
  var hasSkippedReading = false
  /// What is set in memory and not yet handed to a commit.
  var pending = ChangeSet()
  /// What a commit is about to write.
  var saving = ChangeSet()
  var recent: [Recent] = []
  var secrets: Set<LeafPath> = []
  /// Those that the state folder knows.
  var rememberedSecrets: Set<LeafPath> = []
  var issues: [DomainIssue] = []
  var followers = Followers()
  private var hot = HotKeys()

  /// Where the user's layer stands.
  var user: Int? { layers.firstIndex { $0.source.writable == .user } }

  var hasUnsaved: Bool { !pending.isEmpty || !saving.isEmpty }

  @inline(__always)
  mutating func effective(_ key: String) -> Effective? {
    let layers = layers
    return hot.answer(key, generation) { key in Self.find(key, layers) }
  }

  private static func find(_ key: String, _ layers: [Loaded]) -> Effective? {
    for index in layers.indices where !layers[index].values.isEmpty {
      if let value = layers[index].values[key] {
        return Effective(value, layers[index].source.origin)
      }
    }
    return nil
  }

  mutating func note(_ issue: DomainIssue) {
    if issues.last == issue { return }
    issues.append(issue)
    if issues.count > 100 { issues.removeFirst() }
  }

  /// Takes over what a layer now stores, keeps what is unsaved, and tells what a read sees changed.
  mutating func install(_ stored: StoredValues, in index: Int) -> [KeyChange] {
    let old = layers[index].values
    put(stored, in: index)
    return old.changes(to: layers[index].values)
  }

  /// Takes over what a layer now stores, and keeps what is unsaved.
  mutating func put(_ stored: StoredValues, in index: Int) {
    installs &+= 1
    layers[index].stored = stored
    var values = stored.values
    if layers[index].source.writable == .user, hasUnsaved {
      _ = values.apply(saving)
      _ = values.apply(pending)
    }
    layers[index].values = values
    counter.grow()
  }
}

extension DomainState {
  /// The layers of a domain before anything is read.
  init(above: [LayerSource], options: DomainOptions, below: [LayerSource]) {
    func given(_ origin: Origin, _ values: PropertyListDictionary) -> Loaded {
      let stored = StoredValues(values, revision: PlistFile.missingRevision)
      return Loaded(source: LayerSource(origin, nil), stored: stored, values: values)
    }
    func unread(_ source: LayerSource) -> Loaded {
      Loaded(source: source, stored: StoredValues([:], revision: 0), values: [:])
    }
    layers =
      above.map(unread)
      + [given(.argument, options.arguments), given(.environment, options.environment)]
      + below.map(unread) + [given(.registered, options.registered)]
    secrets = options.secrets
  }
}
