import Settee
import SetteeValues

// Checks that detect typing errors when the user adds a key to a settings file.

extension App {
  /// Returns whether the bundle declares a key, so that it was hardly meant to be another one.
  private func isDeclared(_ place: SettingReference) -> Bool {
    guard let acceptedKeys, let path = DocumentPath(place.path.key) else {
      return false
    }
    return acceptedKeys.declares(path)
  }

  /// Throws an error for a new key that the program doesn't know, or that is elsewhere in the file.
  ///
  /// If the new value is a table, the keys in it are checked.
  func requireNew(
    _ place: SettingReference, _ value: PropertyList? = nil, isForced: Bool
  ) throws {
    if let list = place.domain.text?.known?.missingList(of: place.path.key) {
      throw SetteeError(
        .usage, "'\(place.key)' doesn't exist: '\(list)' has 0 items. Use 'add' to create the list."
      )
    }
    try requireKnown(place, value, isForced: isForced)
    if !isForced, let (section, key) = place.domain.text?.known?.sectionOfHost(for: place.path.key)
    {
      throw SetteeError(
        .usage,
        "\(name) has the section '\(section)' for this host. To set the key there, use '\(key)'; to add another section anyway, use --force."
      )
    }
    guard !isForced, !isDeclared(place), let content = place.domain.text?.known,
      let other = content.elsewhere(place.path.key)
    else { return }
    throw SetteeError(
      .usage,
      "\(name) has no '\(place.key)', but it has '\(other)'. To change that, use '\(other)'; to add '\(place.key)' anyway, use --force."
    )
  }
}
