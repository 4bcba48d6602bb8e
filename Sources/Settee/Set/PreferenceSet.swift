/// A struct that declares an app's settings as `@Setting` and `@SettingGroup` properties.
///
/// ```swift
/// struct AppPrefs: PreferenceSet {
///   @Setting var theme = Theme.dark
///   @Setting(.range(0...1), traits: .synced) var soundLevel = 0.7
///   @Setting var lastFile: URL? = nil
///   @SettingGroup var proxy = Proxy()
/// }
/// ```
///
/// The name of a property is its key, and its initial value is the default. Properties without a
/// wrapper, such as computed properties, aren't stored. An instance that you create with
/// `AppPrefs()` isn't bound to a store: it has the default values and whatever you assign to it. To
/// read and write stored values, open a ``Store``.
public protocol PreferenceSet: Sendable {
  /// The result of ``validate()``, which has to be `Void`.
  ///
  /// It lets the compiler reject a `validate()` that returns a value, such as a `Bool`, instead of
  /// throwing an error. Such a set can't be used in a ``Store`` or a ``SettingGroup``.
  associatedtype Validation = Void

  /// Creates a set that has its default values.
  init()

  /// Checks rules that concern several settings, and throws an error if one is broken.
  ///
  /// A store calls it with the values as they would be, before it saves any change. If it throws,
  /// nothing is saved. It isn't called if it is declared `async` or `mutating`, or with parameters.
  func validate() throws -> Validation

  /// The title of the pane that shows the set; the type's name as words by default.
  ///
  /// A ``SettingGroup`` has a title of its own.
  static var paneTitle: String { get }
}

extension PreferenceSet where Validation == Void {
  /// Accepts all values.
  public func validate() throws {}
}

extension PreferenceSet {
  /// The name of the type as words: `AppPrefs` as "App prefs".
  public static var paneTitle: String { readableTitle(of: "\(Self.self)") }
}

/// A group of settings: a `PreferenceSet` as a property of another one.
///
/// ```swift
/// @SettingGroup var proxy = Proxy()                     // keys "proxy.host", "proxy.port"
/// @SettingGroup(layout: .nested) var window = Window()  // a dictionary under "window"
/// @SettingGroup(style: .pane) var sound = Sound()       // a pane of its own, behind a link
/// ```
///
/// A pane shows the group's settings under a heading, or behind a link to a pane of their own.
@propertyWrapper
public struct SettingGroup<Settings: PreferenceSet>: Sendable where Settings.Validation == Void {
  /// The group's settings.
  public let wrappedValue: Settings
  let key: String?
  let layout: GroupLayout
  let style: GroupStyle
  let title, footer, section: String?

  /// Declares a group.
  ///
  /// - Parameters:
  ///   - wrappedValue: The group's settings.
  ///   - key: The group's key; the property's name by default.
  ///   - layout: How the group's settings are stored.
  ///   - style: How a pane shows the group.
  ///   - title: The title of the heading or pane; the property's name as words by default.
  ///   - footer: The text below the group's settings.
  ///   - section: The heading above the link to the group's pane; the link follows the previous
  ///     setting by default. It has no effect on a group that isn't a pane.
  public init(
    wrappedValue: Settings, key: String? = nil, layout: GroupLayout = .dotted,
    style: GroupStyle = .section, title: String? = nil, footer: String? = nil,
    section: String? = nil
  ) {
    self.wrappedValue = wrappedValue
    self.key = key
    self.layout = layout
    self.style = style
    self.title = title
    self.footer = footer
    self.section = section
  }
}

/// How the settings of a group are stored.
public enum GroupLayout: Sendable {
  /// Under keys such as `proxy.port`, which any settings pane can show.
  case dotted
  /// In a dictionary under the group's key. Each setting is still written and merged separately.
  case nested
  /// Under the settings' own keys, `port`, as if the set around the group declared them.
  case flat
}

/// How a pane shows a group.
public enum GroupStyle: Sendable {
  /// Under a heading.
  case section
  /// On a pane of its own, behind a link.
  case pane
}

/// The former name of ``SettingGroup``, which is SwiftUI's too.
@available(*, deprecated, renamed: "SettingGroup")
public typealias Group = SettingGroup

/// A type-erased group.
protocol AnyGroup: Sendable {
  var key: String? { get }
  var layout: GroupLayout { get }
  var style: GroupStyle { get }
  var title: String? { get }
  var footer: String? { get }
  var section: String? { get }
  var settings: any PreferenceSet { get }
}

extension SettingGroup: AnyGroup {
  var settings: any PreferenceSet { wrappedValue }
}
