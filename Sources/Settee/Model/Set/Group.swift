/// Settings within settings: a `PreferenceSet` as a property of another.
///
/// ```swift
/// @Group var proxy = Proxy()                     // keys "proxy.host", "proxy.port"
/// @Group(layout: .nested) var window = Window()  // a dictionary under "window"
/// ```
///
/// A pane shows the group's settings under a heading of their own.
@propertyWrapper
public struct Group<Settings: PreferenceSet>: Sendable {
  /// The group's settings.
  public let wrappedValue: Settings
  let declaration: GroupDeclaration

  /// Declares a group; its key is the property's name unless `key` says otherwise.
  public init(
    wrappedValue: Settings, key: String? = nil, layout: GroupLayout = .dotted,
    title: String? = nil, footer: String? = nil
  ) {
    self.wrappedValue = wrappedValue
    declaration = GroupDeclaration(key: key, layout: layout, title: title, footer: footer)
  }
}

/// What the code says of a group.
struct GroupDeclaration: Sendable {
  let key: String?
  let layout: GroupLayout
  let title: String?
  let footer: String?
}

/// A group whose settings' type is not known here.
protocol AnyGroup: Sendable {
  var declaration: GroupDeclaration { get }
  var settings: any PreferenceSet { get }
}

extension Group: AnyGroup {
  var settings: any PreferenceSet { wrappedValue }
}
