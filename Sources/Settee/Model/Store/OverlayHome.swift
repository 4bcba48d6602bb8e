import Synchronization

/// Changes that lie over what is stored: of an update, a draft, a check, or of none, a snapshot.
final class OverlayHome: SettingHome {
  private let base: any SettingReader
  private let onStray: @Sendable (SettingIssue) -> Void
  private let state: Mutex<State>
  let clock: ReadClock

  private struct State {
    var changes: [(slot: SettingSlot, value: PropertyList?)] = []
    var places: [LeafPath: Int] = [:]
    /// Why nothing may be written any more; nil while it may.
    var closed: String?
    var failure: StoreError?
  }

  /// Lays nothing yet over what `base` reads.
  ///
  /// - Parameters:
  ///   - base: What counts where nothing is laid over it.
  ///   - closed: Why nothing may be written, where that holds from the start.
  ///   - onStray: Gets what is written too late.
  init(
    over base: any SettingReader, closed: String? = nil,
    onStray: @escaping @Sendable (SettingIssue) -> Void
  ) {
    self.base = base
    clock = ReadClock(over: base.clock)
    self.onStray = onStray
    state = Mutex(State(closed: closed))
  }

  /// What was written, in order; a nil removes the key.
  var changes: [(slot: SettingSlot, value: PropertyList?)] { state.withLock { $0.changes } }

  /// The first assignment that was not taken.
  var failure: StoreError? { state.withLock { $0.failure } }

  /// Takes nothing more; a later write is reported with the reason.
  func close(_ reason: String) { state.withLock { $0.closed = reason } }

  /// Forgets what was written.
  func clear() {
    forget(changes)
    state.withLock { $0.failure = nil }
  }

  /// Forgets what is stored now; what was written meanwhile stays.
  func forget(_ stored: [(slot: SettingSlot, value: PropertyList?)]) {
    state.withLock { state in
      for (slot, value) in stored {
        guard let place = state.places[slot.path], state.changes[place].value == value else {
          continue
        }
        state.places[slot.path] = nil
      }
      state.changes.removeAll { state.places[$0.slot.path] == nil }
      for (place, change) in state.changes.enumerated() { state.places[change.slot.path] = place }
    }
    clock.tick()
  }

  func value(at slot: SettingSlot) -> Effective? {
    guard let change = change(at: slot.path) else { return base.value(at: slot) }
    return base.everyValue(at: slot).replacingUser(with: change.value).first
  }

  func everyValue(at slot: SettingSlot) -> [Effective] {
    let layers = base.everyValue(at: slot)
    guard let change = change(at: slot.path) else { return layers }
    return layers.replacingUser(with: change.value)
  }

  func write(_ value: PropertyList?, at slot: SettingSlot) throws(StoreError) {
    if let reason = state.withLock({ $0.closed }) {
      throw StoreError(.notWritable, key: slot.key, "'\(slot.key)' is not written: \(reason)")
    }
    if base.value(at: slot)?.origin == .managed { throw StoreError(managed: slot) }
    state.withLock { state in
      if state.failure?.key == slot.key { state.failure = nil }
      if let place = state.places[slot.path] {
        state.changes[place].value = value
      } else {
        state.places[slot.path] = state.changes.count
        state.changes.append((slot, value))
      }
    }
    clock.tick()
  }

  func report(_ issue: SettingIssue) {
    let isOpen = state.withLock { state in
      if state.closed == nil, issue.kind != .invalidStoredValue, state.failure == nil {
        let kind: StoreError.Kind = issue.kind == .invalidAssignment ? .invalidValue : .managed
        state.failure = StoreError(kind, key: issue.key, issue.message)
      }
      return state.closed == nil
    }
    if !isOpen { onStray(issue) }
  }

  private func change(at path: LeafPath) -> (slot: SettingSlot, value: PropertyList?)? {
    state.withLock { state in state.places[path].map { state.changes[$0] } }
  }
}

extension StoreError {
  /// An administrator holds the key.
  init(managed slot: SettingSlot) {
    self.init(
      .managed, key: slot.key, "'\(slot.key)' is set by your administrator and cannot be changed")
  }
}
