import Settee

/// The name of one stored value: its domain and its key, told apart by code units.
///
/// A bundle may span several domains, so a key alone does not name a value.
struct SettingName: Sendable {
  /// The domain; nil where the bundle names none.
  let domain: String?
  /// The literal key.
  let key: String
}

extension SettingName: Hashable {
  static func == (left: SettingName, right: SettingName) -> Bool {
    left.key.hasSameCodeUnits(as: right.key) && left.domain == right.domain
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key.codeUnitHash) }
}
