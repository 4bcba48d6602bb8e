import SetteeFiles
import Synchronization
import SetteeValues

/// The object that all settings of a store share to read and save their values.
///
/// This object reads values, validates and saves changes, and notifies observers. The settings in
/// ``Store/prefs`` retain the core, but the core doesn't retain them.
final class StoreCore: SettingBackend {
  let domain: Domain
  let layers: StoreLayers
  let fields: [SettingField]
  let announcer: ChangeAnnouncer
  /// A closure that creates another instance of the settings and connects it to a backend.
  private let copy: @Sendable (OverlayBackend) throws -> SetReflection
  /// Instances of the settings that are kept so that `validate()` can be called on them.
  ///
  /// The instances are reused, because creating one takes longer than saving a change.
  private let idle = Mutex<[(home: OverlayBackend, set: SetReflection)]>([])
  private let watches = Mutex<[DomainWatch]>([])
  private let flushing = ThreadLock()

  init(
    _ domain: Domain, fields: [SettingField], signals: [SettingSignal],
    copy: @escaping @Sendable (OverlayBackend) throws -> SetReflection
  ) {
    self.domain = domain
    self.fields = fields
    self.copy = copy
    layers = StoreLayers(domain)
    announcer = ChangeAnnouncer(slots: fields.map(\.slot), signals: signals)
  }

  /// Starts observing the domain.
  func follow() {
    let announcer = announcer
    let changes = domain.observe { announcer.announce($0.changes.map(\.path), source: $0.source) }
    let commits = domain.observeCommits(
      CommitObserver(end: { _ in announcer.dirty.changed() }))
    watches.withLock { $0 = [changes, commits] }
  }

  var revision: UInt64 { layers.revision }

  func throwIfForked() throws { try layers.throwIfForked() }

  func value(at slot: SettingLocation) -> EffectiveValue? { layers.value(at: slot) }

  func everyValue(at slot: SettingLocation) -> [EffectiveValue] { layers.values().every(at: slot) }

  func report(_ issue: SettingIssue) { announcer.report(issue) }

  // MARK: Changing

  func write(_ value: PropertyList?, at slot: SettingLocation) throws {
    try check([(slot, value)])
    try store([(slot, value)])
  }

  /// Validates changes to settings and then saves all of them in a single commit.
  func change(_ changes: [SettingChange]) throws {
    try throwIfForked()
    let possible = changes.filter {
      $0.value != nil || layers.value(at: $0.slot)?.origin != .managed
    }
    try check(possible)
    try store(possible)
  }

  /// Calls `validate()` on the values that the settings would have after some changes.
  func check(_ changes: [SettingChange]) throws {
    // Don't hold a lock here, because `validate()` is code of the app and can write to the store.
    // The same applies to observers that are notified when a read detects a change.
    let kept = idle.withLock { $0.popLast() }
    let home = kept?.home ?? OverlayBackend(over: layers) { _ in }
    let set = if let kept { kept.set } else { try copy(home) }
    defer {
      home.clear()
      idle.withLock { $0.append((home, set)) }
    }
    for (slot, value) in changes { try home.write(value, at: slot) }
    try set.validate()
  }

  /// Saves changes to settings, which have already been validated, in a single commit.
  ///
  /// The values of settings that aren't saved immediately are kept in memory.
  func store(_ changes: [SettingChange]) throws {
    var stored = ChangeSet()
    for (slot, value) in changes {
      Trace.note("write \(slot.key) = \(slot.shown(value))")
    }
    for (slot, value) in changes where !slot.isHeld {
      stored[slot.path] = value
      for former in slot.formerPaths { stored.unset(former) }
    }
    if !stored.isEmpty {
      do { try domain.apply(stored) } catch {
        throw StoreError(domainError: error, key: changes.count == 1 ? changes[0].slot.key : nil)
      }
      announcer.dirty.changed()
    }
    for (slot, value) in changes where slot.isHeld { try hold(value, at: slot) }
  }

  private func hold(_ value: PropertyList?, at slot: SettingLocation) throws {
    if layers.value(at: slot)?.origin == .managed { throw StoreError(managed: slot) }
    layers.hold(value, at: slot.path)
    announcer.announce([slot.path], source: .local)
    announcer.dirty.changed()
  }

  // MARK: Saving

  /// The values that haven't been saved yet, of settings with the trait `.savedExplicitly`.
  var waiting: [SettingChange] {
    let held = layers.heldValues
    return fields.map(\.slot).compactMap { slot in
      guard !slot.traits.contains(.transient), let value = held[slot.path] else { return nil }
      return (slot, value)
    }
  }

  func flush() throws {
    do {
      try domain.throwIfForked()
      try flushWaiting()
      try domain.flush()
    } catch { throw StoreError(domainError: error) }
    announcer.dirty.changed()
  }

  /// Saves the values of settings with the trait `.savedExplicitly`.
  ///
  /// Only one thread at a time saves these values, which prevents an older value from overwriting a
  /// newer value.
  private func flushWaiting() throws {
    guard flushing.acquire(until: Monotonic.now + 2 * FileLock.patience) != nil else {
      throw DomainError(
        .busy, "Can't save \(domain.name): another thread in this program is using it.")
    }
    defer { flushing.release() }
    let waiting = waiting
    var change = ChangeSet()
    for (slot, value) in waiting { change[slot.path] = value }
    if !change.isEmpty { try domain.apply(change) }
    layers.release(waiting)
  }
}
