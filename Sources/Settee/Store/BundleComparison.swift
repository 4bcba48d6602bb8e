extension SettingsBundle {
  /// Returns the differences between the bundle and the settings that are declared in code.
  func differences(from fields: [SettingField], domain: String) -> [SettingIssue] {
    var controls: [SettingPath: Control] = [:]
    for pane in panes {
      for control in pane.controls where isKept(control.domain, of: pane, in: domain) {
        guard let key = control.key, controls[SettingPath(key)] == nil else { continue }
        controls[SettingPath(key)] = control
      }
    }
    let declared = Set(fields.map(\.slot.path))
    let onlyInBundle = controls.filter { !declared.contains($0.key) && $0.value.kind.isEditable }
    var issues = faults.map { SettingIssue(.disagreement, $0) }
    for field in fields {
      if let control = controls[field.slot.path] {
        issues += field.disagreements(with: control)
      } else {
        let key = field.slot.key
        issues.append(
          SettingIssue(
            .onlyInCode, key: key,
            "'\(key)' isn't in any pane of the settings bundle, so users can't change it"))
      }
    }
    return issues
      + onlyInBundle.keys.map(\.text).sorted().map { key in
        SettingIssue(
          .onlyInBundle, key: key,
          "'\(key)' is in the settings bundle, but no property has this key; declare a property or "
            + "remove the control")
      }
  }
}

extension SettingField {
  fileprivate func disagreements(with control: Control) -> [SettingIssue] {
    var sentences: [String] = []
    for stored in control.storedValues {
      guard let fault = fault(stored) else { continue }
      sentences.append("the bundle stores \(slot.shown(stored)), but in code it \(fault)")
      break
    }
    if let theirs = control.defaultValue, let ours = initial,
      fault(theirs) == nil, restored(theirs) != ours
    {
      sentences.append(
        "the default is \(slot.shown(theirs)) in the bundle and \(slot.shown(ours)) in "
          + "code; the default of the bundle is used")
    }
    let (theirs, ours) = (control.bounds, limits.bounds)
    if theirs.isNarrow, ours.isNarrow,
      theirs.minimum != ours.minimum || theirs.maximum != ours.maximum
    {
      sentences.append(
        "the range is \(theirs.text) in the bundle and \(bounds.text) in code")
    }
    return sentences.map {
      SettingIssue(.disagreement, key: slot.key, "'\(slot.key)': \($0)")
    }
  }
}

extension Bounds {
  fileprivate var isNarrow: Bool { minimum != nil || maximum != nil }

  fileprivate var text: String {
    "\(shown(minimum.map(PropertyList.real)))…\(shown(maximum.map(PropertyList.real)))"
  }
}

extension Control {
  /// The values that a control can store, such as the values of its choices.
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
  /// Returns the default values of all controls in the bundle, for use as the domain's default
  /// layer.
  ///
  /// If several panes edit the same setting, the default on the first of these panes is used.
  ///
  /// - Parameter domain: The domain of the keys; the bundle's own by default.
  /// - Returns: The defaults by key.
  package func registeredDefaults(for domain: String? = nil) -> PropertyListDictionary {
    let wanted = domain ?? self.domain
    var defaults = PropertyListDictionary()
    defaults.reserveCapacity(
      panes.reduce(0) { $1.groups.reduce($0) { $0 + $1.controls.count } })
    for pane in panes {
      for group in pane.groups {
        // Access each control by its index, because iterating over the controls would copy them.
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

  /// Returns whether the setting that a control edits is stored in a specific domain.
  ///
  /// The domain of the control takes precedence over the domain of its pane and the domain of the
  /// bundle.
  fileprivate func isKept(_ domain: String?, of pane: Pane, in wanted: String?) -> Bool {
    guard let wanted, let own = domain ?? pane.domain ?? self.domain else { return true }
    return own.isSame(as: wanted)
  }
}
