package import SetteePropertyLists

/// A switch between two stored values.
package struct Toggle: Sendable {
  package var on: PropertyList = .boolean(true)
  package var off: PropertyList = .boolean(false)
  /// Whether its look is a check mark.
  package var isCheckmark = false

  package init(on: PropertyList = .boolean(true), off: PropertyList = .boolean(false)) {
    (self.on, self.off) = (on, off)
  }

  init(_ specifier: Specifier) {
    if let on = specifier[.trueValue] { self.on = on }
    if let off = specifier[.falseValue] { self.off = off }
    isCheckmark = specifier.text("IASKToggleStyle") == "Checkmark"
  }

  /// Whether an element says nothing of its values and its look.
  static func isPlain(_ specifier: Specifier) -> Bool {
    !specifier.has(.trueValue) && !specifier.has(.falseValue) && !specifier.hasKitKeys
  }

  /// Whether a toggle with this value is on; nil when the value means neither.
  ///
  /// A value that matches one of the two stored ones decides. Where those are plain flags, what
  /// Foundation would read as a flag counts too: `YES`, `1`, 64.
  func isOn(_ value: PropertyList) -> Bool? {
    if value.matches(on) { return true }
    if value.matches(off) { return false }
    return on.bool == true && off.bool == false ? value.asFlag : nil
  }

  func value(of text: String) -> PropertyList? {
    if PlainText.of(on).isSame(as: text) { return on }
    if PlainText.of(off).isSame(as: text) { return off }
    return FlagWord.flag(text.trimmed).map { $0 ? on : off }
  }

  func problem(with value: PropertyList) -> String? {
    value.matches(on) || value.matches(off) ? nil : "is neither on nor off"
  }

  var phrase: String {
    guard on.bool != true || off.bool != false else { return "on or off" }
    return "on (\(RowText.of(on))) or off (\(RowText.of(off)))"
  }
}
