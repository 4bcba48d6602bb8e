/// Settee's own keys, which the devices and other libraries pass over.
extension ControlReader {
  /// Reads what any row may carry.
  func readSettee(into details: inout ControlDetails) {
    details.input.type = specifier.word("SetteeType") ?? .string
    readBounds(into: &details.bounds)
    details.rules.pattern = specifier.text("SetteePattern")
    details.rules.isRequired = specifier.flag("SetteeRequired")
    details.rules.minimumLength = specifier.whole("SetteeMinimumLength")
    details.rules.maximumLength = specifier.whole("SetteeMaximumLength")
    details.help = specifier.localized("SetteeHelp")
    details.sync = specifier.word("SetteeSync")
    details.needsRestart = specifier.flag("SetteeRestart")
    details.visibleWhen = specifier.conditions("SetteeVisibleWhen")
    details.enabledWhen = specifier.conditions("SetteeEnabledWhen")
  }

  private func readBounds(into bounds: inout Bounds) {
    bounds.minimum = specifier.number("SetteeMinimum") ?? bounds.minimum
    bounds.maximum = specifier.number("SetteeMaximum") ?? bounds.maximum
    bounds.step = specifier.number("SetteeStep").flatMap { $0 > 0 ? $0 : nil }
    bounds.unit = specifier.localized("SetteeUnit")
  }
}

extension Specifier {
  /// The conditions of a key: one dictionary, or an array of them.
  func conditions(_ key: SpecifierKey) -> [Condition] {
    switch self[key] {
    case .dictionary(let one)?: Condition(one).map { [$0] } ?? []
    case .array(let several)?: several.compactMap { $0.dictionary.flatMap(Condition.init) }
    default: []
    }
  }
}

extension Condition {
  /// Reads `{Key, Is: value or values}` or `{Key, IsNot: …}`; nil where a part is missing.
  init?(_ values: PropertyListDictionary) {
    guard let key = values["Key"]?.string, let test = values["Is"] ?? values["IsNot"] else {
      return nil
    }
    self.init(key: key, values: test.array ?? [test], isNegated: values["Is"] == nil)
  }
}
