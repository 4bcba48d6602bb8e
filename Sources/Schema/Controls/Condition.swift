package import SetteePropertyLists

/// One condition of `SetteeVisibleWhen` or `SetteeEnabledWhen`: a key that has, or has not, a value.
package struct Condition: Sendable, Equatable {
  package var key: String
  /// The values of which the key has to have one (or none, when ``isNegated``).
  package var values: [PropertyList]
  /// Whether the key must have none of the values: `IsNot`.
  package var isNegated: Bool

  package init(key: String, values: [PropertyList], isNegated: Bool = false) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
  }

  /// Reads `{Key, Is: value or values}` or `{Key, IsNot: …}`; nil where a part is missing.
  init?(_ values: PropertyListDictionary) {
    guard let key = values["Key"]?.string, let test = values["Is"] ?? values["IsNot"] else {
      return nil
    }
    self.init(key: key, values: test.array ?? [test], isNegated: values["Is"] == nil)
  }

  /// Whether the condition holds for an effective value; an absent one counts as false.
  ///
  /// That is how an app reads a flag that nobody has set.
  package func holds(for value: PropertyList?) -> Bool {
    let value = value ?? .boolean(false)
    return values.contains { $0.matches(value) } != isNegated
  }
}
