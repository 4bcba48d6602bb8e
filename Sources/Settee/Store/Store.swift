public import Observation
import Synchronization

/// An app's settings as they are stored: opened once, used from any task.
///
/// ```swift
/// let store = try Store(AppPrefs.self, domain: "org.example.app")
/// store.prefs.theme = .light                       // live: on disk within 50 ms
/// try store.prefs.$soundLevel.set(0.8)             // the same, and throws
/// try store.update { $0.proxy.port += 1 }          // one atomic step across processes
/// ```
///
/// ``prefs`` is live: two reads may differ, because another process may write in between. For values
/// that belong together take a ``snapshot()``, and to change several at once, or one depending on
/// what it is, use ``update(_:)``.
public final class Store<Settings: PreferenceSet>: Sendable where Settings.Validation == Void {
  /// The settings, live: what is read is what is stored now, what is assigned is written through.
  public let prefs: Settings
  /// The domain that holds the values.
  public let domain: Domain
  /// The versions of the app that have opened this store; nil without `version:`.
  public let installed: InstalledVersions?
  let reflection: SetReflection
  /// Makes another instance of the set that reads and writes there.
  let copy: @Sendable (OverlayHome) throws(StoreError) -> (Settings, SetReflection)
  let core: StoreCore
  private let bundle: SettingsBundle?
  private let translations: String?
  private let keptPanes = Mutex<SettingsBundle?>(nil)

  /// Opens the settings of a domain.
  ///
  /// - Parameters:
  ///   - settings: The set.
  ///   - domain: The domain's name, such as `org.example.app`: the file is `<domain>.plist`.
  ///   - configuration: Where the files are, what lies over and under them, and what runs once.
  /// - Throws: A sentence on what is wrong with the declarations, or why the domain cannot be read.
  public init(
    _ settings: Settings.Type = Settings.self, domain: String,
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) {
    let (prefs, prefix) = (Settings(), configuration.slotPrefix)
    let reflection = try SetReflection(of: prefs, under: prefix)
    let opening = try StoreOpening(
      reflection, domain: domain, configuration, title: "\(Settings.self)")
    let defaults = reflection.defaults
    let copy = {
      @Sendable (home: OverlayHome) throws(StoreError) -> (Settings, SetReflection) in
      let set = Settings()
      let reflection = try SetReflection(again: set, under: prefix)
      reflection.bind(to: home, defaults: defaults)
      return (set, reflection)
    }
    core = StoreCore(
      opening.domain, fields: opening.fields, signals: reflection.entries.map(\.setting.signal)
    ) { (home) throws(StoreError) in try copy(home).1 }
    self.prefs = prefs
    self.reflection = reflection
    self.copy = copy
    self.domain = opening.domain
    bundle = opening.bundle
    translations = configuration.translations
    installed = try opening.bringUpToDate()
    for issue in opening.issues { core.report(issue) }
    reflection.bind(to: core, defaults: defaults)
    core.follow()
    if configuration.flushOnTermination { Domain.flushOnTermination() }
  }

  /// The panes that show the settings: the bundle's, else made of the declarations when first asked.
  package var panes: SettingsBundle {
    if let bundle { return bundle }
    if let panes = keptPanes.withLock({ $0 }) { return panes }
    let texts = CodeTexts.current(in: translations)
    let made = codePanes { texts.text($0) }
    let panes = SettingsBundle(title: made[0].title, domain: domain.name.text, panes: made)
    keptPanes.withLock { $0 = panes }
    return panes
  }
}

extension Store {
  /// Opens a set in memory, for a test.
  ///
  /// - Parameters:
  ///   - settings: The set.
  ///   - location: Usually ``StoreLocation/inMemory``.
  /// - Throws: A sentence on what is wrong with the declarations.
  public convenience init(
    _ settings: Settings.Type = Settings.self, _ location: StoreLocation
  ) throws(StoreError) {
    try self.init(
      domain: "\(Settings.self)", configuration: StoreConfiguration(location: location))
  }

  /// Opens the settings of a domain, saved in a way of its own.
  @available(*, deprecated, message: "use init(_:domain:configuration:)")
  public convenience init(
    _ settings: Settings.Type = Settings.self, domain: String, autosave: DomainOptions.Saving,
    flushOnTermination: Bool = false
  ) throws(StoreError) {
    try self.init(
      domain: domain,
      configuration: StoreConfiguration(
        autosave: autosave, flushOnTermination: flushOnTermination))
  }

  /// Opens the settings of a domain, which SIGTERM brings to disk.
  @available(*, deprecated, message: "use init(_:domain:configuration:)")
  public convenience init(
    _ settings: Settings.Type = Settings.self, domain: String, flushOnTermination: Bool
  ) throws(StoreError) {
    try self.init(
      domain: domain, configuration: StoreConfiguration(flushOnTermination: flushOnTermination))
  }

  /// The settings as they are now: a plain value that stays as it is.
  public func snapshot() -> Settings {
    let core = core
    let frozen = OverlayHome(
      over: core.layers, core.layers.values(),
      closed: "a snapshot stays as it is; assign to the store's `prefs`, or use `update`"
    ) { core.report($0) }
    return (try? copy(frozen).0) ?? prefs
  }

  /// Reads and changes settings as one step that no other process can come between.
  ///
  /// `body` gets a copy of the set with what is stored at this moment. What it assigns is written in
  /// one commit when it returns, or not at all: when it throws, when it assigns a value that breaks a
  /// rule, when ``PreferenceSet/validate()`` refuses the outcome, or when the file cannot be written.
  @discardableResult
  public func update<Result>(_ body: (Settings) throws -> Result) throws -> Result {
    let core = core
    var result: Result?
    var held: [SettingChange] = []
    do {
      try domain.transaction { transaction in
        let values = core.layers.values(user: transaction.values)
        let home = OverlayHome(over: core.layers, values) { core.report($0) }
        defer { home.close("its update is over; assign inside the closure") }
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
    } catch let error as DomainError { throw StoreError(error) }
    try core.store(held)
    guard let result else { throw StoreError(.storage, "the update did not run; try it again") }
    return result
  }

  /// The changes from now on, as they happen; those of quiet settings are left out.
  ///
  /// The stream keeps the store open until its reader ends.
  public var changes: AsyncStream<StoreChange> { core.announcer.changes(of: core) }

  /// What went wrong where no caller could be told, the oldest first.
  ///
  /// The last 200 are kept. Observation works on it.
  public var issues: [SettingIssue] {
    core.announcer.issuesChanged.access()
    return core.announcer.issues
      + domain.issues.map { SettingIssue(.storage, key: $0.keys.first, $0.message) }
  }

  /// Whether something that was set is not yet on disk; Observation works on it.
  public var isDirty: Bool {
    core.announcer.dirty.access()
    return domain.hasUnsavedChanges || !core.waiting.isEmpty
  }

  /// Brings everything to disk now: only the keys that were set, merged into what is there.
  public func flush() throws(StoreError) { try core.flush() }

  /// Reads all files again now; what others wrote reaches every setting that has no unsaved value.
  public func reload() throws(StoreError) {
    do { try domain.reload() } catch { throw StoreError(error) }
  }
}

extension Store: Observable {}
