import Settee
import SetteeFormats

// Checks that detect typing errors when the user adds a key to a settings file.

extension App {
  /// Throws an error if the program doesn't accept a new key, or if the key belongs elsewhere in
  /// the file.
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
