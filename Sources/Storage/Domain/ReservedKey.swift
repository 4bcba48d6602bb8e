/// The keys that Settee keeps for itself in a domain.
///
/// They are not settings: no front end lists them, no export or history contains them, and no mirror
/// receives them.
package enum ReservedKey {
  /// The app versions that have opened the domain, and the migrations that have run.
  package static let marks = "org.settee.marks"
  /// The unreadable bytes of an opaque set.
  package static let damaged = "org.settee.damaged"

  /// Whether a key is one of Settee's own.
  package static func contains(_ key: String) -> Bool { key.utf8.starts(with: "org.settee.".utf8) }
}
