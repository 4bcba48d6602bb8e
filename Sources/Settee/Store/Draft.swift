/// Changes that wait for an “Apply”: a settings dialog's working copy.
///
/// ```swift
/// let draft = try store.draft()
/// draft.prefs.theme = .light      // nothing is written
/// try draft.apply()               // everything at once, or draft.revert()
/// ```
///
/// A setting that the draft has not touched follows the store.
public final class Draft<Settings: PreferenceSet>: Sendable {
  /// The settings as they would be.
  public let prefs: Settings
  private let home: OverlayHome
  private let core: StoreCore
  private let reflection: SetReflection

  init(of store: Store<Settings>) throws(StoreError) {
    let core = store.core
    self.core = core
    home = OverlayHome(over: core.layers) { core.report($0) }
    (prefs, reflection) = try store.copy(home)
  }

  /// Whether there is something to apply.
  public var hasUnapplied: Bool { !home.changes.isEmpty }

  /// The keys that applying would write.
  public var keys: [String] { home.changes.map(\.slot.key) }

  /// Stores everything that was changed, in one commit or not at all.
  public func apply() throws(StoreError) {
    if let failure = home.failure { throw failure }
    try validate(reflection.sets)
    let changes = home.changes
    try core.store(changes)
    home.forget(changes)
  }

  /// Forgets what was changed.
  public func revert() { home.clear() }
}

extension Store {
  /// A working copy whose changes are written when it is applied.
  public func draft() throws(StoreError) -> Draft<Settings> { try Draft(of: self) }
}
