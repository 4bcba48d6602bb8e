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
    var byKey: [LeafPath: [Int]] = [:]
    for (index, slot) in slots.enumerated() {
      for path in [slot.path] + slot.formerPaths {
        byKey[LeafPath(path.key), default: []].append(index)
      }
    }
    slotsByKey = byKey
  }

  /// Passes a domain's event on to the settings that it concerns.
  func announce(_ event: DomainEvent) {
    announce(event.changes.map(\.path), source: event.source)
  }

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

  /// Has every setting told, as after other defaults were registered.
  func announceAll() { for signal in signals { signal.changed() } }

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
      ([slots[index].path] + slots[index].formerPaths).contains {
        $0.isWithin(path) || path.isWithin($0)
      }
    }
  }
}
