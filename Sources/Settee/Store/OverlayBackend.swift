import Synchronization
import SetteeValues

/// A backend that keeps changes to settings in memory, on top of the values in a store.
///
/// This backend is used for updates, drafts, validation, and snapshots.
final class OverlayBackend: SettingBackend {
  private let layers: StoreLayers
  /// The values of the store to which the changes apply, or `nil` to use the store's current
  /// values.
  private let values: LayerValues?
  private let onStray: @Sendable (SettingIssue) -> Void
  /// The changes that haven't been stored yet, with at most one change for each setting, the reason
  /// why the settings can no longer be changed, and the first error.
  private let state: Mutex<(changes: [SettingChange], closed: String?, failure: StoreError?)>
  private let writes = Atomic<UInt64>(0)

  /// Creates a backend without changes.
  ///
  /// - Parameters:
  ///   - layers: The layers of the store.
  ///   - values: Fixed values to read instead of the current ones.
  ///   - closed: Why the backend is read-only from the start.
  ///   - onStray: A closure that receives the issue of an assignment to a read-only backend.
  init(
    over layers: StoreLayers, _ values: LayerValues? = nil, closed: String? = nil,
    onStray: @escaping @Sendable (SettingIssue) -> Void
  ) {
    self.layers = layers
    self.values = values
    self.onStray = onStray
    state = Mutex((changes: [], closed: closed, failure: nil))
  }

  var revision: UInt64 {
    (values == nil ? layers.revision : 0) &+ writes.load(ordering: .acquiring)
  }

  func throwIfForked() throws { if values == nil { try layers.throwIfForked() } }

  /// The pending changes in order.
  ///
  /// If the value of a change is `nil`, the key of the setting is removed.
  var changes: [SettingChange] { state.withLock { $0.changes } }

  /// The error that the first invalid assignment caused, or `nil` if all assignments were valid.
  var failure: StoreError? { state.withLock { $0.failure } }

  /// Makes the backend read-only.
  ///
  /// If the app later assigns a value, a problem with this reason is reported.
  func close(_ reason: String) { state.withLock { $0.closed = reason } }

  func clear() {
    state.withLock { state in
      state.changes = []
      state.failure = nil
    }
    writes.wrappingAdd(1, ordering: .releasing)
  }

  /// Removes changes that have been stored, unless the same setting has been changed again since
  /// then.
  func forget(_ stored: [SettingChange]) {
    state.withLock { state in
      state.changes.removeAll { change in
        stored.contains { $0.slot.path == change.slot.path && $0.value == change.value }
      }
    }
    writes.wrappingAdd(1, ordering: .releasing)
  }

  func value(at slot: SettingLocation) -> EffectiveValue? {
    change(at: slot) == nil ? valueBelow(slot) : everyValue(at: slot).first
  }

  func everyValue(at slot: SettingLocation) -> [EffectiveValue] {
    let found = (values ?? layers.values()).every(at: slot)
    return change(at: slot).map { found.replacingUser(with: $0.value) } ?? found
  }

  func write(_ value: PropertyList?, at slot: SettingLocation) throws {
    if let reason = state.withLock({ $0.closed }) {
      throw StoreError(.notWritable, key: slot.key, "Can't write '\(slot.key)': \(reason)")
    }
    if valueBelow(slot)?.origin == .managed { throw StoreError(managed: slot) }
    state.withLock { state in
      if state.failure?.key == slot.key { state.failure = nil }
      if let place = state.changes.firstIndex(where: { $0.slot.path == slot.path }) {
        state.changes[place].value = value
      } else {
        state.changes.append((slot, value))
      }
    }
    writes.wrappingAdd(1, ordering: .releasing)
  }

  func report(_ issue: SettingIssue) {
    let isOpen = state.withLock { state in
      if state.closed == nil, issue.kind != .invalidStoredValue, state.failure == nil {
        let kind: StoreError.Code = issue.kind == .invalidAssignment ? .invalidValue : .managed
        state.failure = StoreError(kind, key: issue.key, issue.message)
      }
      return state.closed == nil
    }
    if !isOpen { onStray(issue) }
  }

  private func valueBelow(_ slot: SettingLocation) -> EffectiveValue? {
    if let values { return values.every(at: slot).first }
    return layers.value(at: slot)
  }

  private func change(at slot: SettingLocation) -> SettingChange? {
    state.withLock { state in state.changes.first { $0.slot.path == slot.path } }
  }
}
