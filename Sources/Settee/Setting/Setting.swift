public import Synchronization

/// A property wrapper that declares a setting, which is stored under the name of the property.
///
/// ```swift
/// @Setting var theme = Theme.dark
/// @Setting(.range(1...65535), title: "Port", help: "Where the proxy listens.") var port = 8080
/// @Setting(key: "sound_level", formerKeys: ["volume"], .range(0...1), traits: .synced) var level = 0.7
/// ```
///
/// Reading a setting costs no more than a dictionary lookup, and returns the current value even if
/// another process has changed it. An assigned value is saved to disk within 50 ms. A value that
/// breaks a rule is rejected and reported in ``Store/issues``. To get an error instead, use the
/// projected value: `try prefs.$port.set(3128)`. You also use the projected value to get the layer
/// that provides the value (``origin``), to remove the stored value (``reset()``), and to follow
/// changes (``values``).
///
/// `Setting` is a class, so you can use a set from any task, and through a `let` constant. Copies
/// of a set that is bound to a store share the same settings.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  @usableFromInline let signal = SettingSignal()
  /// The binding, or `nil` if the setting is unbound.
  @usableFromInline let bindingReference = AtomicLazyReference<Binding>()
  @usableFromInline let cache: Mutex<Cache>

  /// The backend of a bound setting, and the setting's location in it.
  ///
  /// A setting can be bound only once.
  @usableFromInline
  final class Binding: Sendable {
    let home: any SettingBackend
    let slot: SettingLocation
    /// The value of the setting if no layer has the key.
    let initial: Value
    /// The stored form of `initial`.
    let initialStored: PropertyList?

    init(_ home: any SettingBackend, _ slot: SettingLocation, initial: Value) {
      self.home = home
      self.slot = slot
      self.initial = initial
      initialStored = initial.storedOrNil
    }

    /// The backend's current revision.
    @usableFromInline var revision: UInt64 { home.revision }
  }

  /// The result of the last read.
  @usableFromInline
  struct Cache: Sendable {
    @usableFromInline var value: Value
    /// The revision at which the value was read.
    @usableFromInline var revision = Cache.unbound
    /// The stored value and its layer, or `nil` for the default.
    var source: EffectiveValue?
    /// A Boolean value that indicates whether an invalid value in a layer with a higher precedence
    /// was skipped.
    var hasPassedOver = false

    init(value: Value) { self.value = value }

    /// The revision of an unbound setting, which no backend ever reaches.
    @usableFromInline static var unbound: UInt64 { .max }
  }

  /// Declares a setting whose default is the initial value of the property.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default value.
  ///   - key: The key; the property's name by default.
  ///   - formerKeys: Keys under which earlier versions stored the setting.
  ///   - rules: Conditions that every value has to meet.
  ///   - display: The step and the unit that a pane uses.
  ///   - title: The label in a pane; the property's name as words by default.
  ///   - help: One or two sentences of help for a pane.
  ///   - section: A heading above the setting in a pane.
  ///   - traits: How the setting is stored, synced, and announced.
  public init(
    wrappedValue: Value, key: String? = nil, formerKeys: [String] = [],
    _ rules: SettingRule<Value>...,
    display: SettingDisplay<Value>...,
    title: String? = nil, help: String? = nil, section: String? = nil, traits: SettingTraits = []
  ) {
    declaration = SettingDeclaration(
      initial: wrappedValue, rules: rules + display.map(\.rule), key: key, formerKeys: formerKeys,
      title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: wrappedValue))
  }

  /// Declares an optional setting whose default is `nil`: `@Setting var token: String?`.
  ///
  /// - Parameters:
  ///   - key: The key; the property's name by default.
  ///   - formerKeys: Keys under which earlier versions stored the setting.
  ///   - rules: Conditions that every value other than `nil` has to meet.
  ///   - display: The step and the unit that a pane uses.
  ///   - title: The label in a pane; the property's name as words by default.
  ///   - help: One or two sentences of help for a pane.
  ///   - section: A heading above the setting in a pane.
  ///   - traits: How the setting is stored, synced, and announced.
  public init(
    key: String? = nil, formerKeys: [String] = [], _ rules: SettingRule<Value>...,
    display: SettingDisplay<Value>..., title: String? = nil,
    help: String? = nil, section: String? = nil, traits: SettingTraits = []
  ) where Value: ExpressibleByNilLiteral {
    declaration = SettingDeclaration(
      initial: nil, rules: rules + display.map(\.rule), key: key, formerKeys: formerKeys,
      title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: nil))
  }

  /// Declares an optional setting whose default is `nil`.
  ///
  /// Without this initializer, which has no parameters at all, Swift wouldn't synthesize the
  /// `init()` of the set.
  public convenience init() where Value: ExpressibleByNilLiteral { self.init(wrappedValue: nil) }

  /// The backend and location of the setting, or `nil` in an unbound set.
  @inlinable var binding: Binding? { bindingReference.load() }

  /// The current value of the setting.
  public var wrappedValue: Value {
    @inlinable get {
      signal.access()
      return cached ?? current()
    }
    set {
      do { try set(newValue) } catch { reportAssignment(error) }
    }
  }

  /// The cached value if it is still current, or `nil`.
  ///
  /// This property is inlined because an unspecialized generic read takes several times as long as
  /// a dictionary lookup.
  @inlinable
  var cached: Value? {
    // Get the revision before locking. Getting it may detect a changed file and notify observers,
    // and these may read this setting.
    let now = binding?.revision ?? Cache.unbound
    return cache.withLock { $0.revision == now ? $0.value : nil }
  }

  /// The setting itself, which has more operations than reading and assigning the value.
  public var projectedValue: Setting { self }
}

