extension SettingsBundle {
  /// The defaults of every control whose key lives in a domain, as a domain's registered layer
  /// takes them.
  ///
  /// Where a key stands in several panes, the first one that has a default counts, in the order of
  /// ``panes``.
  ///
  /// - Parameter domain: The domain; nil for the bundle's own.
  /// - Returns: A default for each key that has one.
  public func registeredDefaults(for domain: String? = nil) -> PropertyListDictionary {
    let wanted = domain ?? self.domain
    var defaults = PropertyListDictionary()
    defaults.reserveCapacity(
      panes.reduce(0) { $1.groups.reduce($0) { $0 + $1.controls.count } })
    for pane in panes {
      for group in pane.groups {
        group.controls.lendEach { control in
          guard control.isKept(in: wanted, of: pane, self), let key = control.key,
            let value = control.defaultValue
          else { return }
          defaults.setIfAbsent(key, value)
        }
      }
    }
    return defaults
  }
}

extension Control {
  /// Whether the key lives in a domain: the control's own, else its pane's, else the bundle's.
  func isKept(in wanted: String?, of pane: Pane, _ bundle: SettingsBundle) -> Bool {
    guard let wanted, let own = domain ?? pane.domain ?? bundle.domain else { return true }
    return own.isSame(as: wanted)
  }
}
