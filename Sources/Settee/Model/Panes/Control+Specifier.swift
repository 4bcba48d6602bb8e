// A control as a settings bundle writes it: what `generate bundle` prints.

extension Pane {
  /// The property list of this pane: a Root.plist, or a child pane's.
  public var propertyList: PropertyList {
    var specifiers: [PropertyList] = []
    for group in groups {
      let isOwnGroup = group.controls.first?.kind == .radio || group.controls.first?.kind == .list
      if !isOwnGroup, group.title != nil || group.footer != nil || !specifiers.isEmpty {
        specifiers.append(.dictionary(group.specifier))
      }
      specifiers += group.controls.map { .dictionary($0.writtenSpecifier) }
    }
    return ["PreferenceSpecifiers": .array(specifiers), "Title": .string(title)]
  }
}

extension PaneGroup {
  fileprivate var specifier: PropertyListDictionary {
    var written: PropertyListDictionary = ["Type": "PSGroupSpecifier"]
    written["Title"] = title.map(PropertyList.string)
    written["FooterText"] = footer.map(PropertyList.string)
    written["SetteeHelp"] = help.map(PropertyList.string)
    return written
  }
}

extension Control {
  /// The element as its file has it, else made of what the control knows.
  var writtenSpecifier: PropertyListDictionary {
    guard specifier.isEmpty else { return specifier }
    var written: PropertyListDictionary = ["Type": .string(type ?? "PSTitleValueSpecifier")]
    written["Key"] = key.map(PropertyList.string)
    written["Title"] = title.map(PropertyList.string)
    written["DefaultValue"] = defaultValue
    written["SetteeHelp"] = help.map(PropertyList.string)
    written["SetteeSync"] = sync.map { .string($0.rawValue) }
    if needsRestart { written["SetteeRestart"] = true }
    writeChoices(to: &written)
    writeBounds(to: &written)
    writeText(to: &written)
    return written
  }

  private func writeChoices(to written: inout PropertyListDictionary) {
    guard !choices.isEmpty else { return }
    written["Titles"] = .array(choices.map { .string($0.title) })
    written["Values"] = .array(choices.map(\.value))
  }

  private func writeBounds(to written: inout PropertyListDictionary) {
    let (minimum, maximum) =
      kind == .slider ? ("MinimumValue", "MaximumValue") : ("SetteeMinimum", "SetteeMaximum")
    written[minimum] = bounds.minimum.map(PropertyList.real)
    written[maximum] = bounds.maximum.map(PropertyList.real)
    written["SetteeStep"] = bounds.step.map(PropertyList.real)
    written["SetteeUnit"] = bounds.unit.map(PropertyList.string)
  }

  private func writeText(to written: inout PropertyListDictionary) {
    if input.isSecure { written["IsSecure"] = true }
    guard kind == .text else { return }
    if input.type != .string { written["SetteeType"] = .string(input.type.rawValue) }
    if input.keyboard != .alphabet { written["KeyboardType"] = .string(input.keyboard.rawValue) }
    written["SetteePattern"] = rules.pattern.map(PropertyList.string)
    if rules.isRequired { written["SetteeRequired"] = true }
    written["SetteeMinimumLength"] = rules.minimumLength.map { .integer(Int64($0)) }
    written["SetteeMaximumLength"] = rules.maximumLength.map { .integer(Int64($0)) }
  }
}
