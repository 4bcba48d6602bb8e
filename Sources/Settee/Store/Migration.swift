/// A one-time change to values that an earlier version of the app has stored.
///
/// ```swift
/// let store = try Store(
///   AppPrefs.self, domain: "org.example.app",
///   configuration: StoreConfiguration(
///     version: "2.0",
///     migrations: [
///       Migration("volume in percent") { values in
///         if let old = values["volume"]?.double { values["volume"] = .real(old / 100) }
///       }
///     ]))
/// ```
///
/// Each migration runs only once for each user's settings file. Migrations run in the order of the
/// list, under the file's lock, and in the same commit that records them. If a migration throws an
/// error, nothing is changed, and opening the store fails with this error.
///
/// A migration is identified by its name, by the domain, and by the prefix of the store. It doesn't
/// run again if you rename the type of the set.
public struct Migration: Sendable {
  /// The name that identifies the migration in the record of completed migrations.
  let name: String
  /// A closure that changes the stored values in the user's settings file.
  let body: @Sendable (inout MigrationValues) throws -> Void

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - name: A name that is unique among the store's migrations. Never change it after a release.
  ///   - body: A closure that changes the stored values. Index them by key, or by `SettingPath` for
  ///     a value inside a dictionary.
  public init(_ name: String, _ body: @escaping @Sendable (inout MigrationValues) throws -> Void) {
    self.name = name
    self.body = body
  }
}

/// The versions of an app that have opened a user's settings file.
public struct InstalledVersions: Sendable, Equatable {
  /// The version of the app that opened the settings file first.
  public let first: String
  /// The version that was used before the current version, or `nil` if no other version was used.
  public let previous: String?
  /// The version of the app that is currently running.
  public let current: String
}

/// A record of the app's versions and of completed migrations, which is stored in the user's
/// settings file.
///
/// If a domain contains several sets of settings, each set has a separate record. The name of a
/// record is a pattern of the set's keys:
///
/// ```
/// org.settee.marks / *             a set without a prefix
/// org.settee.marks / net.*         a set with the prefix "net."
/// org.settee.marks / Proxy / *     a set in the dictionary "Proxy"
/// ```
struct VersionRecord {
  let holder: SettingPath
  private let entries: PropertyListDictionary

  init(under prefix: KeyPrefix, in values: PropertyListDictionary) {
    holder = SettingPath(ReservedKey.marks, nested: prefix.path(to: "*").parts)
    entries = values.value(at: holder)?.dictionary ?? [:]
  }

  /// Returns the migrations that haven't been run yet for the user's file, in order.
  func pending(_ migrations: [Migration]) -> [Migration] {
    let done = entries["migrations"]?.array ?? []
    return migrations.filter { migration in
      !done.contains { $0 == .string(migration.name) }
    }
  }

  func noteDone(_ migrations: [Migration], in transaction: inout MigrationValues) {
    let done = entries["migrations"]?.array ?? []
    transaction[holder.appending("migrations")] = .array(done + migrations.map { .string($0.name) })
  }

  /// Returns the record of versions after a specific version of the app has opened the file.
  func installed(_ current: String) -> InstalledVersions {
    let known = entries["current"]?.string
    let isSame = known?.utf8.elementsEqual(current.utf8) == true
    return InstalledVersions(
      first: entries["first"]?.string ?? known ?? current,
      previous: isSame ? entries["previous"]?.string : known, current: current)
  }

  /// Returns whether the record already contains these versions of the app.
  func says(_ versions: InstalledVersions) -> Bool {
    entries["current"]?.string == versions.current && entries["first"]?.string == versions.first
  }

  func note(_ versions: InstalledVersions, in transaction: inout MigrationValues) {
    transaction[holder.appending("first")] = .string(versions.first)
    transaction[holder.appending("previous")] = versions.previous.map(PropertyList.string)
    transaction[holder.appending("current")] = .string(versions.current)
  }
}