/// The declaration of a setting: the arguments of
/// ``Setting/init(wrappedValue:key:was:_:title:help:section:traits:)``.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  let initial: Value
  let rules: [SettingRule<Value>]
  let key: String?
  let formerKeys: [String]
  let title, help, section: String?
  let traits: SettingTraits

  /// Returns the requirement that a value doesn't meet, as a phrase that follows the key, or `nil`
  /// if the value is valid.
  func fault(in value: Value) -> String? {
    if let optional = value as? any OptionalSetting, optional.isAbsent { return nil }
    return rules.first { !$0.holds(value) }?.requirement
  }

  /// The combined limits of all rules.
  ///
  /// If two rules set the same limit, the later rule overrides the earlier one.
  var limits: SettingLimits { rules.reduce(into: SettingLimits()) { $1.limit?(&$0) } }

  /// Decodes a stored value and validates it.
  func reading(_ stored: PropertyList) -> Result<Value, UnstorableValue> {
    guard let value = Value(settingValue: stored) else {
      return .failure(UnstorableValue(description: "has to be \(Value.settingForm.phrase)"))
    }
    return fault(in: value).map { .failure(UnstorableValue(description: $0)) } ?? .success(value)
  }
}

/// Options that determine how a setting is stored, synced, and announced.
public struct SettingTraits: OptionSet, Sendable, Hashable {
  /// A bit mask with a bit for each trait.
  public let rawValue: Int

  /// Creates traits from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The setting is synced to the user's other devices.
  public static let synced = SettingTraits(rawValue: 1 << 0)
  /// The setting is a secret.
  ///
  /// It is never logged, shown in plaintext, or sent to an unencrypted mirror, and is exported only
  /// on request.
  public static let secret = SettingTraits(rawValue: 1 << 1)
  /// The setting is kept in memory and never saved.
  public static let transient = SettingTraits(rawValue: 1 << 2)
  /// The setting is saved only when ``Store/flush()`` is called, regardless of the store's autosave
  /// option.
  public static let savedExplicitly = SettingTraits(rawValue: 1 << 3)
  /// The setting is saved, but changes to it aren't announced in ``Store/changes``.
  public static let silent = SettingTraits(rawValue: 1 << 4)
  /// A change to the setting takes effect when the app is next started.
  ///
  /// A pane informs the user about this after a change.
  public static let requiresRestart = SettingTraits(rawValue: 1 << 5)
}
