import SetteeFiles
import Synchronization

/// A type-erased setting.
protocol AnySetting: AnyObject, Sendable {
  var signal: SettingSignal { get }

  /// Returns the location of the setting that a property declares.
  func slot(named name: String, under prefix: KeyPrefix) -> SettingLocation

  /// Returns the type-erased declaration of the setting, for the store and for panes.
  func field(at slot: SettingLocation) -> SettingField

  /// Returns a sentence that explains why the declaration is invalid, or `nil` if it is valid.
  func declarationFault(at slot: SettingLocation) -> String?

  /// The location of the setting, or `nil` in an unbound set.
  var boundSlot: SettingLocation? { get }

  /// The default value of the setting.
  var anyDefault: any Sendable { get }

  /// Binds the setting to a backend, unless the setting is already bound.
  func bind(to home: any SettingBackend, at slot: SettingLocation, initial: any Sendable)
}

/// A type-erased declaration of a setting.
struct SettingField: Sendable {
  let slot: SettingLocation
  let givenTitle: String?
  let help: String?
  let section: String?
  let form: SettingPresentation
  let limits: SettingLimits
  let isOptional: Bool
  /// A Boolean value that indicates whether a rule checks more than `limits` can express.
  let hasOwnCheck: Bool
  /// The stored form of the default, or `nil` if the default is `nil`.
  let initial: PropertyList?
  /// Decodes a stored value, and encodes it again in the form that the setting stores today.
  let reading: @Sendable (PropertyList) -> Result<PropertyList?, UnstorableValue>

  var title: String { givenTitle ?? readableTitle(of: slot.path.parts.last ?? "") }

  /// Returns the reason why a stored value is invalid, as a phrase that follows the key, or `nil`
  /// if the value is valid.
  func fault(_ stored: PropertyList) -> String? {
    if case .failure(let fault) = reading(stored) { fault.description } else { nil }
  }

  /// Converts a value that was stored in an earlier form to the current form.
  func restored(_ stored: PropertyList) -> PropertyList? { try? reading(stored).get() }
}

extension Setting: AnySetting {
  var boundSlot: SettingLocation? { binding?.slot }

  var anyDefault: any Sendable { defaultValue }

  func slot(named name: String, under prefix: KeyPrefix) -> SettingLocation {
    SettingLocation(
      path: prefix.path(to: declaration.key ?? name),
      property: (prefix.properties + [name]).joined(separator: "."),
      formerPaths: declaration.formerKeys.map { prefix.path(to: $0) }, traits: declaration.traits)
  }

  func field(at slot: SettingLocation) -> SettingField {
    let declaration = declaration
    return SettingField(
      slot: slot, givenTitle: declaration.title,
      help: declaration.help, section: declaration.section, form: Value.settingForm,
      limits: declaration.limits, isOptional: Value.self is any OptionalSetting.Type,
      hasOwnCheck: declaration.rules.contains { $0.limit == nil },
      initial: defaultValue.storedOrNil,
      reading: { declaration.reading($0).map(\.storedOrNil) })
  }

  func declarationFault(at slot: SettingLocation) -> String? {
    if let bound = boundSlot {
      return
        "'\(bound.property)' already belongs to a store; create a new instance of the set for each store"
    }
    for rule in declaration.rules {
      var limits = SettingLimits()
      rule.limit?(&limits)
      guard let pattern = limits.text.pattern else { continue }
      do throws(PatternError) { _ = try Pattern(pattern) } catch {
        return
          "the pattern \(pattern) of '\(slot.property)' is invalid: \(error.message)"
      }
    }
    if let raw = Value.self as? any RawBytes.Type, let fault = raw.layoutFault { return fault }
    do {
      _ = try storable(declaration.initial, at: slot)
      return nil
    } catch {
      return "\(error.message); change the property's default or its rules"
    }
  }

  func bind(to home: any SettingBackend, at slot: SettingLocation, initial: any Sendable) {
    let binding = Binding(home, slot, initial: initial as? Value ?? declaration.initial)
    // The cache has to be invalid before the binding becomes visible to other threads.
    var unread = Cache(value: binding.initial)
    unread.revision = binding.revision &- 1
    let old = cache.exchange(unread)
    _ = bindingReference.storeIfNil(binding)
    withExtendedLifetime(old) {}
  }
}
