import Synchronization

extension Setting {
  /// The key under which the setting is stored, or `nil` if the setting isn't connected to a store.
  public var key: String? { binding?.slot.key }

  /// The layer that the value of the setting comes from, or `.default` if no layer contains a
  /// value.
  public var origin: SettingOrigin {
    signal.access()
    return currentSource()?.origin ?? .default
  }

  /// A Boolean value that indicates whether a layer overrides the value that the user has set or
  /// could set.
  ///
  /// For example, a command-line argument, an environment variable, or a managed setting overrides
  /// the user's value. In this case, an assignment has no visible effect.
  public var isForced: Bool { SettingOrigin.user.isBelow(origin) }

  /// A Boolean value that indicates whether the setting has its default value from the code or the
  /// bundle.
  public var isDefault: Bool { [.default, .none].contains(origin) }

  /// The value that the setting has if no layer contains a value.
  public var defaultValue: Value { binding?.initial ?? declaration.initial }

  /// The label of the setting in a settings pane.
  public var title: String {
    declaration.title ?? readableTitle(of: binding?.slot.path.parts.last ?? "")
  }

  /// An asynchronous stream that starts with the current value of the setting and then delivers all
  /// later values.
  ///
  /// If the value changes faster than a reader consumes the stream, the reader receives only the
  /// latest value. The stream ends with the task that reads it.
  public var values: AsyncStream<Value> {
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
      // The stream keeps the setting and its store alive, so its reader doesn't need to.
      continuation.onTermination = { _ in self.signal.forget(number) }
    }
  }
}
