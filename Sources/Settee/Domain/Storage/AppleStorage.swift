#if canImport(Darwin)
  import Foundation

  // Safe to share: UserDefaults is documented as thread-safe, and the lock is held around updates.

  /// Apple's preferences as a store: `cfprefsd` owns the files there and reverts direct writes.
  ///
  /// Never run on the machines that test Settee; it has to pass `DomainStorageSuite` like every
  /// other store. Two processes can still overwrite each other's leaves of one nested dictionary,
  /// because `cfprefsd` knows whole keys only.
  public final class AppleStorage: DomainStorage, @unchecked Sendable {
    private let suite: String
    private let defaults: UserDefaults
    private let lock = ThreadLock()
    private let updates = Guarded<[UInt: WorkingBox]>([:])

    /// Opens the preferences of a suite; nil where Foundation refuses its name.
    public init?(suite: String) {
      guard let defaults = UserDefaults(suiteName: suite) else { return nil }
      self.suite = suite
      self.defaults = defaults
    }

    /// The name of the suite.
    public var place: String { "the preferences of \(suite)" }

    /// Reads what Foundation holds for the suite.
    public func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> StoredValues {
      let values = defaults.persistentDomain(forName: suite) ?? [:]
      do {
        let data = try PropertyListSerialization.data(
          fromPropertyList: values, format: .xml, options: 0)
        let bytes = [UInt8](data)
        let content = try PropertyList(reading: bytes)
        return StoredValues(content.dictionary ?? [:], revision: Checksum.of(bytes) | 2)
      } catch {
        throw DomainError(.io, "\(place) cannot be read: \(error).")
      }
    }

    /// Changes the suite key by key.
    public func update(
      _ step: (WorkingValues) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
    ) throws(DomainError) {
      let thread = ThisProcess.thread
      let taken = lock.take(until: Monotonic.now + FileLock.patience)
      guard taken != .late else { throw DomainError(.busy, "Another thread changes \(place).") }
      defer { lock.release() }
      if let box = updates.withLock({ $0[thread] }) { return try step(box.values) }
      let working = WorkingValues(try read(report))
      let box = WorkingBox(working)
      updates.withLock { $0[thread] = box }
      defer { _ = updates.withLock { $0.removeValue(forKey: thread) } }
      try step(working)
      guard working.isChanged else { return }
      try write(working)
      working.finish(revision: try read(report).revision)
    }

    private func write(_ working: WorkingValues) throws(DomainError) {
      do {
        let bytes = try PropertyList.dictionary(working.values).xml()
        let new =
          try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
          as? [String: Any] ?? [:]
        for key in working.base.values.keys where new[key] == nil {
          defaults.removeObject(forKey: key)
        }
        for (key, value) in new where working.base.values[key] != working.values[key] {
          defaults.set(value, forKey: key)
        }
      } catch {
        throw DomainError(.io, "\(place) cannot be written: \(error).")
      }
    }

    /// Follows the notification of changes of this process; others' are seen by the next read.
    public func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
      let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { _ in wake(false) }
      // Safe to share: the token is only handed back to where it came from.
      nonisolated(unsafe) let kept = token
      return DomainWatch { NotificationCenter.default.removeObserver(kept) }
    }
  }
#endif
