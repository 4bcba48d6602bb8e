import Foundation
import Observation
import Settee
import Synchronization
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Prefs: PreferenceSet {
  @Setting var count = 0
  @Setting var other = 0
}

/// What a check of a set does besides checking; set by one test.
private let duringCheck = Mutex<(@Sendable () -> Void)?>(nil)

private struct BusyPrefs: PreferenceSet {
  @Setting var count = 0
  @Setting var other = 0

  func validate() throws { duringCheck.withLock { $0 }?() }
}

/// A value that is an object, and reads a setting when it is let go of.
private final class Keeper: Sendable, Codable, Equatable {
  let number: Int
  static let whenLetGo = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ number: Int) { self.number = number }

  deinit { Self.whenLetGo.withLock { $0 }?() }

  static func == (left: Keeper, right: Keeper) -> Bool { left.number == right.number }
}

private struct Kept: Codable, Sendable, SettingValue {
  var keeper: Keeper
}

private struct KeeperPrefs: PreferenceSet {
  @Setting var kept = Kept(keeper: Keeper(0))
}

/// Memory that nobody is told of: a domain over it looks for itself, when it is read.
private struct UnwatchedStorage: LayerStore {
  let memory = MemoryStorage()

  var place: String { memory.place }

  func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot {
    try memory.read(report)
  }

  func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) { try memory.update(step, report) }

  func watch(_ wake: @escaping @Sendable (Bool) -> Void) -> DomainWatch? { nil }

  /// Writes as another program would.
  func put(_ value: PropertyList, _ key: String) throws {
    try update({ $0.values[key] = value }, { _ in })
  }
}

/// Code of the app's that runs in the middle of a read or a write, and uses the store itself.
///
/// Each of these once ended the process, because the lock of a setting was held meanwhile.
@Suite(.serialized) struct LockTests {
  @Test func `a read that comes across a change tells who follows that very setting`() throws {
    let storage = UnwatchedStorage()
    let store = try Store(Prefs.self, .storage(storage))
    let seen = Mutex<[Int]>([])
    let values = store.prefs.$count.values
    let watch = store.domain.observe { _ in seen.withLock { $0.append(store.prefs.count) } }
    try storage.put(5, "count")
    // A domain without a watch looks at most every 50 ms.
    Thread.sleep(forTimeInterval: 0.06)
    #expect(store.prefs.count == 5)
    #expect(seen.withLock { $0 } == [5])
    withExtendedLifetime((values, watch)) {}
  }

  @Test func `an observation that reads the setting again is told by a read`() throws {
    let storage = UnwatchedStorage()
    let store = try Store(Prefs.self, .storage(storage))
    let seen = Mutex<[Int]>([])
    withObservationTracking {
      _ = store.prefs.count
    } onChange: {
      let count = store.prefs.count
      seen.withLock { $0.append(count) }
    }
    try storage.put(5, "count")
    Thread.sleep(forTimeInterval: 0.06)
    #expect(store.prefs.count == 5)
    #expect(seen.withLock { $0 } == [5])
  }

  @Test func `a check that writes to the store itself stores both`() throws {
    let store = try Store(BusyPrefs.self, .inMemory)
    let isWithin = Mutex(false)
    duringCheck.withLock {
      $0 = {
        let isFirst = isWithin.withLock { isWithin in
          defer { isWithin = true }
          return !isWithin
        }
        if isFirst { store.prefs.other = 7 }
      }
    }
    defer { duringCheck.withLock { $0 = nil } }
    try store.prefs.$count.set(3)
    #expect(store.prefs.count == 3)
    #expect(store.prefs.other == 7)
  }

  @Test func `an object that reads the setting when it is let go of may do so`() throws {
    let store = try Store(KeeperPrefs.self, .inMemory)
    let read = Mutex(0)
    Keeper.whenLetGo.withLock { $0 = { read.withLock { $0 += 1 } } }
    defer { Keeper.whenLetGo.withLock { $0 = nil } }
    store.prefs.kept = Kept(keeper: Keeper(1))
    #expect(store.prefs.kept.keeper.number == 1)
    Keeper.whenLetGo.withLock {
      $0 = {
        _ = store.prefs.kept.keeper.number
        read.withLock { $0 += 1 }
      }
    }
    store.prefs.kept = Kept(keeper: Keeper(2))
    #expect(store.prefs.kept.keeper.number == 2)
    #expect(read.withLock { $0 } > 0)
  }

  @Test func `a read does not wait for another thread's, and breaks no lock of its`() throws {
    let storage = UnwatchedStorage()
    let store = try Store(Prefs.self, .storage(storage))
    let (taken, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let domain = store.domain
    let isHeld = Atomic<Bool>(false)
    let thread = Thread {
      let first = domain.refreshing.take(until: 0)
      taken.signal()
      done.wait()
      // Nobody has let go of it meanwhile.
      isHeld.store(
        first == .first && domain.refreshing.take(until: 0) == .again, ordering: .releasing)
      domain.refreshing.release()
      domain.refreshing.release()
      taken.signal()
    }
    thread.start()
    taken.wait()
    try storage.put(5, "count")
    Thread.sleep(forTimeInterval: 0.06)
    let start = ContinuousClock.now
    _ = store.prefs.count
    #expect(start.duration(to: .now) < .seconds(4), "it waited for the other thread")
    done.signal()
    taken.wait()
    let wasHeld = isHeld.load(ordering: .acquiring)
    #expect(wasHeld)
    #expect(store.prefs.count == 5)
  }
}
