import SetteeValues

extension Store {
  /// The keys of all settings in the store, in the order of their declaration.
  public var keys: [String] { core.fields.map(\.slot.key) }

  /// Returns the current values of all settings, keyed by the keys of the settings.
  ///
  /// A setting whose value is `nil` isn't included in the result. The settings of a nested group
  /// are in a dictionary, as they are in the file.
  ///
  /// - Parameter includingSecrets: Whether to include secrets.
  /// - Returns: The values by key.
  public func values(includingSecrets: Bool = false) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    for field in core.fields where includingSecrets || !field.slot.traits.contains(.secret) {
      guard let value = core.value(at: field.slot)?.value else { continue }
      values.put(value, at: field.slot.path)
    }
    return values
  }

  /// Sets values by key.
  ///
  /// If a value can't be saved, none of the values are saved.
  ///
  /// - Parameter values: Values as ``values(includingSecrets:)`` returns them. Unknown keys are
  ///   ignored.
  /// - Returns: The unknown keys in `values`.
  /// - Throws: A ``StoreError`` if a value is invalid or can't be saved.
  @discardableResult
  public func setValues(_ values: PropertyListDictionary) throws -> [String] {
    var changes: [SettingChange] = []
    for field in core.fields {
      guard let value = values.value(at: field.slot.path) else { continue }
      if let fault = field.fault(value) {
        throw StoreError(
          .invalidValue, key: field.slot.key,
          "'\(field.slot.key)' can't be \(field.slot.shown(value)): it \(fault); nothing was changed"
        )
      }
      changes.append((field.slot, field.restored(value)))
    }
    try core.change(changes)
    let known = Set(core.fields.map { SettingPath($0.slot.path.key) })
    return values.keys.filter { !known.contains(SettingPath($0)) }
  }

  /// Removes the stored values of all settings, so that their defaults take effect again.
  ///
  /// - Throws: A ``StoreError`` if the values can't be removed.
  public func reset() throws { try reset(except: []) }

  /// Removes the stored values of all settings except the specified settings and groups.
  ///
  /// ```swift
  /// try store.reset(keeping: \.$theme, \.proxy)
  /// ```
  ///
  /// - Parameter kept: Key paths of the projected values of settings, or of groups.
  /// - Throws: A ``StoreError`` if a key path isn't a setting or group, or if the values can't be
  ///   removed.
  public func reset(keeping kept: PartialKeyPath<Settings>...) throws {
    try reset(except: kept)
  }

  private func reset(except kept: [PartialKeyPath<Settings>]) throws {
    var keptSlots: Set<SettingPath> = []
    for path in kept {
      let part = prefs[keyPath: path]
      if let setting = part as? any AnySetting, let slot = setting.boundSlot {
        keptSlots.insert(slot.path)
      } else if let group = part as? any PreferenceSet {
        for entry in try SetReflection(again: group, under: KeyPrefix()).entries {
          if let slot = entry.setting.boundSlot { keptSlots.insert(slot.path) }
        }
      } else {
        throw StoreError(
          .declaration, "\(path) is neither a setting nor a group; use a key path such as \\.$name")
      }
    }
    let others = core.fields.map(\.slot).filter { !keptSlots.contains($0.path) }
    try core.change(others.map { ($0, nil) })
  }
}

extension Store: CustomStringConvertible {
  /// A text description of the store, with the key and the value of each setting on a separate
  /// line.
  ///
  /// The description doesn't reveal the values of secrets.
  public var description: String {
    core.fields.map { field in
      let value = core.value(at: field.slot)?.value
      let isSecret = field.slot.traits.contains(.secret)
      return "\(field.slot.key) = \(isSecret && value != nil ? "••••••••" : shown(value))"
    }.joined(separator: "\n")
  }
}

/// A working copy of the settings in a store, for example for a dialog with an Apply button.
///
/// ```swift
/// let draft = try store.draft()
/// draft.prefs.theme = .light      // nothing is written
/// try draft.apply()               // saves all changes at once; draft.revert() discards them
/// ```
///
/// A setting that hasn't been changed in the draft always has the current value of the store.
public final class SettingsDraft<Settings: PreferenceSet>: Sendable
where Settings.Validation == Void, Settings.ValidationFailure == Settings.AnyValidationFailure {
  /// The settings, with the changes of the draft applied.
  public let prefs: Settings
  private let home: OverlayBackend
  private let core: StoreCore
  private let reflection: SetReflection

  init(of store: Store<Settings>) throws {
    let core = store.core
    self.core = core
    home = OverlayBackend(over: core.layers) { core.report($0) }
    (prefs, reflection) = try store.copy(home)
  }

  /// A Boolean value that indicates whether the draft contains changes that haven't been applied.
  public var hasChanges: Bool { !home.changes.isEmpty }

  /// The keys of the settings that have been changed in the draft.
  public var keys: [String] { home.changes.map(\.slot.key) }

  /// Saves all changes that were made in the draft, or none if a value is invalid or can't be
  /// saved.
  ///
  /// - Throws: A ``StoreError`` if a value is invalid or can't be saved.
  public func apply() throws {
    if let failure = home.failure { throw failure }
    try reflection.validate()
    let changes = home.changes
    try core.store(changes)
    home.forget(changes)
  }

  /// Discards all changes that were made in the draft.
  public func revert() { home.clear() }
}

extension Store {
  /// Creates a working copy of the settings, whose changes are saved only when you call
  /// ``SettingsDraft/apply()``.
  public func draft() throws -> SettingsDraft<Settings> { try SettingsDraft(of: self) }
}
