public import Synchronization

/// One setting: a property of a ``PreferenceSet`` that is stored under its name.
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
/// projected value: `try prefs.$port.set(3128)`. The projected value also returns the layer that
/// provides the value (``origin``), removes the stored value (``reset()``), and follows changes
/// (``values``).
///
/// `Setting` is a class, so a set can be used from any task and through `let`. Copies of a set that
/// is bound to a store share the same settings.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  @usableFromInline let signal = SettingSignal()
  /// The address of the binding, which this property retains; 0 if the setting is unbound.
  ///
  /// An `AtomicLazyReference` isn't inlined and would double the time of a read.
  @usableFromInline let bindingAddress = Atomic<UInt>(0)
  @usableFromInline let cache: Mutex<Cache>

  /// The backend and location of a bound setting.
  ///
  /// A setting is bound only once.
  @usableFromInline
  final class Binding: Sendable {
    let home: any SettingBackend
    let slot: SettingLocation
    /// The value if no layer has the key.
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

  /// The value of the last read.
  @usableFromInline
  struct Cache: Sendable {
    @usableFromInline var value: Value
    /// The revision at which the value was read.
    @usableFromInline var revision = Cache.unbound
    /// The stored value and its layer, or `nil` for the default.
    var source: EffectiveValue?
    /// A Boolean value that indicates whether a layer with a higher precedence has an invalid
    /// value, which was skipped.
    var hasPassedOver = false

    init(value: Value) { self.value = value }

    /// The revision of an unbound setting.
    ///
    /// No backend ever counts this far.
    @usableFromInline static var unbound: UInt64 { .max }
  }

  /// Declares a setting whose default is the property's initial value.
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

  deinit {
    guard let binding else { return }
    Unmanaged.passUnretained(binding).release()
  }

  /// The backend and location of the setting, or `nil` in an unbound set.
  @inlinable var binding: Binding? {
    UnsafeRawPointer(bitPattern: bindingAddress.load(ordering: .acquiring)).map {
      Unmanaged<Binding>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The current value.
  public var wrappedValue: Value {
    @inlinable get {
      signal.access()
      return cached ?? current()
    }
    set {
      do { try set(newValue) } catch { reportAssignment(error) }
    }
  }

  /// The cached value, if it is still current.
  ///
  /// It is inlined because an unspecialized generic read takes several times as long as a
  /// dictionary lookup.
  @inlinable
  var cached: Value? {
    // Get the revision before locking: this may detect a changed file and notify observers, which
    // may read this setting.
    let now = binding?.revision ?? Cache.unbound
    return cache.withLock { $0.revision == now ? $0.value : nil }
  }

  /// The setting itself, which has operations beyond reading and assigning the value.
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
  /// if it is valid.
  func fault(in value: Value) -> String? {
    if let optional = value as? any OptionalSetting, optional.isAbsent { return nil }
    return rules.first { !$0.holds(value) }?.requirement
  }

  /// The limits of all rules.
  ///
  /// If two rules set the same limit, the later one overrides the earlier.
  var limits: SettingLimits { rules.reduce(into: SettingLimits()) { $1.limit?(&$0) } }

  /// Decodes and validates a stored value.
  func reading(_ stored: PropertyList) -> Result<Value, UnstorableValue> {
    guard let value = Value(settingValue: stored) else {
      return .failure(UnstorableValue(description: "has to be \(Value.settingForm.phrase)"))
    }
    return fault(in: value).map { .failure(UnstorableValue(description: $0)) } ?? .success(value)
  }
}

/// Options for how a setting is stored, synced, and announced.
public struct SettingTraits: OptionSet, Sendable, Hashable {
  /// A bit for each trait.
  public let rawValue: Int

  /// Creates traits from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Synced to the user's other devices.
  public static let synced = SettingTraits(rawValue: 1 << 0)
  /// A secret: never logged, shown in plaintext, or sent to an unencrypted mirror, and exported
  /// only on request.
  public static let secret = SettingTraits(rawValue: 1 << 1)
  /// Kept in memory and never saved.
  public static let transient = SettingTraits(rawValue: 1 << 2)
  /// Saved only by ``Store/flush()``, whatever the store's autosave option is.
  public static let savedExplicitly = SettingTraits(rawValue: 1 << 3)
  /// Saved, but not announced in ``Store/changes``.
  public static let silent = SettingTraits(rawValue: 1 << 4)
  /// Takes effect when the app is next started.
  ///
  /// A pane reports this after a change.
  public static let requiresRestart = SettingTraits(rawValue: 1 << 5)
}
