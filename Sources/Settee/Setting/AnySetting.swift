import SetteeFiles
import Synchronization
import SetteeValues

/// A type-erased setting.
protocol AnySetting: AnyObject, Sendable {
  var signal: SettingSignal { get }

  /// Returns the location at which the setting is stored, derived from the name of its property.
  func slot(named name: String, under prefix: KeyPrefix) -> SettingLocation

  /// Returns the declaration of the setting without its generic type, for use by the store and by
  /// panes.
  func field(at slot: SettingLocation) -> SettingField

  /// Returns a sentence that explains why the setting's declaration is invalid, or `nil` if it is
  /// valid.
  func declarationFault(at slot: SettingLocation) -> String?

  /// The location at which the setting is stored, or `nil` if the setting isn't connected to a
  /// store.
  var boundSlot: SettingLocation? { get }

  /// The default value of the setting, without its generic type.
  var anyDefault: any Sendable { get }

  /// Connects the setting to a backend, such as a store, unless it is already connected.
  func bind(to home: any SettingBackend, at slot: SettingLocation, initial: any Sendable)
}

/// The declaration of a setting without its generic type.
struct SettingField: Sendable {
  let slot: SettingLocation
  let givenTitle: String?
  let help: String?
  let section: String?
  let form: SettingPresentation
  let limits: SettingLimits
  let isOptional: Bool
  /// A Boolean value that indicates whether the setting has a rule that `limits` can't fully
  /// express.
  let hasOwnCheck: Bool
  /// The default value in the form in which it would be stored, or `nil` if the default is `nil`.
  let initial: PropertyList?
  /// Decodes a stored value and encodes it again, which converts it to the current format.
  let reading: @Sendable (PropertyList) -> Result<PropertyList?, SetteeError>

  var title: String { givenTitle ?? readableTitle(of: slot.path.parts.last ?? "") }

  /// Returns the reason why a stored value is invalid for the setting, or `nil` if the value is
  /// valid.
  ///
  /// The reason is a phrase that follows the key in a message, such as `has to be from 1 to 65535`.
  func fault(_ stored: PropertyList) -> String? {
    if case .failure(let fault) = reading(stored) { fault.description } else { nil }
  }

  /// Converts a value that an earlier version of the app stored to the current format.
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
      if let pattern = limits.text.pattern, let fault = Pattern.fault(in: pattern) {
        return "the pattern \(pattern) of '\(slot.property)' is invalid: \(fault)"
      }
    }
    if let raw = Value.self as? any RawBytes.Type, let fault = raw.layoutFault { return fault }
    do {
      _ = try storable(declaration.initial, at: slot)
      return nil
    } catch {
      return "\(StoreError(domainError: error).message); change the property's default or its rules"
    }
  }

  func bind(to home: any SettingBackend, at slot: SettingLocation, initial: any Sendable) {
    let binding = Binding(home, slot, initial: initial as? Value ?? declaration.initial)
    // Invalidate the cached value before other threads can see that the setting is connected to a
    // store.
    var unread = Cache(value: binding.initial)
    unread.revision = binding.revision &- 1
    let old = cache.exchange(unread)
    _ = bindingReference.storeIfNil(binding)
    withExtendedLifetime(old) {}
  }
}
