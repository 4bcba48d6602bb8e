import Settee

/// What the editor asks of the mirror; the cloud's own code puts itself here.
///
/// `plan` and `push` may take as long as the network does: they are called on a thread of their own
/// and answer through an inbox.
struct CloudSide: Sendable {
  /// The keys whose stored value the mirror does not have yet.
  var pending: @Sendable ([Domain]) -> Set<SettingName>
  /// What a push would do, or why that cannot be said.
  var plan: (@Sendable (SettingsBundle, [Domain]) -> Event)?
  /// Pushes with a side kept for each conflict.
  var push: (@Sendable (SettingsBundle, [Domain], [PushChoice]) -> Event)?

  /// No mirror: nothing waits, and a push brings what is in memory to the disk.
  static let none = CloudSide(pending: { _ in [] })
}
