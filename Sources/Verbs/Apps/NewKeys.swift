import Settee
import SetteeFormats

// Checks for keys that aren't in the settings file yet, which prevent typing errors in the file.

extension App {
  /// Throws an error for a new key that the program doesn't accept or that is elsewhere in the
  /// file.
  func requireNew(_ place: SettingReference, isForced: Bool) throws {
    try requireKnown(place, isForced: isForced)
    guard !isForced, bundle == nil, let content = place.domain.text?.known,
      let other = content.elsewhere(place.path.key)
    else { return }
    throw CommandError(
      .usage,
      "\(name) has no '\(place.key)', but it has '\(other)'. To change that, use '\(other)'; to add '\(place.key)' anyway, use --force."
    )
  }
}
