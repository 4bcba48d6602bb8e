import Synchronization

/// A setting whose type is not known here.
protocol AnySetting: AnyObject, Sendable {
  var keyInCode: String? { get }
  var formerKeys: [String] { get }
  var traits: SettingTraits { get }
  var signal: SettingSignal { get }

  /// Everything about the setting but its value, for the store and for panes.
  func field(at slot: SettingSlot) -> SettingField

  /// A sentence on what can never work in the declaration; nil when all is well.
  func declarationFault(at slot: SettingSlot) -> String?

  /// Where the setting is kept; nil in an unbound set.
  var boundSlot: SettingSlot? { get }

  /// What the setting is when nobody has set it.
  var anyDefault: any Sendable { get }

  /// Reads and writes there from now on; the first binding counts.
  func bind(to home: any SettingHome, at slot: SettingSlot, initial: any Sendable)
}

/// What is declared of a setting, without its type and its value.
struct SettingField: Sendable {
  let slot: SettingSlot
  let givenTitle: String?
  let help: String?
  let section: String?
  let form: SettingForm
  let limits: SettingLimits
  let isOptional: Bool
  /// Whether the code checks more than the limits say.
  let hasOwnCheck: Bool
  /// What is stored for the default; nil for nil.
  let initial: PropertyList?
  /// What is wrong with a stored value, said after its key; nil when it may stand.
  let fault: @Sendable (PropertyList) -> String?
  /// The value as the setting would store it now, where it was stored in another form.
  let restored: @Sendable (PropertyList) -> PropertyList?

  var title: String { givenTitle ?? readableTitle(of: slot.path.parts.last ?? "") }
}

extension Setting: AnySetting {
  var keyInCode: String? { declaration.key }
  var formerKeys: [String] { declaration.formerKeys }
  var traits: SettingTraits { declaration.traits }
  var boundSlot: SettingSlot? { binding?.slot }

  var anyDefault: any Sendable { defaultValue }

  func field(at slot: SettingSlot) -> SettingField {
    let declaration = declaration
    return SettingField(
      slot: slot, givenTitle: declaration.title,
      help: declaration.help, section: declaration.section, form: Value.settingForm,
      limits: declaration.limits, isOptional: Value.self is any OptionalSetting.Type,
      hasOwnCheck: declaration.rules.contains { $0.limits == SettingLimits() },
      initial: defaultValue.storedOrNil,
      fault: { stored in
        if case .failure(let fault) = declaration.reading(stored) { fault.description } else { nil }
      },
      restored: { stored in
        if case .success(let value) = declaration.reading(stored) { value.storedOrNil } else { nil }
      })
  }

  func declarationFault(at slot: SettingSlot) -> String? {
    if let bound = boundSlot {
      return
        "'\(bound.property)' belongs to a store already; let each instance of the set have its own"
    }
    for pattern in declaration.rules.compactMap(\.limits.pattern) {
      do throws(PatternError) { _ = try Pattern(pattern) } catch {
        return
          "the pattern \(pattern) of '\(slot.property)' cannot be read: \(error.message); mend it"
      }
    }
    if let raw = Value.self as? any RawBytes.Type, let fault = raw.layoutFault { return fault }
    do {
      _ = try storable(declaration.initial, at: slot)
      return nil
    } catch {
      return "\(error.message); the property's default has to keep its own rules"
    }
  }

  func bind(to home: any SettingHome, at slot: SettingSlot, initial: any Sendable) {
    let binding = Binding(home, slot, initial: initial as? Value ?? declaration.initial)
    // Set before anyone can read through the binding.
    let unread = binding.revision &- 1
    let old = cache.withLock { cache in
      let old = cache
      cache = Cache(value: binding.initial)
      cache.revision = unread
      return old
    }
    bind(to: binding)
    withExtendedLifetime(old) {}
  }
}
