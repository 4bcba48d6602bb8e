/// Where a settings bundle and a set disagree.
struct BundleComparison {
  let bundle: SettingsBundle
  let domain: String
  let fields: [SettingField]

  var issues: [SettingIssue] {
    var controls: [LeafPath: Control] = [:]
    for pane in bundle.panes {
      for control in pane.controls where control.isKept(in: domain, of: pane, bundle) {
        guard let key = control.key, controls[LeafPath(key)] == nil else { continue }
        controls[LeafPath(key)] = control
      }
    }
    let declared = Set(fields.map(\.slot.path))
    let onlyInBundle = controls.filter { !declared.contains($0.key) && $0.value.kind.isEditable }
    return bundle.faults.map { SettingIssue(.disagreement, $0) }
      + fields.flatMap { field in
        controls[field.slot.path].map { Self.disagreements(field, $0) } ?? [Self.onlyInCode(field)]
      }
      + onlyInBundle.keys.map(\.text).sorted().map(Self.onlyInBundle)
  }

  private static func onlyInCode(_ field: SettingField) -> SettingIssue {
    SettingIssue(
      .onlyInCode, key: field.slot.key,
      "'\(field.slot.key)' is in no pane of the settings bundle, so nobody can change it there")
  }

  private static func onlyInBundle(_ key: String) -> SettingIssue {
    SettingIssue(
      .onlyInBundle, key: key,
      "'\(key)' is in the settings bundle but no property has that key; declare it, or take the "
        + "control out")
  }

  private static func disagreements(_ field: SettingField, _ control: Control) -> [SettingIssue] {
    var sentences: [String] = []
    if let stored = control.storedValues.first(where: { field.fault($0) != nil }),
      let fault = field.fault(stored)
    {
      sentences.append("the bundle stores \(field.slot.shown(stored)), but in code it \(fault)")
    }
    if let theirs = control.defaultValue, let ours = field.initial,
      field.fault(theirs) == nil, field.restored(theirs) != ours
    {
      sentences.append(
        "the default is \(field.slot.shown(theirs)) in the bundle and \(field.slot.shown(ours)) in "
          + "code; the bundle's counts")
    }
    let limits = field.limits
    if control.bounds.minimum != nil || control.bounds.maximum != nil,
      limits.minimum != nil || limits.maximum != nil,
      control.bounds.minimum != limits.minimum.flatMap(Double.from)
        || control.bounds.maximum != limits.maximum.flatMap(Double.from)
    {
      sentences.append(
        "the range is \(control.bounds.text) in the bundle and \(field.bounds.text) in code")
    }
    return sentences.map {
      SettingIssue(.disagreement, key: field.slot.key, "'\(field.slot.key)': \($0)")
    }
  }
}

extension Bounds {
  fileprivate var text: String {
    "\(shown(minimum.map(PropertyList.real)))…\(shown(maximum.map(PropertyList.real)))"
  }
}

extension Control {
  /// Every value that the control is sure to store.
  fileprivate var storedValues: [PropertyList] {
    switch kind {
    case .toggle: [toggle.on, toggle.off]
    case .choice, .radio: choices.map(\.value)
    case .slider: [bounds.minimum, bounds.maximum].compactMap { $0.map(PropertyList.real) }
    default: defaultValue.map { [$0] } ?? []
    }
  }
}

extension SettingsBundle {
  /// The defaults of every control whose key lives in a domain, else in the bundle's own, as a
  /// domain's registered layer takes them.
  ///
  /// Where a key stands in several panes, the first one that has a default counts, in the order of
  /// ``panes``.
  package func registeredDefaults(for domain: String? = nil) -> PropertyListDictionary {
    let wanted = domain ?? self.domain
    var defaults = PropertyListDictionary()
    defaults.reserveCapacity(
      panes.reduce(0) { $1.groups.reduce($0) { $0 + $1.controls.count } })
    for pane in panes {
      for group in pane.groups {
        // By position: a `for` loop would copy each control, with all that it holds.
        for row in group.controls.indices {
          guard let key = group.controls[row].key, let value = group.controls[row].defaultValue,
            isKept(group.controls[row].domain, of: pane, in: wanted)
          else { continue }
          defaults.add(key, value)
        }
      }
    }
    return defaults
  }

  /// Whether a control's key lives in a domain: the control's own, else its pane's, else the bundle's.
  fileprivate func isKept(_ domain: String?, of pane: Pane, in wanted: String?) -> Bool {
    guard let wanted, let own = domain ?? pane.domain ?? self.domain else { return true }
    return own.isSame(as: wanted)
  }
}

extension Control {
  func isKept(in wanted: String?, of pane: Pane, _ bundle: SettingsBundle) -> Bool {
    bundle.isKept(domain, of: pane, in: wanted)
  }
}
