import SetteeValues

/// The in-memory state of a domain, which consists of its layers and unsaved changes.
struct DomainState: Sendable {
  var layers: [Layer] = []
  /// A counter that increases with every visible change to the values of the domain.
  ///
  /// ``Domain/withState(_:)`` copies the counter, so that it can be read without locking the state.
  var generation: UInt64 = 1
  /// A counter that increases whenever the domain installs content that was read from a store.
  var installs: UInt64 = 0
  /// The number of commits that are in progress in this process.
  var commits = 0
  /// A Boolean value that indicates whether the files must be read again after the commits in
  /// progress.
  ///
  /// Content that is read during a commit is ignored.
  var mustReadAgain = false
  /// The changes in memory that no commit has started to write to disk.
  var pending = ChangeSet()
  /// The changes that a commit is currently writing to disk.
  var saving = ChangeSet()
  /// The changes by this process that another program might overwrite, with their times.
  var recent: [(change: KeyChange, time: Int64)] = []
  var secrets: Set<SettingPath> = []
  /// The paths of secrets that are already stored in the state directory.
  var rememberedSecrets: Set<SettingPath> = []
  /// The settings that the user has marked as secret (`true`), or as not secret (`false`).
  var marks: [SettingPath: Bool] = [:]
  var issues: [DomainIssue] = []
  var observers = Observers()

  func index(of layer: WritableLayer) -> Int? {
    layers.firstIndex { $0.writable == layer }
  }

  subscript(_ layer: WritableLayer) -> Layer? { index(of: layer).map { layers[$0] } }

  var hasUnsaved: Bool { !pending.isEmpty || !saving.isEmpty }

  /// Returns the value of a key in the layer with the highest precedence that contains it.
  func effective(_ key: String) -> EffectiveValue? {
    for index in layers.indices where !layers[index].values.isEmpty {
      if let value = layers[index].values[key] {
        return EffectiveValue(value, layers[index].origin)
      }
    }
    return nil
  }

  mutating func note(_ issue: DomainIssue) {
    if issues.last == issue { return }
    issues.append(issue)
    if issues.count > 100 { issues.removeFirst() }
  }

  /// Installs the stored content of a layer and returns the visible changes.
  ///
  /// Unsaved changes take precedence over the stored content.
  mutating func install(_ stored: Snapshot, in index: Int) -> [KeyChange] {
    let old = layers[index].values
    put(stored, in: index)
    return old.changes(to: layers[index].values)
  }

  /// Installs the stored content of a layer, on top of which unsaved changes stay in effect.
  mutating func put(_ stored: Snapshot, in index: Int) {
    installs &+= 1
    layers[index].stored = stored
    var values = stored.values
    if layers[index].writable == .user, hasUnsaved {
      _ = values.apply(saving)
      _ = values.apply(pending)
    }
    layers[index].values = values
    generation &+= 1
  }
}

extension DomainState {
  /// Creates the state of a domain without reading any layer from its file.
  init(above: [Layer], options: DomainOptions, below: [Layer]) {
    func given(_ origin: SettingOrigin, _ values: PropertyListDictionary) -> Layer {
      Layer(origin, nil, stored: Snapshot(values, revision: Snapshot.missing.revision))
    }
    layers =
      above
      + [given(.argument, options.arguments), given(.environment, options.environment)]
      + below + [given(.default, options.registered)]
    secrets = options.secrets
  }
}

/// The observers of a domain, and the queue of notifications for them.
///
/// Only one thread at a time delivers notifications. Changes that occur during the delivery, even
/// if a handler makes them, are delivered afterward.
struct Observers: Sendable {
  enum ChangeNotification: Sendable {
    case event(DomainEvent)
    case issue(DomainIssue)
  }

  typealias Handler = @Sendable (ChangeNotification) -> Void

  private var handlers: [(id: UInt64, handler: Handler)] = []
  private var last: UInt64 = 0
  private var waiting: [ChangeNotification] = []
  private var isDelivering = false

  var isEmpty: Bool { handlers.isEmpty }

  mutating func add(_ handler: @escaping Handler) -> UInt64 {
    last += 1
    handlers.append((last, handler))
    return last
  }

  mutating func remove(_ id: UInt64) -> Handler? {
    handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0).handler }
  }

  mutating func enqueue(_ notification: ChangeNotification) {
    if !handlers.isEmpty { waiting.append(notification) }
  }

  /// Returns the next notification to deliver, and the handlers that receive it.
  ///
  /// The result is `nil` if the queue is empty or another thread is delivering notifications.
  mutating func next(continuing: Bool) -> (ChangeNotification, [Handler])? {
    if isDelivering, !continuing { return nil }
    isDelivering = !waiting.isEmpty
    guard isDelivering else { return nil }
    return (waiting.removeFirst(), handlers.map(\.handler))
  }
}
