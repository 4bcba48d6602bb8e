import SetteeValues

// Lists, and rows that open an email message instead of editing a value.

extension ControlContent {
  /// Reads the message of an `IASKMailComposeSpecifier`.
  static func mail(_ specifier: Specifier) -> ControlContent {
    func escaped(_ text: String) -> String {
      text.escaped { !$0.isASCIILetter && !"-._~@0123456789".utf8.contains($0) }
    }
    let to = specifier.texts("IASKMailComposeToRecipents")
    let cc = specifier.texts("IASKMailComposeCcRecipents")
    let bcc = specifier.texts("IASKMailComposeBccRecipents")
    let fields = [
      cc.isEmpty ? nil : ("cc", cc.joined(separator: ",")),
      bcc.isEmpty ? nil : ("bcc", bcc.joined(separator: ",")),
      specifier.localized("IASKMailComposeSubject").map { ("subject", $0) },
      specifier.localized("IASKMailComposeBody").map { ("body", $0) },
    ].compactMap { $0 }.map { "\($0)=\(escaped($1))" }
    let addresses = to.map(escaped).joined(separator: ",")
    return .mail(
      to: to,
      url: "mailto:\(addresses)\(fields.isEmpty ? "" : "?")\(fields.joined(separator: "&"))")
  }
}

/// The properties of an `IASKListGroupSpecifier`.
package struct ItemList: Sendable {
  package var isDeletable = false
  /// The control that edits a list item, whose value is the item itself.
  package var item: Control?
  /// The control that adds a list item, or `nil` if the user can't add items.
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
    // Ignore a list inside a list, because it could contain itself and no app uses nested lists.
    guard values["Type"] != .string(SpecifierType.list.rawValue) else { return nil }
    return Control(Specifier(values: values, mark: list.mark, strings: list.strings))
  }
}
