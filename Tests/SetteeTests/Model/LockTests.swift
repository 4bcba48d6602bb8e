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

/// The closure that `validate()` of `BusyPrefs` runs.
///
/// One test sets it.
private let duringCheck = Mutex<(@Sendable () -> Void)?>(nil)

private struct BusyPrefs: PreferenceSet {
  @Setting var count = 0
  @Setting var other = 0

  func validate() throws { duringCheck.withLock { $0 }?() }
}

/// An object in a value that reads a setting when it is released.
private final class ReadingObject: Sendable, Codable, Equatable {
  let number: Int
  static let onRelease = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ number: Int) { self.number = number }

  deinit { Self.onRelease.withLock { $0 }?() }

  static func == (left: ReadingObject, right: ReadingObject) -> Bool { left.number == right.number }
}

private struct Kept: Codable, Sendable, SettingValue {
  var keeper: ReadingObject
}

private struct KeeperPrefs: PreferenceSet {
  @Setting var kept = Kept(keeper: ReadingObject(0))
}

/// An in-memory store without notifications, so that its domain checks for changes at each read.
private struct UnwatchedStorage: LayerStore {
  let memory = MemoryStorage()

  func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    try memory.read(report)
  }

  func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws { try memory.update(step, report) }

  func watch(_ wake: @escaping @Sendable (Bool) -> Void) -> DomainWatch? { nil }

  /// Writes a value the way another program does.
  func put(_ value: PropertyList, _ key: String) throws {
    try update({ $0.values[key] = value }, { _ in })
  }
}

/// Tests app code that uses the store while a read or a write of it is in progress.
///
/// Each of these tests once deadlocked or crashed because the store held the lock of a setting.
@Suite(.serialized) struct LockTests {
  @Test func `a change to the store during an update is rejected, and the update loses nothing`()
    throws
  {
    let storage = MemoryStorage()
    let store = try Store(Prefs.self, .storage(storage))
    try store.update { prefs in
      prefs.count = 1
      store.prefs.count = 5
      #expect(throws: StoreError.self) { try store.prefs.$other.set(5) }
      #expect(throws: StoreError.self) { try store.update { $0.other = 5 } }
      #expect(throws: StoreError.self) { try store.flush() }
      prefs.other = 2
    }
    #expect(try storage.read { _ in }.values == ["count": .integer(1), "other": .integer(2)])
    #expect(store.prefs.count == 1)
    #expect(store.prefs.other == 2)
    #expect(store.issues.map(\.key) == ["count"])
    #expect(store.issues.first?.message.contains("during a transaction that changes it") == true)
  }

  @Test func `a read that finds a change notifies the observers of that setting`() throws {
    let storage = UnwatchedStorage()
    let store = try Store(Prefs.self, .storage(storage))
    let seen = Mutex<[Int]>([])
    let values = store.prefs.$count.values
    let watch = store.domain.observe { _ in seen.withLock { $0.append(store.prefs.count) } }
    try storage.put(5, "count")
    // A domain without a watch checks at most every 50 ms.
    Thread.sleep(forTimeInterval: 0.06)
    #expect(store.prefs.count == 5)
    #expect(seen.withLock { $0 } == [5])
    withExtendedLifetime((values, watch)) {}
  }

  @Test func `an observation that reads the setting again is notified by a read`() throws {
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

  @Test func `a check that writes to the store saves both values`() throws {
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

  @Test func `an object may read the setting when it is released`() throws {
    let store = try Store(KeeperPrefs.self, .inMemory)
    let read = Mutex(0)
    ReadingObject.onRelease.withLock { $0 = { read.withLock { $0 += 1 } } }
    defer { ReadingObject.onRelease.withLock { $0 = nil } }
    store.prefs.kept = Kept(keeper: ReadingObject(1))
    #expect(store.prefs.kept.keeper.number == 1)
    ReadingObject.onRelease.withLock {
      $0 = {
        _ = store.prefs.kept.keeper.number
        read.withLock { $0 += 1 }
      }
    }
    store.prefs.kept = Kept(keeper: ReadingObject(2))
    #expect(store.prefs.kept.keeper.number == 2)
    #expect(read.withLock { $0 } > 0)
  }

  @Test func `a read doesn't wait for another thread's read, and releases no lock of it`() throws {
    let storage = UnwatchedStorage()
    let store = try Store(Prefs.self, .storage(storage))
    let (taken, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let domain = store.domain
    let isHeld = Atomic<Bool>(false)
    let thread = Thread {
      let first = domain.refreshing.acquire(until: 0)
      taken.signal()
      done.wait()
      // The depth is 2 only if the lock wasn't released in the meantime.
      isHeld.store(
        first == 1 && domain.refreshing.acquire(until: 0) == 2, ordering: .releasing)
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
