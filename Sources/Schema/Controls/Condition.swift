package import SetteePropertyLists

/// A condition of `SetteeVisibleWhen` or `SetteeEnabledWhen` that tests the value of a key.
package struct Condition: Sendable, Equatable {
  package var key: String
  /// The values to compare with, one of which must match.
  ///
  /// If ``isNegated`` is `true`, none of the values may match.
  package var values: [PropertyList]
  /// A Boolean value that indicates whether none of the values may match (`IsNot`).
  package var isNegated: Bool

  package init(key: String, values: [PropertyList], isNegated: Bool = false) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
  }

  /// Parses a condition of the form `{Key, Is: value or values}` or `{Key, IsNot: …}`.
  ///
  /// This initializer returns `nil` if a part is missing.
  init?(_ values: PropertyListDictionary) {
    guard let key = values["Key"]?.string, let test = values["Is"] ?? values["IsNot"] else {
      return nil
    }
    self.init(key: key, values: test.array ?? [test], isNegated: values["Is"] == nil)
  }

  /// Returns whether an effective value satisfies the condition.
  ///
  /// A missing value is treated as `false`, because apps interpret an unset Boolean value in this
  /// way.
  package func holds(for value: PropertyList?) -> Bool {
    let value = value ?? .boolean(false)
    return values.contains { $0.matches(value) } != isNegated
  }
}
