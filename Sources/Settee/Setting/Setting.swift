public import Synchronization
import SetteeValues

/// A property wrapper that declares a setting, which is stored under the name of the property.
///
/// ```swift
/// @Setting var theme = Theme.dark
/// @Setting(.range(1...65535), title: "Port", help: "Where the proxy listens.") var port = 8080
/// @Setting(key: "sound_level", formerKeys: ["volume"], .range(0...1), traits: .synced) var level = 0.7
/// ```
///
/// Reading a setting is about as fast as a dictionary lookup, and returns the current value even
/// after another process has changed it. An assigned value is saved to disk within 50 ms. A value
/// that breaks a rule is rejected and reported in ``Store/issues``. To get an error instead, use
/// the projected value: `try prefs.$port.set(3128)`. You also use the projected value to get the
/// layer that provides the value (``origin``), to remove the stored value (``reset()``), and to
/// follow changes (``values``).
///
/// You can use settings from any task and through a `let` constant, because `Setting` is a class.
/// Copies of a set that is bound to a store share the same settings.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  @usableFromInline let signal = SettingSignal()
  /// The binding, or `nil` if the setting is unbound.
  @usableFromInline let bindingReference = AtomicLazyReference<Binding>()
  @usableFromInline let cache: Mutex<Cache>

  /// The connection of a setting to a backend, such as a store, with the setting's location in it.
  ///
  /// A setting can be connected to a backend only once.
  @usableFromInline
  final class Binding: Sendable {
    let home: any SettingBackend
    let slot: SettingLocation
    /// The default value, which is used if no layer contains the setting's key.
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

  /// The value that was last read from the backend, with information about where it came from.
  @usableFromInline
  struct Cache: Sendable {
    @usableFromInline var value: Value
    /// The revision of the backend at the time when the cached value was read.
    @usableFromInline var revision = Cache.unbound
    /// The stored form of the cached value and its layer, or `nil` if the value is the default.
    var source: EffectiveValue?
    /// A Boolean value that indicates whether a layer with a higher precedence contains an invalid
    /// value.
    var hasPassedOver = false

    init(value: Value) { self.value = value }

    /// The revision for a setting that isn't connected to a backend, which differs from all other
    /// revisions.
    @usableFromInline static var unbound: UInt64 { .max }
  }

  /// Declares a setting whose default value is the initial value of the property.
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
      initial: wrappedValue, rules: Self.all(rules, display), key: key, formerKeys: formerKeys,
      title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: wrappedValue))
  }

  /// Declares an optional setting whose default value is `nil`, as in
  /// `@Setting var token: String?`.
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
      initial: nil, rules: Self.all(rules, display), key: key, formerKeys: formerKeys,
      title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: nil))
  }

  /// Declares an optional setting whose default value is `nil`.
  ///
  /// An initializer without parameters is necessary, so that Swift can synthesize the `init()` of
  /// the set.
  public convenience init() where Value: ExpressibleByNilLiteral { self.init(wrappedValue: nil) }

  private static func all(
    _ rules: [SettingRule<Value>], _ display: [SettingDisplay<Value>]
  ) -> [SettingRule<Value>] {
    // In generic code, a key path such as `\.rule` makes the runtime look up types, which takes half
    // of the time of creating a setting.
    display.isEmpty ? rules : rules + display.map { $0.rule }
  }

  /// The backend and location of the setting, or `nil` in an unbound set.
  @inlinable var binding: Binding? { bindingReference.load() }

  /// The current value of the setting, which is saved when you assign a new value.
  public var wrappedValue: Value {
    @inlinable get {
      signal.access()
      return cached ?? current()
    }
    set {
      do { try set(newValue) } catch { reportAssignment(StoreError(domainError: error)) }
    }
  }

  /// The value that was last read, or `nil` if the setting might have changed since then.
  ///
  /// This property is inlined, because a generic read that isn't specialized takes several times as
  /// long.
  @inlinable
  var cached: Value? {
    // Get the revision before locking the cache. Getting it can detect a changed file and notify
    // observers, which might read this setting.
    let now = binding?.revision ?? Cache.unbound
    return cache.withLock { $0.revision == now ? $0.value : nil }
  }

  /// The setting itself, such as `$port`, which provides more operations than reading and assigning
  /// its value.
  public var projectedValue: Setting { self }
}

/// The declaration of a setting.
///
/// The declaration of a setting, as specified by the arguments of
/// ``Setting/init(wrappedValue:key:was:_:title:help:section:traits:)``.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  let initial: Value
  let rules: [SettingRule<Value>]
  let key: String?
  let formerKeys: [String]
  let title, help, section: String?
  let traits: SettingTraits

  /// Returns the requirement of a rule that a value doesn't meet, or `nil` if the value is valid.
  ///
  /// The requirement is a phrase that follows the key in a message, such as
  /// `has to be from 1 to 65535`.
  func fault(in value: Value) -> String? {
    if let optional = value as? any OptionalSetting, optional.isAbsent { return nil }
    return rules.first { !$0.holds(value) }?.requirement
  }

  /// The limits that the rules of the setting specify together.
  ///
  /// If two rules specify the same limit, the later rule takes precedence.
  var limits: SettingLimits { rules.reduce(into: SettingLimits()) { $1.limit?(&$0) } }

  /// Decodes a stored value and checks it against the rules of the setting.
  func reading(_ stored: PropertyList) -> Result<Value, SetteeError> {
    guard let value = Value(settingValue: stored) else {
      return .failure(SetteeError(.invalidValue, "has to be \(Value.settingForm.phrase)"))
    }
    return fault(in: value).map { .failure(SetteeError(.invalidValue, $0)) } ?? .success(value)
  }
}

/// Options that determine how a setting is stored and synced, and how changes to it are announced.
public struct SettingTraits: OptionSet, Sendable, Hashable {
  /// A bit mask in which each bit represents a trait.
  public let rawValue: Int

  /// Creates traits from a bit mask in which each bit represents a trait.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The setting is synced with the user's other devices through a cloud mirror.
  public static let synced = SettingTraits(rawValue: 1 << 0)
  /// The setting is a secret.
  ///
  /// The value of a secret is never logged, displayed in plaintext, or sent to an unencrypted cloud
  /// mirror. It is exported only on request.
  public static let secret = SettingTraits(rawValue: 1 << 1)
  /// The value of the setting is kept only in memory and is never saved to a file.
  public static let transient = SettingTraits(rawValue: 1 << 2)
  /// The value of the setting is saved only when the app calls ``Store/flush()``, regardless of the
  /// autosave option.
  public static let savedExplicitly = SettingTraits(rawValue: 1 << 3)
  /// The value of the setting is saved, but ``Store/changes`` doesn't include changes to it.
  public static let silent = SettingTraits(rawValue: 1 << 4)
  /// Changes to the setting take effect only after the app is restarted.
  ///
  /// After a change, a settings pane informs the user that a restart is necessary.
  public static let requiresRestart = SettingTraits(rawValue: 1 << 5)
}
