/// How a bundle is opened: for whom, in which language, on which device.
public struct BundleOptions: Sendable {
  /// The user's languages, the preferred one first; see ``Languages/preferred(environment:option:)``.
  public var languages: [String]
  /// The device whose elements and files count.
  public var idiom: Idiom
  /// Whether `.inApp` files are taken before plain ones.
  public var inApp: Bool
  /// A domain that replaces the bundle's own: `--domain`.
  public var domain: String?
  /// Whether the user can be shown a text, where the terminal lacks letters; nil where it has all.
  package var reads: (@Sendable (String) -> Bool)?

  /// Makes options; without arguments a terminal's, which hide nothing that an app can read.
  public init(
    languages: [String] = [], idiom: Idiom = .all, inApp: Bool = false, domain: String? = nil
  ) {
    self.languages = languages
    self.idiom = idiom
    self.inApp = inApp
    self.domain = domain
  }
}

/// A kind of device that elements can be meant for; the raw values are the words of `--idiom`.
public enum Idiom: String, Sendable, CaseIterable {
  /// Telephones.
  case phone
  /// Tablets.
  case pad
  /// Computers.
  case mac
  /// Whatever any device shows.
  case all
}
