/// Everything that a round touches outside itself, one closure for each step.
///
/// The live one joins a domain, a state folder and a mirror; the simulator's one crashes between
/// any two calls.
struct SyncWorld {
  /// The wall clock, in milliseconds since 1970.
  var now: () -> Int64
  /// A random number.
  var random: () -> UInt64
  /// Whether a mirror without an id may have been here before: a folder that is not mounted.
  var keepsMark: Bool
  /// The mirror in words.
  var place: String
  /// What the user calls this device.
  var name: String?
  /// What is remembered of the mirror with these ids, or, without one, of the last one at this place.
  var load: (_ mirrors: [String]) throws(CloudError) -> SyncState?
  /// Remembers; solidly where a power failure must not bring the state before it back.
  var save: (SyncState, _ isSolid: Bool) throws(CloudError) -> Void
  /// Lets no edit that is made from now on fall behind this clock.
  var advance: (CloudClock) throws(CloudError) -> Void
  /// Notes beside the saved state that its last attempt was taken; a power failure may take it back.
  var land: (_ saved: SyncState, SyncLanding) throws(CloudError) -> Void
  /// What this device holds now.
  var read: () throws(CloudError) -> SyncHere
  /// Writes values here in one commit, but no key whose value is another one than `read` found.
  ///
  /// It returns the keys that were written. The log of edits gets the values that were taken, so that
  /// no earlier delete in it explains a later loss.
  var commit:
    (_ takes: [CloudKey: CloudRecord?], _ expected: SyncHere) throws(CloudError) -> Set<CloudKey>
  /// What the mirror holds.
  var pull: () throws(CloudError) -> CloudSnapshot
  /// Puts a document into the mirror; nil when it holds another revision by now.
  var push: (CloudDocument, CloudDevice, CloudRevision) throws(CloudError) -> CloudRevision?
}
