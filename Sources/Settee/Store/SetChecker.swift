import Synchronization

/// Runs a set's own `validate()` on values as they would be.
///
/// Keeps instances of the set for it: making and binding one costs more than the write. There are as
/// many as there were checks at once.
final class SetChecker: Sendable {
  /// An instance of the set, and what it reads.
  private struct Copy: Sendable {
    let home: OverlayHome
    let reflection: SetReflection
  }

  private let layers: StoreLayers
  /// Makes an instance that reads there.
  private let make: @Sendable (OverlayHome) throws(StoreError) -> SetReflection
  private let idle = Mutex<[Copy]>([])

  init(
    over layers: StoreLayers,
    make: @escaping @Sendable (OverlayHome) throws(StoreError) -> SetReflection
  ) {
    self.layers = layers
    self.make = make
  }

  /// Throws what `validate()` says of the values with these changes.
  func check(_ changes: [SettingChange]) throws(StoreError) {
    // NB: nothing is locked while the app's own code runs; that may write to the store itself, and
    // so may whoever is told of a change that reading comes across.
    let kept = idle.withLock { $0.popLast() }
    let copy = if let kept { kept } else { try instance() }
    defer {
      copy.home.clear()
      idle.withLock { $0.append(copy) }
    }
    for (slot, value) in changes { try copy.home.write(value, at: slot) }
    try validate(copy.reflection.sets)
  }

  private func instance() throws(StoreError) -> Copy {
    let home = OverlayHome(over: layers) { _ in }
    return Copy(home: home, reflection: try make(home))
  }
}

/// Runs `validate()` of a set and its groups; the first fault is thrown as a sentence.
func validate(_ sets: [any PreferenceSet]) throws(StoreError) {
  for set in sets {
    do { try set.validate() } catch let error as StoreError { throw error } catch {
      throw StoreError(.invalidValue, "\(type(of: set)) refuses the change: \(error)")
    }
  }
}
