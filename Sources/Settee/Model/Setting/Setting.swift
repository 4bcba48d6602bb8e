public import Synchronization

/// One setting: a property of a ``PreferenceSet`` that is stored under its name.
///
/// ```swift
/// @Setting var theme = Theme.dark
/// @Setting(.range(1...65535), title: "Port", help: "Where the proxy listens.") var port = 8080
/// @Setting(key: "sound_level", was: ["volume"], .range(0...1), traits: .cloud) var level = 0.7
/// ```
///
/// Reading costs no more than a dictionary lookup and sees what other processes write. Assigning
/// writes through; a value that breaks a rule is not taken, and ``Store/issues`` says so. To be told
/// at once, use the projected value: `try prefs.$port.set(3128)`. It also knows where the value comes
/// from (``origin``), can go back to the default (``reset()``), and follows changes (``values()``).
///
/// It is a class so that a set can be used from any task and through `let`; two copies of a set that
/// a store has bound are the same settings.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  @usableFromInline let signal = SettingSignal()
  @usableFromInline let cache: Mutex<Cache>
  /// Tells whether the cached value still counts; says nothing in an unbound set.
  @usableFromInline let clock = BoundClock()
  let state: Mutex<State>

  /// What a read needs as long as nothing has changed.
  @usableFromInline
  struct Cache {
    /// The value as of `revision`.
    @usableFromInline var value: Value
    @usableFromInline var revision = BoundClock.unbound
  }

  struct State {
    /// What the setting holds when no layer has the key.
    var initial: Value
    /// What is stored for `initial`.
    var initialStored: PropertyList?
    /// Whether a stored value was passed over because it cannot be one of this setting's.
    var hasPassedOver = false
    /// Where the cached value came from.
    var source: Effective?
    var home: (any SettingHome)?
    var slot: SettingSlot?
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
      rules: rules, key: key, formerKeys: was, title: title, help: help, section: section,
      traits: traits)
    cache = Mutex(Cache(value: wrappedValue))
    state = Mutex(State(initial: wrappedValue))
  }

  init(declaration: SettingDeclaration<Value>, initial: Value) {
    self.declaration = declaration
    cache = Mutex(Cache(value: initial))
    state = Mutex(State(initial: initial))
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

  /// The cached value, while it counts; inlined, so that a read costs what a memory read costs.
  ///
  /// NB: the clock is asked before the lock is taken. Asking it may find that a file has changed, and
  /// tell everyone who follows; one of them may read this very setting.
  @inlinable
  var cached: Value? {
    let now = clock.now
    return cache.withLock { $0.revision == now ? $0.value : nil }
  }

  /// The setting itself, for what is more than its value.
  public var projectedValue: Setting { self }
}
