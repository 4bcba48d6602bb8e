/// Whose home the settings of a mirror were read from.
///
/// A place that a setting in another user's home names is taken only where it is that user's: else a
/// user could have root fill a folder of root's, or send and receive what root alone may read.
package struct HomesOwner {
  private let user: UInt32?
  private let door = FileDoor.live

  /// The owner of the folder that holds the settings.
  package init(_ locations: Locations) { user = door.owner(of: locations.configuration) }

  /// The place itself.
  ///
  /// - Throws: Where the settings are another user's, who does not own the place.
  package func checked(_ path: String, of key: String) throws(CloudError) -> String {
    let isTrusted = user == 0 || user == ThisProcess.userID
    if isTrusted || door.owner(of: path) == user { return path }
    throw CloudError(
      .local,
      "The setting \(key) in another user's home names \(path), which is not that user's;"
        + " name it as an option, or work as that user.")
  }
}
