/// What sets a setting apart from a plain one.
public struct SettingTraits: OptionSet, Sendable, Hashable {
  /// One bit a trait.
  public let rawValue: Int

  /// Makes traits of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Carried to the user's other machines.
  public static let cloud = SettingTraits(rawValue: 1 << 0)
  /// Never mirrored, exported, logged or shown in the open.
  public static let secret = SettingTraits(rawValue: 1 << 1)
  /// Kept in memory and never written.
  public static let volatile = SettingTraits(rawValue: 1 << 2)
  /// Written by ``Store/flush()`` and ``Store/update(_:)`` only, whatever the store's autosave is.
  public static let manual = SettingTraits(rawValue: 1 << 3)
  /// Written, but not announced in ``Store/changes``.
  public static let quiet = SettingTraits(rawValue: 1 << 4)
  /// Takes effect after the app's next start; panes say so once it is changed.
  public static let restart = SettingTraits(rawValue: 1 << 5)
}
