extension Store {
  /// The keys of all settings, in the order of their declaration.
  public var keys: [String] { core.fields.map(\.slot.key) }

  /// Every setting's value by key, for a file or for comparing; secrets only when asked for.
  ///
  /// A setting that is nil is left out. A nested group is a dictionary, as it is stored.
  public func export(secrets: Bool = false) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    for field in core.fields where secrets || !field.slot.traits.contains(.secret) {
      guard let value = core.value(at: field.slot)?.value else { continue }
      values.put(value, at: field.slot.path)
    }
    return values
  }

  /// Takes over values by key, in one commit or not at all; keys that no setting has are passed over.
  ///
  /// - Parameter values: What ``export(secrets:)`` gave, or part of it.
  /// - Returns: The keys of `values` that no setting has.
  /// - Throws: Which value breaks a rule, or why nothing could be written.
  @discardableResult
  public func `import`(_ values: PropertyListDictionary) throws(StoreError) -> [String] {
    var changes: [SettingChange] = []
    for field in core.fields {
      guard let value = values.value(at: field.slot.path) else { continue }
      if let fault = field.fault(value) {
        throw StoreError(
          .invalidValue, key: field.slot.key,
          "'\(field.slot.key)' cannot be \(field.slot.shown(value)): it \(fault); nothing was imported"
        )
      }
      changes.append((field.slot, field.restored(value)))
    }
    try core.change(changes)
    let known = Set(core.fields.map { LeafPath($0.slot.path.key) })
    return values.keys.filter { !known.contains(LeafPath($0)) }
  }

  /// Removes every stored value of the set, so that the defaults count again.
  public func resetAll() throws(StoreError) { try reset(except: []) }

  /// Removes every stored value but those of some settings and groups.
  ///
  /// ```swift
  /// try store.reset(except: [\.$theme, \.proxy])
  /// ```
  ///
  /// - Parameter kept: Settings by their projected value, and groups.
  /// - Throws: Which path is no setting, or why nothing could be written.
  public func reset(except kept: [PartialKeyPath<Settings>]) throws(StoreError) {
    var keptSlots: Set<LeafPath> = []
    for path in kept {
      let part = prefs[keyPath: path]
      if let setting = part as? any AnySetting, let slot = setting.boundSlot {
        keptSlots.insert(slot.path)
      } else if let group = part as? any PreferenceSet {
        for entry in try SetReflection(again: group, under: SlotPrefix()).entries {
          if let slot = entry.setting.boundSlot { keptSlots.insert(slot.path) }
        }
      } else {
        throw StoreError(
          .declaration, "\(path) is neither a setting nor a group; write it as \\.$name")
      }
    }
    let others = core.fields.map(\.slot).filter { !keptSlots.contains($0.path) }
    try core.change(others.map { ($0, nil) })
  }
}

extension Store: CustomStringConvertible {
  /// Every setting and its value, a line each; secrets are not shown.
  public var description: String {
    core.fields.map { field in
      let value = core.value(at: field.slot)?.value
      let isSecret = field.slot.traits.contains(.secret)
      return "\(field.slot.key) = \(isSecret && value != nil ? "••••••••" : shown(value))"
    }.joined(separator: "\n")
  }
}

/// Changes that wait for an “Apply”: a settings dialog's working copy.
///
/// ```swift
/// let draft = try store.draft()
/// draft.prefs.theme = .light      // nothing is written
/// try draft.apply()               // everything at once, or draft.revert()
/// ```
///
/// A setting that the draft has not touched follows the store.
public final class Draft<Settings: PreferenceSet>: Sendable where Settings.Validation == Void {
  /// The settings as they would be.
  public let prefs: Settings
  private let home: OverlayHome
  private let core: StoreCore
  private let reflection: SetReflection

  init(of store: Store<Settings>) throws(StoreError) {
    let core = store.core
    self.core = core
    home = OverlayHome(over: core.layers) { core.report($0) }
    (prefs, reflection) = try store.copy(home)
  }

  /// Whether there is something to apply.
  public var hasUnapplied: Bool { !home.changes.isEmpty }

  /// The keys that applying would write.
  public var keys: [String] { home.changes.map(\.slot.key) }

  /// Stores everything that was changed, in one commit or not at all.
  public func apply() throws(StoreError) {
    if let failure = home.failure { throw failure }
    try reflection.validate()
    let changes = home.changes
    try core.store(changes)
    home.forget(changes)
  }

  /// Forgets what was changed.
  public func revert() { home.clear() }
}

extension Store {
  /// A working copy whose changes are written when it is applied.
  public func draft() throws(StoreError) -> Draft<Settings> { try Draft(of: self) }
}
