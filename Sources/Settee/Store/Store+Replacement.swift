import SetteeFiles

/// The stores that tests use in place of the app's stores.
@TaskLocal private var replacements: [ObjectIdentifier: any Sendable] = [:]

extension Store {
  /// The store that a test has set with `withStore`, or `nil` outside of tests.
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
    replacements[ObjectIdentifier(Settings.self)] as? Store
  }

  /// Opens a store, or prints an error and exits with code 5 if the store can't be opened.
  ///
  /// The error is printed to standard error as a single sentence. Use this method for a
  /// `static let` property, whose initializer can't throw errors.
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

/// Replaces the store of an app with another store, for example in a test, while a closure runs.
///
/// Within the closure and its child tasks, ``Store/replacement`` returns the other store. This
/// function lets tests that run in parallel use separate settings.
///
/// - Parameters:
///   - store: The store to use.
///   - operation: The code to run.
/// - Returns: The result of the operation.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () throws -> Result
) rethrows -> Result {
  var stores = replacements
  stores[ObjectIdentifier(Settings.self)] = store
  return try $replacements.withValue(stores) { try operation() }
}

/// Replaces the store of an app with another store, for example in a test, while an asynchronous
/// closure runs.
///
/// Within the closure and its child tasks, ``Store/replacement`` returns the other store. This
/// function lets tests that run in parallel use separate settings.
///
/// - Parameters:
///   - store: The store to use.
///   - operation: The code to run.
/// - Returns: The result of the operation.
public func withStore<Settings: PreferenceSet, Result>(
  _ store: Store<Settings>, operation: () async throws -> Result
) async rethrows -> Result {
  var stores = replacements
  stores[ObjectIdentifier(Settings.self)] = store
  return try await $replacements.withValue(stores) { try await operation() }
}
