import Synchronization

extension Setting {
  /// The key under which the setting is stored; nil in an unbound set.
  public var key: String? { binding?.slot.key }

  /// The layer that the value comes from; `registered` where it is the default.
  public var origin: Origin {
    signal.access()
    return currentSource()?.origin ?? .registered
  }

  /// Whether a layer above the user's holds the value, so that an assignment would not be seen: an
  /// administrator's, or an argument or variable of this run.
  public var isForced: Bool { Origin.user.isBelow(origin) }

  /// Whether nobody has set the setting, so that it is the code's or the bundle's default.
  public var isDefault: Bool { [.registered, .none].contains(origin) }

  /// What the setting is when nobody has set it.
  public var defaultValue: Value { binding?.initial ?? declaration.initial }

  /// What panes call the setting.
  public var title: String {
    declaration.title ?? readableTitle(of: binding?.slot.path.parts.last ?? "")
  }

  /// The value now, and each one it takes from now on.
  ///
  /// A reader that is slower than the changes gets the newest. The stream ends with its reader's task.
  public func values() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let last = Mutex<(PropertyList?)?>(nil)
      let send: @Sendable () -> Void = { [weak self] in
        guard let self else { return }
        let value = current()
        let stored = cache.withLock { $0.source?.value } ?? value.storedOrNil
        let isNew = last.withLock { last in
          defer { last = .some(stored) }
          return last != .some(stored)
        }
        if isNew { continuation.yield(value) }
      }
      let number = signal.listen(send)
      send()
      // The stream keeps the setting, and so the store: who only reads the stream need not hold them.
      continuation.onTermination = { _ in self.signal.forget(number) }
    }
  }
}
