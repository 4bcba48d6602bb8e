public import Observation
import Synchronization

/// Tells observers of one setting that it changed: Observation's, and the streams of `values()`.
@usableFromInline
final class SettingSignal: Sendable, Observable {
  private let registrar = ObservationRegistrar()
  private let listeners = Mutex<[Int: @Sendable () -> Void]>([:])
  private let lastListener = Atomic<Int>(0)

  // NB: a key path literal is built anew at each use inside a generic type, 200 times the cost of
  // a read; here it is made once.
  private static let content: any KeyPath<SettingSignal, Void> & Sendable = \SettingSignal.value
  private var value: Void { () }

  /// Notes that the setting was read, for `withObservationTracking`.
  @usableFromInline
  func access() { registrar.access(self, keyPath: Self.content) }

  /// Tells that the setting has changed; what is read from now on is the new value.
  func changed() {
    registrar.willSet(self, keyPath: Self.content)
    registrar.didSet(self, keyPath: Self.content)
    for body in listeners.withLock({ Array($0.values) }) { body() }
  }

  /// Calls `body` after each change until the number that is returned is given to `forget`.
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
