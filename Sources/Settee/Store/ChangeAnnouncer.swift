public import Observation
import SetteeFiles
import Synchronization

/// Tells settings, streams and observers of a store what changed, and keeps its issues.
final class ChangeAnnouncer: Sendable {
  /// Told when ``Store/isDirty`` may have changed.
  let dirty = SettingSignal()
  /// Told when ``Store/issues`` has changed.
  let issuesChanged = SettingSignal()
  private let slots: [SettingSlot]
  private let signals: [SettingSignal]
  private let slotsByKey: [LeafPath: [Int]]
  private let state = Mutex(State())

  private struct State {
    var issues: [SettingIssue] = []
    var lastStream = 0
    var streams: [Int: AsyncStream<StoreChange>.Continuation] = [:]
  }

  init(slots: [SettingSlot], signals: [SettingSignal]) {
    self.slots = slots
    self.signals = signals
    let keys = slots.indices.flatMap { index in
      slots[index].paths.map { (key: LeafPath($0.key), index) }
    }
    slotsByKey = Dictionary(grouping: keys, by: \.key).mapValues { $0.map(\.1) }
  }

  /// Tells the settings that changes of a domain concern.
  func announce(_ paths: [LeafPath], source: ChangeSource) {
    var found: Set<Int> = []
    let changed = paths.flatMap(settings).filter { found.insert($0).inserted }
    guard !changed.isEmpty else { return }
    Trace.note(
      "changed (\(source.rawValue)): \(changed.map { slots[$0].key }.joined(separator: ", "))")
    for index in changed { signals[index].changed() }
    let told = changed.filter { !slots[$0].traits.contains(.quiet) }
    guard !told.isEmpty else { return }
    let change = StoreChange(keys: told.map { slots[$0].key }, source: source)
    for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(change) }
  }

  /// The changes from now on; the stream keeps `owner`, without which there would be none.
  func changes(of owner: StoreCore) -> AsyncStream<StoreChange> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.lastStream += 1
        state.streams[state.lastStream] = continuation
        return state.lastStream
      }
      continuation.onTermination = { _ in
        let old = owner.announcer.state.withLock { $0.streams.removeValue(forKey: number) }
        withExtendedLifetime(old) {}
      }
    }
  }

  // MARK: Issues

  var issues: [SettingIssue] { state.withLock { $0.issues } }

  /// Keeps an issue; of two that say the same, and of many, the last.
  func report(_ issue: SettingIssue) {
    state.withLock { state in
      state.issues.removeAll { $0.kind == issue.kind && $0.message == issue.message }
      state.issues.append(issue)
      if state.issues.count > 200 { state.issues.removeFirst() }
    }
    issuesChanged.changed()
  }

  private func settings(changedBy path: LeafPath) -> [Int] {
    (slotsByKey[LeafPath(path.key)] ?? []).filter { index in
      slots[index].paths.contains { $0.isWithin(path) || path.isWithin($0) }
    }
  }
}

/// A change of one or more settings of a store, and who made it.
public struct StoreChange: Sendable {
  /// The keys that changed.
  public let keys: [String]
  /// Who changed them.
  public let source: ChangeSource
}

/// Tells observers of one setting that it changed: Observation's, and the streams of `values()`.
@usableFromInline
final class SettingSignal: Sendable, Observable {
  private let registrar = ObservationRegistrar()
  private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])
  private let lastListener = Atomic<Int>(0)

  // NB: a key path literal is built anew at each use inside a generic type, 200 times the cost of
  // a read; here it is made once.
  private static let content: any KeyPath<SettingSignal, Void> & Sendable = \SettingSignal.value
  private var value: Void { () }

  /// Notes that the setting was read, for `withObservationTracking`.
  @usableFromInline
  func access() { registrar.access(self, keyPath: Self.content) }

  /// Tells that the setting has changed; what is read from now on is the new value.
  func changed() {
    registrar.willSet(self, keyPath: Self.content)
    registrar.didSet(self, keyPath: Self.content)
    for body in listeners.withLock({ Array($0.values) }) { body() }
  }

  /// Calls `body` after each change until the number that is returned is given to `forget`.
  func listen(_ body: @escaping @Sendable () -> Void) -> Int {
    let number = lastListener.wrappingAdd(1, ordering: .relaxed).newValue
    listeners.withLock { $0[number] = body }
    return number
  }

  func forget(_ number: Int) {
    let old = listeners.withLock { $0.removeValue(forKey: number) }
    withExtendedLifetime(old) {}
  }
}
