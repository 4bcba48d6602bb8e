public import Synchronization

/// One setting: a property of a ``PreferenceSet`` that is stored under its name.
///
/// ```swift
/// @Setting var theme = Theme.dark
/// @Setting(.range(1...65535), title: "Port", help: "Where the proxy listens.") var port = 8080
/// @Setting(key: "sound_level", was: ["volume"], .range(0...1), traits: .cloud) var level = 0.7
/// ```
///
/// Reading costs no more than a dictionary lookup and sees what other processes write. An assigned
/// value is on the disk within 50 ms; one that breaks a rule is not taken, and ``Store/issues`` says
/// so. To be told at once, use the projected value: `try prefs.$port.set(3128)`. It also knows where
/// the value comes from (``origin``), can go back to the default (``reset()``), and follows changes
/// (``values()``).
///
/// It is a class so that a set can be used from any task and through `let`; two copies of a set that
/// a store has bound are the same settings.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  @usableFromInline let signal = SettingSignal()
  /// The address of the binding, 0 while there is none; holds a reference to it.
  ///
  /// An `AtomicLazyReference` would double the time of a read: nothing of it is inlined.
  @usableFromInline let bindingAddress = Atomic<UInt>(0)
  @usableFromInline let cache: Mutex<Cache>

  /// Where a setting is kept, for good.
  @usableFromInline
  final class Binding: Sendable {
    let home: any SettingHome
    let slot: SettingSlot
    /// What the setting holds when no layer has the key.
    let initial: Value
    /// What is stored for `initial`.
    let initialStored: PropertyList?

    init(_ home: any SettingHome, _ slot: SettingSlot, initial: Value) {
      self.home = home
      self.slot = slot
      self.initial = initial
      initialStored = initial.storedOrNil
    }

    /// The number of the home's state.
    @usableFromInline var revision: UInt64 { home.revision }
  }

  /// The value as it was read last.
  @usableFromInline
  struct Cache: Sendable {
    @usableFromInline var value: Value
    /// The number of the state in which it was read.
    @usableFromInline var revision = Cache.unbound
    /// The layer that it came from; nil for the default.
    var source: Effective?
    /// Whether a stored value was passed over because it cannot be one of this setting's.
    var hasPassedOver = false

    init(value: Value) { self.value = value }

    /// The number of an unbound set's only state; no home gets there by counting.
    @usableFromInline static var unbound: UInt64 { .max }
  }

  /// Declares a setting whose default is the property's initial value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - key: The key, where it is not the property's name.
  ///   - was: Keys under which earlier versions stored the setting.
  ///   - rules: What the value has to be.
  ///   - title: What panes call it; without one, the property's name as words.
  ///   - help: A sentence or two for panes.
  ///   - section: The heading that opens above it in a pane.
  ///   - traits: What sets it apart from a plain setting.
  public init(
    wrappedValue: Value, key: String? = nil, was: [String] = [], _ rules: SettingRule<Value>...,
    title: String? = nil, help: String? = nil, section: String? = nil, traits: SettingTraits = []
  ) {
    declaration = SettingDeclaration(
      initial: wrappedValue, rules: rules, key: key, formerKeys: was, title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: wrappedValue))
  }

  /// Declares an optional setting whose default is `nil`: `@Setting var token: String?`.
  ///
  /// - Parameters:
  ///   - key: The key, where it is not the property's name.
  ///   - was: Keys under which earlier versions stored the setting.
  ///   - rules: What the value has to be.
  ///   - title: What panes call it; without one, the property's name as words.
  ///   - help: A sentence or two for panes.
  ///   - section: The heading that opens above it in a pane.
  ///   - traits: What sets it apart from a plain setting.
  public init(
    key: String? = nil, was: [String] = [], _ rules: SettingRule<Value>..., title: String? = nil,
    help: String? = nil, section: String? = nil, traits: SettingTraits = []
  ) where Value: ExpressibleByNilLiteral {
    declaration = SettingDeclaration(
      initial: nil, rules: rules, key: key, formerKeys: was, title: title, help: help,
      section: section, traits: traits)
    cache = Mutex(Cache(value: nil))
  }

  /// Declares an optional setting whose default is `nil`.
  ///
  /// Without this initializer, which has no parameters at all, Swift wouldn't synthesize the `init()` of
  /// the set.
  public convenience init() where Value: ExpressibleByNilLiteral { self.init(wrappedValue: nil) }

  deinit {
    guard let binding else { return }
    Unmanaged.passUnretained(binding).release()
  }

  /// Where the setting is kept; nil in an unbound set.
  @inlinable var binding: Binding? {
    UnsafeRawPointer(bitPattern: bindingAddress.load(ordering: .acquiring)).map {
      Unmanaged<Binding>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The value that counts now.
  public var wrappedValue: Value {
    @inlinable get {
      signal.access()
      return cached ?? current()
    }
    set {
      do { try set(newValue) } catch { reportAssignment(error) }
    }
  }

  /// The cached value, while it counts; inlined, because a generic read from another module would
  /// take several times as long as a dictionary's.
  ///
  /// NB: the number is asked for before the lock is taken. Asking may find that a file has changed,
  /// and tell everyone who follows; one of them may read this very setting.
  @inlinable
  var cached: Value? {
    let now = binding?.revision ?? Cache.unbound
    return cache.withLock { $0.revision == now ? $0.value : nil }
  }

  /// The setting itself, for what is more than its value.
  public var projectedValue: Setting { self }
}

/// What the code says of one setting: what ``Setting/init(wrappedValue:key:was:_:title:help:section:traits:)``
/// takes.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  let initial: Value
  let rules: [SettingRule<Value>]
  let key: String?
  let formerKeys: [String]
  let title, help, section: String?
  let traits: SettingTraits

  /// What is wrong with a value, said after its key; nil when every rule holds.
  func fault(in value: Value) -> String? {
    if let optional = value as? any OptionalSetting, optional.isAbsent { return nil }
    return rules.first { !$0.holds(value) }?.requirement
  }

  /// What all rules allow; of two that say the same, the later one counts.
  var limits: SettingLimits { rules.reduce(into: SettingLimits()) { $1.limit?(&$0) } }

  /// Decodes a stored value and checks the rules.
  func reading(_ stored: PropertyList) -> Result<Value, UnstorableValue> {
    guard let value = Value.from(settingValue: stored) else {
      return .failure(UnstorableValue(description: "has to be \(Value.settingForm.phrase)"))
    }
    return fault(in: value).map { .failure(UnstorableValue(description: $0)) } ?? .success(value)
  }
}

/// What sets a setting apart from a plain one.
public struct SettingTraits: OptionSet, Sendable, Hashable {
  /// One bit a trait.
  public let rawValue: Int

  /// Makes traits of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Carried to the user's other machines.
  public static let cloud = SettingTraits(rawValue: 1 << 0)
  /// Never mirrored, exported, logged or shown in the open.
  public static let secret = SettingTraits(rawValue: 1 << 1)
  /// Kept in memory and never written.
  public static let volatile = SettingTraits(rawValue: 1 << 2)
  /// Written by ``Store/flush()`` and ``Store/update(_:)`` only, whatever the store's autosave is.
  public static let manual = SettingTraits(rawValue: 1 << 3)
  /// Written, but not announced in ``Store/changes``.
  public static let quiet = SettingTraits(rawValue: 1 << 4)
  /// Takes effect after the app's next start; panes say so once it is changed.
  public static let restart = SettingTraits(rawValue: 1 << 5)
}
