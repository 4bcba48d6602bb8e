/// A struct that lists an app's settings: nothing but `@Setting` and `@Group` properties is needed.
///
/// ```swift
/// struct AppPrefs: PreferenceSet {
///   @Setting var theme = Theme.dark
///   @Setting(.range(0...1), traits: .cloud) var soundLevel = 0.7
///   @Setting var lastFile: URL? = nil
///   @Group var proxy = Proxy()
/// }
/// ```
///
/// A property's name is its key and its initial value its default. Properties without a wrapper,
/// computed ones above all, are the struct's own affair and are never stored. An instance made with
/// `AppPrefs()` is bound to nothing: it holds the defaults, and what you assign to it. To read and
/// write what is stored, open a ``Store``.
public protocol PreferenceSet: Sendable {
  /// Makes a set that holds its defaults.
  init()

  /// Checks rules that concern several settings; throws what is wrong.
  ///
  /// Called with the values as they would be, before anything is stored: throw, and nothing is.
  func validate() throws
}

extension PreferenceSet {
  /// Nothing to check.
  public func validate() throws {}
}
