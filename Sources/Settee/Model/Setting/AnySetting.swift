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

  /// The same declaration and default, kept nowhere.
  var unbound: any AnySetting { get }

  /// Reads and writes there from now on.
  func bind(to home: any SettingHome, at slot: SettingSlot, initial: (any AnySetting)?)
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

  /// What panes call it.
  var title: String { givenTitle ?? readableTitle(of: slot.path.parts.last ?? "") }
}

extension Setting: AnySetting {
  var keyInCode: String? { declaration.key }
  var formerKeys: [String] { declaration.formerKeys }
  var traits: SettingTraits { declaration.traits }

  var unbound: any AnySetting {
    Setting(declaration: declaration, initial: state.withLock { $0.initial })
  }

  func field(at slot: SettingSlot) -> SettingField {
    let initial = state.withLock { $0.initial }
    let rules = Setting(declaration: declaration, initial: initial)
    return SettingField(
      slot: slot, givenTitle: declaration.title,
      help: declaration.help, section: declaration.section, form: Value.settingForm,
      limits: declaration.limits, isOptional: Value.self is any OptionalSetting.Type,
      hasOwnCheck: declaration.rules.contains { $0.limits == SettingLimits() },
      initial: try? initial.settingValue,
      fault: { stored in
        if case .failure(let fault) = rules.reading(stored) { fault.description } else { nil }
      },
      restored: { stored in
        if case .success(let value) = rules.reading(stored) { try? value.settingValue } else { nil }
      })
  }

  var boundSlot: SettingSlot? { state.withLock { $0.slot } }

  func declarationFault(at slot: SettingSlot) -> String? {
    for pattern in declaration.rules.compactMap(\.limits.pattern) {
      do throws(PatternError) { _ = try Pattern(pattern) } catch {
        return
          "the pattern \(pattern) of '\(slot.property)' cannot be read: \(error.message); mend it"
      }
    }
    if let raw = Value.self as? any RawBytes.Type, let fault = raw.layoutFault { return fault }
    do {
      _ = try storable(state.withLock { $0.initial }, at: slot)
      return nil
    } catch {
      return "\(error.message); the property's default has to keep its own rules"
    }
  }

  func bind(to home: any SettingHome, at slot: SettingSlot, initial: (any AnySetting)?) {
    let shared = (initial as? Setting).map { other in other.state.withLock { $0.initial } }
    let first = shared ?? state.withLock { $0.initial }
    let stored = try? first.settingValue
    let unread = home.clock.now &- 1
    // Replaced at once, and let go of without the locks: a value may be an object of the app's.
    let old = state.withLock { state in
      let before = state
      state = State(initial: first, initialStored: stored, home: home, slot: slot)
      let cached = cache.withLock { cache in
        defer { cache = Cache(value: first, revision: unread) }
        return cache
      }
      return (before, cached)
    }
    clock.follow(home.clock)
    withExtendedLifetime(old) {}
  }
}

extension RawBytes {
  /// Why the struct cannot be stored as raw bytes; nil when it can.
  static var layoutFault: String? {
    do {
      _ = try RawLayout<Self>()
      return nil
    } catch { return error.description }
  }
}
