import Synchronization

/// Runs a set's own `validate()` on values as they would be.
///
/// Keeps one instance of the set for it, made at the first write: making and binding one costs more
/// than the write.
final class SetChecker: Sendable {
  private let home: OverlayHome
  private let original: SetReflection
  private let make: @Sendable () throws(StoreError) -> SetReflection
  private let copy = Mutex<SetReflection?>(nil)

  init(
    over layers: StoreLayers, like original: SetReflection,
    make: @escaping @Sendable () throws(StoreError) -> SetReflection
  ) {
    home = OverlayHome(over: layers) { _ in }
    self.original = original
    self.make = make
  }

  /// Throws what `validate()` says of the values with these changes.
  func check(
    _ changes: [(slot: SettingSlot, value: PropertyList?)]
  ) throws(StoreError) {
    let outcome = copy.withLock { copy in Result { try check(changes, with: &copy) } }
    do { try outcome.get() } catch let error as StoreError { throw error } catch {
      throw StoreError(.invalidValue, "\(error)")
    }
  }

  private func check(
    _ changes: [(slot: SettingSlot, value: PropertyList?)], with copy: inout SetReflection?
  ) throws {
    let reflection = try copy ?? make()
    if copy == nil { reflection.bind(to: home, like: original) }
    copy = reflection
    defer { home.clear() }
    for (slot, value) in changes { try home.write(value, at: slot) }
    try validate(reflection.sets)
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
