import SetteePropertyLists

/// What the rows of a list group look like: the keys of an `IASKListGroupSpecifier`.
package struct ItemList: Sendable {
  package var isDeletable = false
  /// How one element is shown and edited; its value is the element itself.
  package var item: Control?
  /// How a new element is entered, or nil where the user cannot add one.
  package var add: Control?

  package init(item: Control? = nil, add: Control? = nil, isDeletable: Bool = false) {
    (self.item, self.add, self.isDeletable) = (item, add, isDeletable)
  }

  init(_ specifier: Specifier) {
    isDeletable = specifier.flag("Deletable")
    item = Self.row(specifier["ItemSpecifier"], in: specifier)
    add = Self.row(specifier["AddSpecifier"], in: specifier)
  }

  private static func row(_ value: PropertyList?, in list: Specifier) -> Control? {
    guard case .dictionary(let values)? = value else { return nil }
    // A list within a list could nest without end; no app has one.
    guard values["Type"] != .string(SpecifierType.list.rawValue) else { return nil }
    return Control(Specifier(values: values, mark: list.mark, strings: list.strings))
  }
}
