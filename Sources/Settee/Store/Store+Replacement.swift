import SetteeFiles

/// The stores that replace the app's own stores in tests.
private enum StoreOverrides {
  @TaskLocal static var stores: [ObjectIdentifier: any Sendable] = [:]
}

extension Store {
  /// The store that `withStore` sets for the current task, or `nil` outside of tests.
  ///
  /// If an app's store is a static property, that property must check for a replacement first:
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

  /// Opens a store, or prints an error and exits with code 5 if it can't be opened.
  ///
  /// The error is a single sentence on standard error. Use this method for a `static let` property,
  /// whose initializer can't throw errors.
  ///
  /// - Parameter open: A closure that opens the store.
  /// - Returns: The store.
  public static func orExit(_ open: () throws -> Store) -> Store {
    do { return try open() } catch {
      let line = "\(CurrentProcess.program): \("\(error)".asSentence)\n"
      _ = Array(line.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      exit(5)
    }
  }
}

/// Replaces an app's store during an operation and its child tasks.
///
/// ``Store/replacement`` returns the specified store. This function lets tests that run in parallel
/// use separate settings.
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

/// Replaces an app's store during an asynchronous operation and its child tasks.
///
/// ``Store/replacement`` returns the specified store. This function lets tests that run in parallel
/// use separate settings.
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
