import Synchronization

extension Setting {
  /// The key of the stored setting, or `nil` in an unbound set.
  public var key: String? { binding?.slot.key }

  /// The layer that provides the value, or `.default` if the value is the default.
  public var origin: SettingOrigin {
    signal.access()
    return currentSource()?.origin ?? .default
  }

  /// A Boolean value that indicates whether a layer above the user's layer provides the value.
  ///
  /// Such a layer can contain managed settings, command-line arguments, or environment variables.
  /// In this case, an assignment has no visible effect.
  public var isForced: Bool { SettingOrigin.user.isBelow(origin) }

  /// A Boolean value that indicates whether the value is a default from the code or the bundle.
  public var isDefault: Bool { [.default, .none].contains(origin) }

  /// The default value of the setting.
  public var defaultValue: Value { binding?.initial ?? declaration.initial }

  /// The label of the setting in a pane.
  public var title: String {
    declaration.title ?? readableTitle(of: binding?.slot.path.parts.last ?? "")
  }

  /// A stream of the current value and all later values.
  ///
  /// If values change faster than the reader consumes them, the reader gets only the newest value.
  /// The stream ends with the task that reads it.
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
      // The stream retains the setting and therefore the store, so a reader doesn't need to retain
      // them.
      continuation.onTermination = { _ in self.signal.forget(number) }
    }
  }
}
