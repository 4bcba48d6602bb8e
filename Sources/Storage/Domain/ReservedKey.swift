/// The keys in a domain that Settee reserves for internal use.
///
/// Reserved keys aren't settings, so Settee hides them from users. User interfaces don't list them,
/// exports and the history don't contain them, and they aren't synced.
package enum ReservedKey {
  /// The reserved key that records app versions and completed migrations.
  package static let marks = "org.settee.marks"
  /// The reserved key that stores the bytes of an opaque set that couldn't be decoded.
  package static let damaged = "org.settee.damaged"

  /// Returns whether Settee reserves a key for internal use.
  package static func contains(_ key: String) -> Bool { key.utf8.starts(with: "org.settee.".utf8) }
}
