/// A struct that lists an app's settings: nothing but `@Setting` and `@SettingGroup` properties is needed.
///
/// ```swift
/// struct AppPrefs: PreferenceSet {
///   @Setting var theme = Theme.dark
///   @Setting(.range(0...1), traits: .cloud) var soundLevel = 0.7
///   @Setting var lastFile: URL? = nil
///   @SettingGroup var proxy = Proxy()
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

/// Settings within settings: a `PreferenceSet` as a property of another.
///
/// ```swift
/// @SettingGroup var proxy = Proxy()                     // keys "proxy.host", "proxy.port"
/// @SettingGroup(layout: .nested) var window = Window()  // a dictionary under "window"
/// ```
///
/// A pane shows the group's settings under a heading of their own.
@propertyWrapper
public struct SettingGroup<Settings: PreferenceSet>: Sendable {
  /// The group's settings.
  public let wrappedValue: Settings
  let key: String?
  let layout: GroupLayout
  let title, footer: String?

  /// Declares a group; its key is the property's name unless `key` says otherwise.
  public init(
    wrappedValue: Settings, key: String? = nil, layout: GroupLayout = .dotted,
    title: String? = nil, footer: String? = nil
  ) {
    self.wrappedValue = wrappedValue
    self.key = key
    self.layout = layout
    self.title = title
    self.footer = footer
  }
}

/// How the settings of a group are kept.
public enum GroupLayout: Sendable {
  /// Under keys of their own, `proxy.port`: any pane can show them.
  case dotted
  /// In a dictionary under the group's key; written and merged setting by setting all the same.
  case nested
}

/// The former name of ``SettingGroup``, which is SwiftUI's too.
@available(*, deprecated, renamed: "SettingGroup")
public typealias Group = SettingGroup

/// A group whose settings' type is not known here.
protocol AnyGroup: Sendable {
  var key: String? { get }
  var layout: GroupLayout { get }
  var title: String? { get }
  var footer: String? { get }
  var settings: any PreferenceSet { get }
}

extension SettingGroup: AnyGroup {
  var settings: any PreferenceSet { wrappedValue }
}
