import SetteeFiles
import Synchronization

/// A setting whose type is not known here.
protocol AnySetting: AnyObject, Sendable {
  var signal: SettingSignal { get }

  /// Where the setting of a property is kept.
  func slot(named name: String, under prefix: SlotPrefix) -> SettingSlot

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
  /// Reads a stored value, and gives it as the setting would store it now.
  let reading: @Sendable (PropertyList) -> Result<PropertyList?, UnstorableValue>

  var title: String { givenTitle ?? readableTitle(of: slot.path.parts.last ?? "") }

  /// What is wrong with a stored value, said after its key; nil when it may stand.
  func fault(_ stored: PropertyList) -> String? {
    if case .failure(let fault) = reading(stored) { fault.description } else { nil }
  }

  /// The value as the setting would store it now, where it was stored in another form.
  func restored(_ stored: PropertyList) -> PropertyList? { try? reading(stored).get() }
}

extension Setting: AnySetting {
  var boundSlot: SettingSlot? { binding?.slot }

  var anyDefault: any Sendable { defaultValue }

  func slot(named name: String, under prefix: SlotPrefix) -> SettingSlot {
    SettingSlot(
      path: prefix.path(to: declaration.key ?? name),
      property: (prefix.properties + [name]).joined(separator: "."),
      formerPaths: declaration.formerKeys.map { prefix.path(to: $0) }, traits: declaration.traits)
  }

  func field(at slot: SettingSlot) -> SettingField {
    let declaration = declaration
    return SettingField(
      slot: slot, givenTitle: declaration.title,
      help: declaration.help, section: declaration.section, form: Value.settingForm,
      limits: declaration.limits, isOptional: Value.self is any OptionalSetting.Type,
      hasOwnCheck: declaration.rules.contains { $0.limit == nil },
      initial: defaultValue.storedOrNil,
      reading: { declaration.reading($0).map(\.storedOrNil) })
  }

  func declarationFault(at slot: SettingSlot) -> String? {
    if let bound = boundSlot {
      return
        "'\(bound.property)' belongs to a store already; let each instance of the set have its own"
    }
    for rule in declaration.rules {
      var limits = SettingLimits()
      rule.limit?(&limits)
      guard let pattern = limits.text.pattern else { continue }
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
    var unread = Cache(value: binding.initial)
    unread.revision = binding.revision &- 1
    let old = cache.exchange(unread)
    let new = Unmanaged.passRetained(binding)
    let isFirst = bindingAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { new.release() }
    withExtendedLifetime(old) {}
  }
}
