public import Observation
import Synchronization
import SetteeValues

/// An object that reads and saves the settings of an app.
///
/// Open the store of your app once, and then use it from any task.
///
/// ```swift
/// let store = try Store(AppPrefs.self, domain: "org.example.app")
/// store.prefs.theme = .light                       // saved to disk within 50 ms
/// try store.prefs.$soundLevel.set(0.8)             // the same, but throws an error
/// try store.update { $0.proxy.port += 1 }          // one atomic step across processes
/// ```
///
/// Two reads of a setting in ``prefs`` can return different values, because another process can
/// change the setting in between. To read values that are consistent with each other, take a
/// ``snapshot()``. To change several values at once, or to change a value depending on its current
/// value, use ``update(_:)``.
public final class Store<Settings: PreferenceSet>: Sendable
where Settings.Validation == Void, Settings.ValidationFailure == Settings.AnyValidationFailure {
  /// The live settings of the store.
  ///
  /// Reading a property returns the current value of the setting, and assigning a value saves it.
  public let prefs: Settings
  /// The domain that stores the values of the settings.
  public let domain: Domain
  /// The versions of the app that have opened this store, or `nil` if the configuration doesn't
  /// specify a version.
  public let installedVersions: InstalledVersions?
  let reflection: SetReflection
  /// A closure that creates another instance of the settings and connects it to a backend.
  let copy: @Sendable (OverlayBackend) throws -> (Settings, SetReflection)
  let core: StoreCore
  private let bundle: SettingsBundle?
  private let translations: String?
  private let keptPanes = Mutex<SettingsBundle?>(nil)

  /// Opens a store for the settings of a domain.
  ///
  /// - Parameters:
  ///   - settings: The type of the set.
  ///   - domain: The domain's name, such as `org.example.app`. The file is `<domain>.plist`.
  ///   - configuration: The location of the files, additional layers, and migrations.
  /// - Throws: A ``StoreError`` if a declaration is invalid or the domain can't be read.
  public init(
    _ settings: Settings.Type = Settings.self, domain: String,
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws {
    let (prefs, prefix) = (Settings(), configuration.slotPrefix)
    let reflection = try SetReflection(of: prefs, under: prefix)
    let opening = try StoreOpening(
      reflection, domain: domain, configuration, title: "\(Settings.self)")
    let defaults = reflection.defaults
    let copy = {
      @Sendable (home: OverlayBackend) throws -> (Settings, SetReflection) in
      let set = Settings()
      let reflection = try SetReflection(again: set, under: prefix)
      reflection.bind(to: home, defaults: defaults)
      return (set, reflection)
    }
    core = StoreCore(
      opening.domain, fields: opening.fields, signals: reflection.entries.map(\.setting.signal)
    ) { home in try copy(home).1 }
    self.prefs = prefs
    self.reflection = reflection
    self.copy = copy
    self.domain = opening.domain
    bundle = opening.bundle
    translations = configuration.translations
    installedVersions = try opening.bringUpToDate()
    for issue in opening.issues { core.report(issue) }
    reflection.bind(to: core, defaults: defaults)
    core.follow()
    if configuration.flushOnTermination { Domain.flushOnTermination() }
  }

  /// The panes in which a user can edit the settings of the store.
  ///
  /// The panes come from the settings bundle or, if no bundle is specified, from the declarations
  /// in code. In the latter case, they are created on first use.
  package var panes: SettingsBundle {
    if let bundle { return bundle }
    if let panes = keptPanes.withLock({ $0 }) { return panes }
    let made = codePanes(.ofCode(in: translations))
    let panes = SettingsBundle(title: made[0].title, domain: domain.name.text, panes: made)
    keptPanes.withLock { $0 = panes }
    return panes
  }
}

extension Store {
  /// Opens a store that keeps its settings in memory, for use in tests.
  ///
  /// - Parameters:
  ///   - settings: The type of the set.
  ///   - location: Usually ``StoreLocation/inMemory``.
  /// - Throws: A ``StoreError`` if a declaration is invalid.
  public convenience init(
    _ settings: Settings.Type = Settings.self, _ location: StoreLocation
  ) throws {
    try self.init(
      domain: "\(Settings.self)", configuration: StoreConfiguration(location: location))
  }

  /// Returns a read-only copy of all settings with their current values.
  public func snapshot() -> Settings {
    let core = core
    let frozen = OverlayBackend(
      over: core.layers, core.layers.values(),
      closed: "a snapshot is immutable; assign to the store's `prefs`, or use `update`"
    ) { core.report($0) }
    return (try? copy(frozen).0) ?? prefs
  }

  /// Reads and changes settings in a single step, so that no other process can change them in
  /// between.
  ///
  /// The closure receives a copy of the settings with the values that are currently stored. When
  /// the closure returns, the values that it assigned are written in one commit. Nothing is written
  /// if `body` throws an error, if it assigns a value that breaks a rule, if
  /// ``PreferenceSet/validate()`` throws an error, or if the file can't be written.
  ///
  /// Assign to the copy inside the closure. A change to the store itself, such as an assignment to
  /// ``prefs`` or another update, is rejected while the update is in progress on the same thread.
  ///
  /// - Parameter body: Reads and assigns settings of the copy.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body` or `validate()`, or a ``StoreError``.
  @discardableResult
  public func update<Result>(_ body: (Settings) throws -> Result) throws -> Result {
    let core = core
    var result: Result?
    var held: [SettingChange] = []
    do {
      try domain.transaction { transaction in
        let values = core.layers.values(user: transaction.values)
        let home = OverlayBackend(over: core.layers, values) { core.report($0) }
        defer { home.close("the update has ended; assign inside its closure") }
        let (copy, reflection) = try self.copy(home)
        result = try body(copy)
        if let failure = home.failure { throw failure }
        try reflection.validate()
        for (slot, value) in home.changes where !slot.isHeld {
          transaction[slot.path] = value
          for former in slot.formerPaths { transaction[former] = nil }
        }
        held = home.changes.filter(\.slot.isHeld)
      }
    } catch let error as DomainError { throw StoreError(domainError: error) }
    try core.store(held)
    guard let result else { throw StoreError(.storage, "the update didn't run; try again") }
    return result
  }

  /// An asynchronous stream of all future changes, except for changes to settings with the trait
  /// `.silent`.
  ///
  /// The stream keeps the store open until its reader stops reading.
  public var changes: AsyncStream<StoreChange> { core.announcer.changes(of: core) }

  /// The problems that couldn't be thrown as errors, starting with the oldest problem.
  ///
  /// The list contains at most the last 200 problems. This property is observable.
  public var issues: [SettingIssue] {
    core.announcer.issuesChanged.access()
    return core.announcer.issues
      + domain.issues.map { SettingIssue(.storage, key: $0.keys.first, $0.message) }
  }

  /// A Boolean value that indicates whether the store has changes that haven't been saved to disk.
  ///
  /// This property is observable.
  public var isDirty: Bool {
    core.announcer.dirty.access()
    return domain.hasUnsavedChanges || !core.waiting.isEmpty
  }

  /// Saves all changes to disk immediately, regardless of the autosave option.
  ///
  /// Only the keys that the app has set are written, so that changes to other keys by other
  /// programs are preserved.
  ///
  /// - Throws: A ``StoreError`` if the file can't be written.
  public func flush() throws { try core.flush() }

  /// Reads all files of the store again, so that changes by other programs take effect immediately.
  ///
  /// A setting whose value hasn't been saved yet keeps this value.
  ///
  /// - Throws: A ``StoreError`` if a file can't be read.
  public func reload() throws {
    do { try domain.reload() } catch { throw StoreError(domainError: error) }
  }
}

extension Store: Observable {}

extension PreferenceSet {
  /// Returns a read-only instance with the current values of a domain.
  ///
  /// It takes less time than opening a store, because the declarations aren't checked and the
  /// defaults aren't registered. Invalid values are ignored.
  package static func reading(_ domain: Domain) throws -> Self {
    let set = Self()
    let reflection = try SetReflection(again: set, under: KeyPrefix())
    let layers = StoreLayers(domain)
    let backend = OverlayBackend(
      over: layers, layers.values(), closed: "these settings are read-only; use a store"
    ) { _ in }
    reflection.bind(to: backend, defaults: reflection.defaults)
    return set
  }
}
