/// The Root.plist of a set that is declared in code.
///
/// What `settee generate bundle TOOL` prints. A settings bundle cannot hold everything that code can
/// say; ``notes`` names what is left out.
public struct BundleSource: Sendable {
  /// The property list, as XML.
  public let xml: String
  /// What the code says and the bundle cannot, a sentence each.
  public let notes: [String]

  /// Writes the pane of a store's set, whether or not the store was opened with a bundle.
  public init<Settings>(of store: Store<Settings>) throws(StoreError) {
    let pane = store.codePane(translate: { _ in nil })
    do throws(PropertyListError) {
      xml = String(decoding: try pane.propertyList.xml(), as: UTF8.self)
    } catch {
      throw StoreError(.declaration, "the pane cannot be written: \(error.message)")
    }
    notes = store.core.fields.flatMap(\.bundleNotes)
  }
}

extension Store {
  /// The pane of the set as the code declares it.
  ///
  /// - Parameter translate: Looks a text up in the user's language; nil where there is no translation.
  /// - Returns: One pane with a group for each section and `@Group`.
  public func codePane(translate: @escaping @Sendable (String) -> String?) -> Pane {
    CodePane(translate: translate).pane(
      of: reflection, title: readableTitle(of: "\(Settings.self)"), domain: domain.name.text)
  }
}

extension SettingField {
  /// What a control cannot say of the setting.
  fileprivate var bundleNotes: [String] {
    var missing: [String] = []
    if !slot.formerPaths.isEmpty { missing.append("its former keys") }
    if slot.traits.contains(.volatile) { missing.append("that it is volatile") }
    if slot.traits.contains(.manual) { missing.append("that it is written by flush alone") }
    if slot.traits.contains(.quiet) { missing.append("that its changes are quiet") }
    if slot.path.isNested { missing.append("that its key is inside a dictionary") }
    if hasOwnCheck { missing.append("its own check") }
    switch form {
    case .url: missing.append("that its text is an address")
    case .data, .other: missing.append("how to change it")
    case .list(let element):
      if case .text = element { break }
      missing.append("how to change it")
    case .toggle, .integer, .real, .text, .date, .choice: break
    }
    return missing.isEmpty
      ? [] : ["'\(slot.key)': a bundle cannot say \(missing.joined(separator: ", "))"]
  }
}
