public import Observation
import SetteeFiles
import Synchronization

/// Notifies the observers of a store about changes and collects the store's issues.
///
/// The observers are settings, streams, and closures.
final class ChangeAnnouncer: Sendable {
  /// The signal to send when ``Store/isDirty`` might have changed.
  let dirty = SettingSignal()
  /// The signal to send when ``Store/issues`` has changed.
  let issuesChanged = SettingSignal()
  private let slots: [SettingLocation]
  private let signals: [SettingSignal]
  private let slotsByKey: [SettingPath: [Int]]
  private let state = Mutex(State())

  private struct State {
    var issues: [SettingIssue] = []
    var lastStream = 0
    var streams: [Int: AsyncStream<StoreChange>.Continuation] = [:]
  }

  init(slots: [SettingLocation], signals: [SettingSignal]) {
    self.slots = slots
    self.signals = signals
    let keys = slots.indices.flatMap { index in
      slots[index].paths.map { (key: SettingPath($0.key), index) }
    }
    slotsByKey = Dictionary(grouping: keys, by: \.key).mapValues { $0.map(\.1) }
  }

  /// Notifies all settings at or within the changed paths.
  func announce(_ paths: [SettingPath], source: ChangeSource) {
    var found: Set<Int> = []
    let changed = paths.flatMap(settings).filter { found.insert($0).inserted }
    guard !changed.isEmpty else { return }
    Trace.note(
      "changed (\(source.rawValue)): \(changed.map { slots[$0].key }.joined(separator: ", "))")
    for index in changed { signals[index].changed() }
    let told = changed.filter { !slots[$0].traits.contains(.silent) }
    guard !told.isEmpty else { return }
    let change = StoreChange(keys: told.map { slots[$0].key }, source: source)
    for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(change) }
  }

  /// Returns a stream of future changes.
  ///
  /// The stream retains `owner`, which observes the domain.
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

  /// Adds an issue to the list.
  ///
  /// A repeated issue moves to the end of the list. The list keeps the last 200 issues.
  func report(_ issue: SettingIssue) {
    state.withLock { state in
      state.issues.removeAll { $0.kind == issue.kind && $0.message == issue.message }
      state.issues.append(issue)
      if state.issues.count > 200 { state.issues.removeFirst() }
    }
    issuesChanged.changed()
  }

  private func settings(changedBy path: SettingPath) -> [Int] {
    (slotsByKey[SettingPath(path.key)] ?? []).filter { index in
      slots[index].paths.contains { $0.isWithin(path) || path.isWithin($0) }
    }
  }
}

/// A change to one or more settings of a store.
public struct StoreChange: Sendable {
  /// The keys whose values changed.
  public let keys: [String]
  /// The source of the change.
  public let source: ChangeSource
}

/// A signal that notifies the observers of a setting.
///
/// The observers use the Observation framework or the streams of `values()`.
@usableFromInline
final class SettingSignal: Sendable, Observable {
  private let registrar = ObservationRegistrar()
  private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])
  private let lastListener = Atomic<Int>(0)

  // Create this key path only once. In a generic type, each use of the literal would create it
  // again, which takes 200 times as long as a read.
  private static let content: any KeyPath<SettingSignal, Void> & Sendable = \SettingSignal.value
  private var value: Void { () }

  /// Registers a read of the setting for `withObservationTracking`.
  @usableFromInline
  func access() { registrar.access(self, keyPath: Self.content) }

  /// Notifies the observers that the setting has changed.
  func changed() {
    registrar.willSet(self, keyPath: Self.content)
    registrar.didSet(self, keyPath: Self.content)
    for body in listeners.withLock({ Array($0.values) }) { body() }
  }

  /// Calls `body` after each change to the setting.
  ///
  /// To stop the calls, pass the returned number to `forget`.
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
