public import Observation
import SetteeFiles
import Synchronization

/// Notifies observers when the settings of a store change, and collects problems to report.
///
/// Settings, asynchronous streams, and closures can observe the changes.
final class ChangeAnnouncer: Sendable {
  /// A signal that is sent when the value of ``Store/isDirty`` might have changed.
  let dirty = SettingSignal()
  /// A signal that is sent when a problem was added to ``Store/issues``.
  let issuesChanged = SettingSignal()
  private let slots: [SettingLocation]
  private let signals: [SettingSignal]
  private let slotsByKey: [SettingPath: [Int]]
  private let issueList = Mutex<[SettingIssue]>([])
  private let streams = Mutex<[Int: AsyncStream<StoreChange>.Continuation]>([:])
  private let lastStream = Atomic<Int>(0)

  init(slots: [SettingLocation], signals: [SettingSignal]) {
    self.slots = slots
    self.signals = signals
    let keys = slots.indices.flatMap { index in
      slots[index].paths.map { (key: SettingPath($0.key), index) }
    }
    slotsByKey = Dictionary(grouping: keys, by: \.key).mapValues { $0.map(\.1) }
  }

  /// Notifies the observers of all settings whose value, or a part of it, has changed.
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
    for stream in streams.withLock({ Array($0.values) }) { stream.yield(change) }
  }

  /// Returns an asynchronous stream of all changes to the store from now on.
  ///
  /// The stream keeps the object that observes the domain alive.
  func changes(of owner: StoreCore) -> AsyncStream<StoreChange> {
    AsyncStream { continuation in
      let number = lastStream.wrappingAdd(1, ordering: .relaxed).newValue
      streams.withLock { $0[number] = continuation }
      continuation.onTermination = { _ in
        let old = owner.announcer.streams.withLock { $0.removeValue(forKey: number) }
        withExtendedLifetime(old) {}
      }
    }
  }

  // MARK: Issues

  var issues: [SettingIssue] { issueList.withLock { $0 } }

  /// Adds a problem to the list of the store's issues.
  ///
  /// If the list already contains the problem, it is moved to the end. The list keeps the last 200
  /// issues.
  func report(_ issue: SettingIssue) {
    issueList.withLock { issues in
      issues.removeAll { $0.kind == issue.kind && $0.message == issue.message }
      issues.append(issue)
      if issues.count > 200 { issues.removeFirst() }
    }
    issuesChanged.changed()
  }

  private func settings(changedBy path: SettingPath) -> [Int] {
    (slotsByKey[SettingPath(path.key)] ?? []).filter { index in
      slots[index].paths.contains { $0.isWithin(path) || path.isWithin($0) }
    }
  }
}

/// A change to the values of one or more settings in a store.
public struct StoreChange: Sendable {
  /// The keys whose values changed.
  public let keys: [String]
  /// The source of the change.
  public let source: ChangeSource
}

/// A signal that notifies the observers of a setting when its value changes.
///
/// Observers can use the Observation framework, asynchronous streams, or closures.
@usableFromInline
final class SettingSignal: Sendable, Observable {
  private let registrar = ObservationRegistrar()
  private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])
  private let lastListener = Atomic<Int>(0)

  // Create this key path only once, because creating it is slow. In a generic type, each use of the
  // literal would create it again, which takes 200 times as long as a read.
  private static let content: any KeyPath<SettingSignal, Void> & Sendable = \SettingSignal.value
  private var value: Void { () }

  /// Records for the Observation framework that the current code reads the setting.
  @usableFromInline
  func access() { registrar.access(self, keyPath: Self.content) }

  /// Notifies all observers that the value of the setting has changed.
  func changed() {
    registrar.willSet(self, keyPath: Self.content)
    registrar.didSet(self, keyPath: Self.content)
    for body in listeners.withLock({ Array($0.values) }) { body() }
  }

  /// Calls a closure after each change to the setting.
  ///
  /// To stop observing, pass the number that this method returns to `forget`.
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
