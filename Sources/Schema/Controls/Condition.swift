package import SetteeValues

/// A condition that determines whether a row is visible or enabled, depending on the value of a
/// setting.
package struct Condition: Sendable, Equatable {
  package var key: String
  /// The values with which the setting is compared.
  ///
  /// The setting must have one of these values or, if ``isNegated`` is `true`, none of them.
  package var values: [PropertyList]
  /// A Boolean value that indicates whether the condition is met if the setting has none of the
  /// values (`IsNot`).
  package var isNegated: Bool

  package init(key: String, values: [PropertyList], isNegated: Bool = false) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
  }

  /// Parses a condition in the form `{Key, Is: value or values}` or `{Key, IsNot: …}`.
  ///
  /// This initializer returns `nil` if the key or the values are missing.
  init?(_ values: PropertyListDictionary) {
    guard let key = values["Key"]?.string, let test = values["Is"] ?? values["IsNot"] else {
      return nil
    }
    self.init(key: key, values: test.array ?? [test], isNegated: values["Is"] == nil)
  }

  /// Returns whether a condition is met if its setting has a specific value.
  ///
  /// A setting without a value is treated as `false`, because apps interpret a missing Boolean
  /// value in this way.
  package func holds(for value: PropertyList?) -> Bool {
    let value = value ?? .boolean(false)
    return values.contains { $0.matches(value) } != isNegated
  }
}
