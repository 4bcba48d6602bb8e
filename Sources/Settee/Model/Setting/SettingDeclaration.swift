/// What the code says of one setting: its default, rules, names and traits.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  var rules: [SettingRule<Value>]
  /// The key, where it is not the property's name.
  var key: String?
  /// The names under which earlier versions stored it.
  var formerKeys: [String]
  var title: String?
  var help: String?
  /// The heading that opens above this setting in a pane.
  var section: String?
  var traits: SettingTraits

  /// What is wrong with a value, said after its key; nil when every rule holds.
  func fault(in value: Value) -> String? {
    if let optional = value as? any OptionalSetting, optional.isAbsent { return nil }
    return rules.first { !$0.holds(value) }?.requirement
  }

  /// What the rules allow, together.
  var limits: SettingLimits { rules.reduce(SettingLimits()) { $0.merging($1.limits) } }
}
