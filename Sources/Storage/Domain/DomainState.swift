import Synchronization
import SetteePropertyLists

/// What a domain has in memory: the layers as last read, and what is not yet written.
struct DomainState: Sendable {
  struct LayerState: Sendable {
    let source: LayerSource
    var stored: Snapshot
    /// What is stored, with what is not yet written.
    var values: PropertyListDictionary

    init(_ source: LayerSource, _ stored: Snapshot) {
      (self.source, self.stored, values) = (source, stored, stored.values)
    }
  }

  /// A change of our own that a foreign write may drop.
  struct RecentWrite: Sendable {
    let change: KeyChange
    let time: Int64
  }

  var layers: [LayerState] = []
  /// Grows with every change of `layers` that a read could see; asked without the lock, too.
  let counter = ChangeCounter()
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
  var recent: [RecentWrite] = []
  var secrets: Set<SettingPath> = []
  /// Those that the state folder knows.
  var rememberedSecrets: Set<SettingPath> = []
  var issues: [DomainIssue] = []
  var followers = Observers()
  private var lookups = LookupCache()

  func index(of layer: WritableLayer) -> Int? {
    layers.firstIndex { $0.source.writable == layer }
  }

  subscript(_ layer: WritableLayer) -> LayerState? { index(of: layer).map { layers[$0] } }

  var hasUnsaved: Bool { !pending.isEmpty || !saving.isEmpty }

  @inline(__always)
  mutating func effective(_ key: String) -> EffectiveValue? {
    let layers = layers
    return lookups.answer(key, counter.now) { key in Self.find(key, layers) }
  }

  private static func find(_ key: String, _ layers: [LayerState]) -> EffectiveValue? {
    for index in layers.indices where !layers[index].values.isEmpty {
      if let value = layers[index].values[key] {
        return EffectiveValue(value, layers[index].source.origin)
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
  mutating func install(_ stored: Snapshot, in index: Int) -> [KeyChange] {
    let old = layers[index].values
    put(stored, in: index)
    return old.changes(to: layers[index].values)
  }

  /// Takes over what a layer now stores, and keeps what is unsaved.
  mutating func put(_ stored: Snapshot, in index: Int) {
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
    func given(_ origin: SettingOrigin, _ values: PropertyListDictionary) -> LayerState {
      LayerState(
        LayerSource(origin, nil),
        Snapshot(values, revision: Snapshot.missing.revision))
    }
    func unread(_ source: LayerSource) -> LayerState {
      LayerState(source, Snapshot([:], revision: 0))
    }
    layers =
      above.map(unread)
      + [given(.argument, options.arguments), given(.environment, options.environment)]
      + below.map(unread) + [given(.default, options.registered)]
    secrets = options.secrets
  }
}

/// A number that grows with every change of a domain that a read could see.
final class ChangeCounter: Sendable {
  private let number = Atomic<UInt64>(1)

  /// The number now; whoever sees it grown also sees the change, once the state's lock is free.
  var now: UInt64 { number.load(ordering: .acquiring) }

  func grow() { number.wrappingAdd(1, ordering: .releasing) }
}

/// The answers to the last questions, so that asking again costs neither a hash table nor a walk
/// through the layers.
///
/// An answer counts only for the generation that it was found in, so nothing has to be cleared.
/// Without this a hot read takes seven times as long.
struct LookupCache: Sendable {
  private struct Answer {
    var generation: UInt64 = 0
    var hash = 0
    var key = ""
    var value: EffectiveValue?
  }

  private static let count = 256
  private var answers = [Answer](repeating: Answer(), count: LookupCache.count)

  @inline(__always)
  mutating func answer(
    _ key: String, _ generation: UInt64, _ find: (String) -> EffectiveValue?
  ) -> EffectiveValue? {
    let hash = key.codeUnitHash
    let slot = hash & (Self.count - 1)
    if answers[slot].generation == generation, answers[slot].hash == hash,
      answers[slot].key.isSame(as: key)
    {
      return answers[slot].value
    }
    let value = find(key)
    answers[slot] = Answer(generation: generation, hash: hash, key: key, value: value)
    return value
  }
}

/// Those who follow a domain, and the news that wait to be told, in the order in which they came.
///
/// One thread tells at a time; what happens meanwhile, even in a handler, is told after.
struct Observers: Sendable {
  enum ChangeNotification: Sendable {
    case event(DomainEvent)
    case issue(DomainIssue)
  }

  typealias Handler = @Sendable (ChangeNotification) -> Void

  private var handlers: [(id: UInt64, handler: Handler)] = []
  private var last: UInt64 = 0
  private var waiting: [ChangeNotification] = []
  private var isTelling = false

  var isEmpty: Bool { handlers.isEmpty }

  mutating func add(_ handler: @escaping Handler) -> UInt64 {
    last += 1
    handlers.append((last, handler))
    return last
  }

  mutating func remove(_ id: UInt64) -> Handler? {
    handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0).handler }
  }

  mutating func enqueue(_ news: ChangeNotification) {
    if !handlers.isEmpty { waiting.append(news) }
  }

  /// What to tell next, and to whom; nil when another thread is telling, or nothing waits.
  mutating func next(continuing: Bool) -> (ChangeNotification, [Handler])? {
    if isTelling, !continuing { return nil }
    isTelling = !waiting.isEmpty
    guard isTelling else { return nil }
    return (waiting.removeFirst(), handlers.map(\.handler))
  }
}
