package import SetteeValues

/// A switch between two values.
package struct Toggle: Sendable {
  package var on: PropertyList = .boolean(true)
  package var off: PropertyList = .boolean(false)
  /// A Boolean value that indicates whether the toggle is shown as a checkmark instead of a switch.
  package var isCheckmark = false

  package init(on: PropertyList = .boolean(true), off: PropertyList = .boolean(false)) {
    (self.on, self.off) = (on, off)
  }

  init(_ specifier: Specifier) {
    if let on = specifier["TrueValue"] { self.on = on }
    if let off = specifier["FalseValue"] { self.off = off }
    isCheckmark = specifier.text("IASKToggleStyle") == "Checkmark"
  }

  /// Returns whether a toggle has the default values and appearance.
  static func isPlain(_ specifier: Specifier) -> Bool {
    !specifier.has("TrueValue") && !specifier.has("FalseValue") && !specifier.hasKitKeys
  }

  /// Returns whether a value turns on the toggle, or `nil` if the value represents neither on nor
  /// off.
  ///
  /// The values that the bundle declares for on and off take precedence over words such as `yes`.
  /// If they are Boolean values, the toggle also accepts other values that Foundation converts to a
  /// Boolean value, such as `YES`, `1`, and 64.
  func isOn(_ value: PropertyList) -> Bool? {
    if value.matches(on) { return true }
    if value.matches(off) { return false }
    return on.bool == true && off.bool == false ? value.asFlag : nil
  }

  func value(of text: String) -> PropertyList? {
    if ValueFormatter.plain(on).isSame(as: text) { return on }
    if ValueFormatter.plain(off).isSame(as: text) { return off }
    return BooleanWord.isOn(text.trimmed).map { $0 ? on : off }
  }

  func accepts(_ value: PropertyList) -> Bool { value.matches(on) || value.matches(off) }

  var phrase: String {
    guard on.bool != true || off.bool != false else { return "on or off" }
    return "on (\(ValueFormatter.short(on))) or off (\(ValueFormatter.short(off)))"
  }
}
