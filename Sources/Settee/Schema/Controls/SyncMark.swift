/// Whether a key belongs to the user, and is mirrored, or to one machine: `SetteeSync`.
public enum SyncMark: String, Sendable, CaseIterable {
  /// Mirrored to the user's other machines.
  case user
  /// Never mirrored.
  case machine
}
