import SetteeValues

extension Store {
  /// Creates a `Root.plist` file from the settings declared in code, even if the store was opened
  /// with a bundle.
  ///
  /// The command `settee generate bundle TOOL` prints this file for a command-line tool. It contains
  /// all settings on a single pane. The rows of a child pane replace the link to that pane and
  /// appear under a heading.
  ///
  /// - Returns: The file, and notes about declarations that a bundle can't express, with one
  ///   sentence per setting.
  package func rootPlist() throws -> (xml: String, notes: [String]) {
    let panes = codePanes(.raw)
    var specifiers: [PropertyList] = []
    var inner: [String] = []
    func add(_ pane: Pane, titled title: String?) {
      for (number, group) in pane.groups.enumerated() {
        let heading = number == 0 ? group.title ?? title : group.title
        var isOpen = heading == nil && group.footer == nil && specifiers.isEmpty
        for control in group.controls {
          if let child = panes.first(where: { $0.file == control.pane }) {
            inner.append(child.title)
            add(child, titled: child.title)
            isOpen = false
            continue
          }
          if !isOpen { specifiers.append(Self.heading(heading, group.footer)) }
          isOpen = true
          specifiers.append(.dictionary(control.written))
        }
      }
    }
    add(panes[0], titled: nil)
    let root: PropertyList = [
      "PreferenceSpecifiers": .array(specifiers), "Title": .string(panes[0].title),
    ]
    let notes =
      core.fields.flatMap(\.bundleNotes)
      + inner.map { "'\($0)' is a group, because a single Root.plist can't have child panes" }
    do { return (String(decoding: try root.xml(), as: UTF8.self), notes) } catch let error
      as ParseError
    {
      throw StoreError(.declaration, "can't write the pane: \(error.message)")
    }
  }

  private static func heading(_ title: String?, _ footer: String?) -> PropertyList {
    var heading: PropertyListDictionary = ["Type": "PSGroupSpecifier"]
    heading["Title"] = title.map(PropertyList.string)
    heading["FooterText"] = footer.map(PropertyList.string)
    return .dictionary(heading)
  }

  /// Creates the panes for the settings that are declared in code.
  ///
  /// The first pane is named `Root`, as in a bundle.
  ///
  /// - Parameter strings: The translations of the strings in the code.
  /// - Returns: The panes.
  package func codePanes(_ strings: PaneStrings) -> [Pane] {
    reflection.panes(strings, title: Settings.paneTitle, domain: domain.name.text)
  }
}

extension SettingField {
  /// Notes about the parts of the setting's declaration that a control can't express.
  fileprivate var bundleNotes: [String] {
    var missing: [String] = []
    if !slot.formerPaths.isEmpty { missing.append("its former keys") }
    if slot.traits.contains(.transient) { missing.append("that it is never saved") }
    if slot.traits.contains(.savedExplicitly) { missing.append("that only flush() saves it") }
    if slot.traits.contains(.silent) { missing.append("that its changes are not announced") }
    if slot.path.isNested { missing.append("that its key is inside a dictionary") }
    if hasOwnCheck { missing.append("its custom check") }
    switch form {
    case .url: missing.append("that it is a URL")
    case .data, .other: missing.append("how to change it")
    case .list(let element):
      if case .text = element { break }
      missing.append("how to change it")
    case .toggle, .integer, .real, .text, .date, .localDate, .choice: break
    }
    return missing.isEmpty
      ? [] : ["'\(slot.key)': a bundle can't express \(missing.joined(separator: ", "))"]
  }
}

extension Control {
  /// The control as an element of a property list, for a pane's file.
  fileprivate var written: PropertyListDictionary {
    var written: PropertyListDictionary = ["Type": .string(kind.specifierType)]
    written["Key"] = key.map(PropertyList.string)
    written["Title"] = title.map(PropertyList.string)
    written["DefaultValue"] = defaultValue
    written["SetteeHelp"] = help.map(PropertyList.string)
    written["SetteeSync"] = sync.map { .string($0.rawValue) }
    if needsRestart { written["SetteeRestart"] = true }
    if !choices.isEmpty {
      written["Titles"] = .array(choices.map { .string($0.title) })
      written["Values"] = .array(choices.map(\.value))
    }
    let (minimum, maximum) =
      kind == .slider ? ("MinimumValue", "MaximumValue") : ("SetteeMinimum", "SetteeMaximum")
    written[minimum] = bounds.minimum.map(PropertyList.real)
    written[maximum] = bounds.maximum.map(PropertyList.real)
    written["SetteeStep"] = bounds.step.map(PropertyList.real)
    written["SetteeUnit"] = bounds.unit.map(PropertyList.string)
    if isSecure { written["IsSecure"] = true }
    if kind == .date, picker.mode != .dateAndTime {
      written["DatePickerMode"] = .string(picker.mode.rawValue)
    }
    guard case .text(let input) = content else { return written }
    if input.type != .string { written["SetteeType"] = .string(input.type.rawValue) }
    if input.keyboard != .alphabet { written["KeyboardType"] = .string(input.keyboard.rawValue) }
    written["SetteePattern"] = input.rules.pattern.map(PropertyList.string)
    written["SetteeMinimumLength"] = input.rules.minimumLength.map { .integer(Int64($0)) }
    written["SetteeMaximumLength"] = input.rules.maximumLength.map { .integer(Int64($0)) }
    return written
  }
}
