import SetteeFiles

/// The stores that tests have put in place of the app's own.
private enum Replacements {
  @TaskLocal static var stores: [ObjectIdentifier: any Sendable] = [:]
}

extension Store {
  /// The store that `withStore` has put in place for this task; nil outside of tests.
  ///
  /// An app that reaches its store through a static property asks it first:
  ///
  /// ```swift
  /// extension AppPrefs {
  ///   private static let opened = Store.orExit { try Store(AppPrefs.self, domain: "org.example.app") }
  ///   static var store: Store<AppPrefs> { Store<AppPrefs>.replacement ?? opened }
  /// }
  /// ```
  public static var replacement: Store? {
    Replacements.stores[ObjectIdentifier(Settings.self)] as? Store
  }

  /// Opens a store, or prints one sentence to standard error and exits with code 5.
  ///
  /// Use it for a `static let`, whose initializer can't throw.
  ///
  /// - Parameter open: Opens the store.
  /// - Returns: The store.
  public static func orExit(_ open: () throws -> Store) -> Store {
    do { return try open() } catch {
      let line = "\(ThisProcess.program): \("\(error)".asSentence)\n"
      _ = Array(line.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      exit(5)
    }
  }
}

/// Has ``Store/replacement`` be this store for as long as the operation runs, in its task and its child
/// tasks, so that tests in parallel each have settings of their own.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () throws -> Result
) rethrows -> Result {
  var stores = Replacements.stores
  stores[ObjectIdentifier(Settings.self)] = store
  return try Replacements.$stores.withValue(stores) { try operation() }
}

/// Has ``Store/replacement`` be this store for as long as the operation runs, in its task and its child
/// tasks, so that tests in parallel each have settings of their own.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () async throws -> Result
) async rethrows -> Result {
  var stores = Replacements.stores
  stores[ObjectIdentifier(Settings.self)] = store
  return try await Replacements.$stores.withValue(stores) { try await operation() }
}
