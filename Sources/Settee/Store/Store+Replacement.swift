import SetteeFiles

/// The stores that replace the app's own stores in tests.
private enum StoreOverrides {
  @TaskLocal static var stores: [ObjectIdentifier: any Sendable] = [:]
}

extension Store {
  /// The store that `withStore` sets for the current task, or `nil` outside of tests.
  ///
  /// If an app has its store in a static property, that property should check for a replacement
  /// first:
  ///
  /// ```swift
  /// extension AppPrefs {
  ///   private static let opened = Store.orExit { try Store(AppPrefs.self, domain: "org.example.app") }
  ///   static var store: Store<AppPrefs> { Store<AppPrefs>.replacement ?? opened }
  /// }
  /// ```
  public static var replacement: Store? {
    StoreOverrides.stores[ObjectIdentifier(Settings.self)] as? Store
  }

  /// Opens a store.
  ///
  /// If this fails, prints a one-sentence error to standard error and exits with code 5.
  ///
  /// Use this method for a `static let` property, whose initializer can't throw errors.
  ///
  /// - Parameter open: Opens the store.
  /// - Returns: The store.
  public static func orExit(_ open: () throws -> Store) -> Store {
    do { return try open() } catch {
      let line = "\(CurrentProcess.program): \("\(error)".asSentence)\n"
      _ = Array(line.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      exit(5)
    }
  }
}

/// Makes a store the ``Store/replacement`` during an operation, in the operation's task and its
/// child tasks.
///
/// With this function, tests that run in parallel can each have their own settings.
///
/// - Parameters:
///   - store: The store to use.
///   - operation: The code to run.
/// - Returns: The result of the operation.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () throws -> Result
) rethrows -> Result {
  var stores = StoreOverrides.stores
  stores[ObjectIdentifier(Settings.self)] = store
  return try StoreOverrides.$stores.withValue(stores) { try operation() }
}

/// Makes a store the ``Store/replacement`` during an operation, in the operation's task and its
/// child tasks.
///
/// With this function, tests that run in parallel can each have their own settings.
///
/// - Parameters:
///   - store: The store to use.
///   - operation: The code to run.
/// - Returns: The result of the operation.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () async throws -> Result
) async rethrows -> Result {
  var stores = StoreOverrides.stores
  stores[ObjectIdentifier(Settings.self)] = store
  return try await StoreOverrides.$stores.withValue(stores) { try await operation() }
}
