/// A step from what an earlier version of the app stored to what this one reads.
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
/// Each runs once in the life of a user's file, in the order of the list, under the file's lock and in
/// the same commit as the mark that it has run. One that throws leaves everything as it was, and
/// opening the store fails with its error.
public struct Migration: Sendable {
  /// What tells the migration from all others, for ever.
  let name: String
  /// What it does to the values of the user's file.
  let body: @Sendable (inout DomainTransaction) throws -> Void

  /// A migration; never change the name of one that has been released.
  public init(_ name: String, _ body: @escaping @Sendable (inout DomainTransaction) throws -> Void)
  {
    self.name = name
    self.body = body
  }
}

/// Which versions of an app have opened a user's file.
public struct InstalledVersions: Sendable, Equatable {
  /// The first one.
  public let first: String
  /// The one before the current one; nil when the current one is the first.
  public let previous: String?
  /// The one that runs now.
  public let current: String
}

/// Keys that Settee keeps in a domain for itself: no front end lists them and no mirror sends them.
package enum ReservedKey {
  /// Versions and migrations, by set.
  static let marks = "org.settee.marks"
  /// What was under the key of an opaque set and could not be read.
  static let damaged = "org.settee.damaged"

  /// Whether a key is Settee's own.
  package static func contains(_ key: String) -> Bool { key.utf8.starts(with: "org.settee.".utf8) }
}

/// What a set's reserved keys say: versions seen and migrations done.
struct StoreMarks {
  let holder: LeafPath
  private let marks: PropertyListDictionary

  init(of set: String, in values: PropertyListDictionary) {
    holder = LeafPath(ReservedKey.marks, set)
    marks = values.value(at: holder)?.dictionary ?? [:]
  }

  /// The migrations of a list that have not run, in its order.
  func pending(_ migrations: [Migration]) -> [Migration] {
    let done = marks["migrations"]?.array ?? []
    return migrations.filter { migration in
      !done.contains { $0 == .string(migration.name) }
    }
  }

  func noteDone(_ migrations: [Migration], in transaction: inout DomainTransaction) {
    let done = marks["migrations"]?.array ?? []
    transaction[holder.appending("migrations")] = .array(done + migrations.map { .string($0.name) })
  }

  /// The versions once `current` has opened the file.
  func installed(_ current: String) -> InstalledVersions {
    let known = marks["current"]?.string
    let isSame = known?.utf8.elementsEqual(current.utf8) == true
    return InstalledVersions(
      first: marks["first"]?.string ?? known ?? current,
      previous: isSame ? marks["previous"]?.string : known, current: current)
  }

  /// Whether the file says so already.
  func says(_ versions: InstalledVersions) -> Bool {
    marks["current"]?.string == versions.current && marks["first"]?.string == versions.first
  }

  func note(_ versions: InstalledVersions, in transaction: inout DomainTransaction) {
    transaction[holder.appending("first")] = .string(versions.first)
    transaction[holder.appending("previous")] = versions.previous.map(PropertyList.string)
    transaction[holder.appending("current")] = .string(versions.current)
  }
}
