/// A type that declares an app's settings as `@Setting` and `@SettingGroup` properties.
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
/// Each setting is stored under the name of its property, and the property's initial value is the
/// default. Properties without a wrapper, such as computed properties, aren't stored. An instance
/// that you create with `AppPrefs()` isn't bound to a store. It has the default values and any
/// values that you assign. To read and write stored values, open a ``Store``.
public protocol PreferenceSet: Sendable {
  /// The type that ``validate()`` returns, which must be `Void`.
  ///
  /// Because of this type, the compiler rejects a `validate()` that returns a value such as a
  /// `Bool` instead of throwing an error. A set with such a method can't be used in a ``Store`` or
  /// a ``SettingGroup``.
  associatedtype Validation = Void
  /// The error type of ``validate()``.
  associatedtype ValidationFailure: Error
  /// The error type of a method `validate()` that may also be `async` or `mutating`.
  ///
  /// A ``Store`` and a ``SettingGroup`` require it to be ``ValidationFailure``. It differs if the
  /// set's only `validate()` is `async` or `mutating`, which would never be called. The compiler
  /// then reports that it isn't equivalent to ``NoValidation``.
  associatedtype AnyValidationFailure: Error

  /// Creates an instance in which all settings have their default values.
  init()

  /// Checks rules that involve several settings, and throws an error if the settings break a rule.
  ///
  /// Before it saves any change, a store calls this method with the values that would result. If
  /// the method throws an error, nothing is saved. The method can't be `async` or `mutating`. A
  /// method that is `static` or that has parameters isn't called.
  func validate() throws(ValidationFailure) -> Validation

  /// Determines ``AnyValidationFailure``, and is never called.
  @_documentation(visibility: internal)
  mutating func validate() async throws(AnyValidationFailure) -> Validation

  /// The title of the pane that shows the settings, which by default is the name of the type, split
  /// into words.
  ///
  /// The title of a ``SettingGroup`` is specified separately.
  static var paneTitle: String { get }
}

/// The error type of the default ``PreferenceSet/validate()``, which throws no errors.
public enum NoValidation: Error {}

extension PreferenceSet where Validation == Void {
  /// Accepts all values, which is the default behavior.
  public func validate() throws(NoValidation) {}
}

extension PreferenceSet {
  /// The name of the type, split into words, such as "App prefs" for `AppPrefs`.
  public static var paneTitle: String { readableTitle(of: "\(Self.self)") }
}

/// A property wrapper that declares a group of settings, whose type is another `PreferenceSet`.
///
/// ```swift
/// @SettingGroup var proxy = Proxy()                     // keys "proxy.host", "proxy.port"
/// @SettingGroup(layout: .nested) var window = Window()  // a dictionary under "window"
/// @SettingGroup(style: .pane) var sound = Sound()       // a pane of its own, behind a link
/// ```
///
/// A pane shows the settings of a group either under a heading or on a separate pane.
@propertyWrapper
public struct SettingGroup<Settings: PreferenceSet>: Sendable
where Settings.Validation == Void, Settings.ValidationFailure == Settings.AnyValidationFailure {
  /// The group's settings.
  public let wrappedValue: Settings
  let key: String?
  let layout: GroupLayout
  let style: GroupStyle
  let title, footer, section: String?

  /// Declares a group of settings.
  ///
  /// - Parameters:
  ///   - wrappedValue: The group's settings.
  ///   - key: The group's key; the property's name by default.
  ///   - layout: How the group's settings are stored.
  ///   - style: How a pane shows the group.
  ///   - title: The title of the heading or pane; the property's name as words by default.
  ///   - footer: The text below the group's settings.
  ///   - section: The heading above the link to the group's pane; by default, the link follows the
  ///     previous setting. It has no effect on a group that isn't a pane.
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

/// An option that determines how the settings of a group are stored in the file.
public enum GroupLayout: Sendable {
  /// The settings have keys such as `proxy.port`, so any settings pane can show them.
  case dotted
  /// The settings are entries of a dictionary, which is stored under the key of the group.
  ///
  /// Although the settings are in a dictionary, each setting is written and merged separately.
  case nested
  /// The settings have keys such as `port`, as if they were declared outside of the group.
  case flat
}

/// An option that determines how a pane shows the settings of a group.
public enum GroupStyle: Sendable {
  /// The pane shows the settings of the group under a heading.
  case section
  /// The settings are shown on a separate pane, which the user opens with a link.
  case pane
}

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
