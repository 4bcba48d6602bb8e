import Synchronization
import SetteeFiles

extension Domain {
  /// A stream of changes to the values of the domain as they happen, including their source.
  public var changes: AsyncStream<DomainEvent> {
    AsyncStream { continuation in
      let watch = observe { event in continuation.yield(event) }
      continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
    }
  }

  /// Calls a handler after every change to the domain, until the returned watch is released.
  ///
  /// The handler runs on the thread that made or detected the change.
  public func observe(_ handler: @escaping @Sendable (DomainEvent) -> Void) -> DomainWatch {
    addObserver { notification in
      if case .event(let event) = notification { handler(event) }
    }
  }

  /// Calls a handler for every problem or repair, until the returned watch is released.
  package func observeIssues(_ handler: @escaping @Sendable (DomainIssue) -> Void) -> DomainWatch {
    addObserver { notification in
      if case .issue(let issue) = notification { handler(issue) }
    }
  }

  /// Registers an observer that takes part in every commit, until the returned watch is released.
  package func observeCommits(_ observer: CommitObserver) -> DomainWatch {
    let id = commitObservers.withLock { observers in
      let id = (observers.last?.id ?? 0) + 1
      observers.append((id, observer))
      return id
    }
    return DomainWatch {
      let old = self.commitObservers.withLock { observers in
        observers.firstIndex { $0.id == id }.map { observers.remove(at: $0) }
      }
      withExtendedLifetime(old) {}
    }
  }

  private func addObserver(_ handler: @escaping Observers.Handler) -> DomainWatch {
    let id = withState { $0.observers.add(handler) }
    if staleFlags.load(ordering: .relaxed) & StaleFlags.polls != 0 {
      ProcessState.current.timer.poll(self)
    }
    // The watch retains the domain, so observers don't need a reference to the domain.
    return DomainWatch {
      let old = self.withState { $0.observers.remove(id) }
      withExtendedLifetime(old) {}
    }
  }

  /// Delivers the queued notifications to the observers of the domain.
  ///
  /// Don't call this method while holding a lock, because an observer might try to acquire the same
  /// lock. A commit in progress on this thread delivers the notifications when it ends, so that an
  /// observer can start another commit.
  func deliver() {
    if isCommitting { return }
    var isDelivering = false
    while let (notification, handlers) = withState({ $0.observers.next(continuing: isDelivering) })
    {
      isDelivering = true
      for handler in handlers { handler(notification) }
    }
  }

  func report(_ issue: DomainIssue) {
    withState { state in
      state.note(issue)
      state.observers.enqueue(.issue(issue))
    }
    Self.issueHandler.withLock { $0 }?(issue)
    deliver()
  }

  // MARK: Watching files

  /// Starts watching the files for changes by other processes, and reads any changes made so far.
  ///
  /// This method does nothing if watching has already started or is disabled. Setting up the
  /// watches takes about as long as reading the files, so a program can show its screen first.
  package func watchFromNow() {
    guard options.watches, !isWatching.exchange(true, ordering: .relaxed) else { return }
    // Start watching before reading the files so that Settee doesn't miss any change.
    startWatching()
    staleFlags.bitwiseOr(StaleFlags.changed, ordering: .releasing)
    if refreshesEagerly { refreshNow() }
  }

  /// Watches the files of every layer, and polls the files that can't be watched.
  func startWatching() {
    let storages = withState { $0.layers.compactMap(\.storage) }
    var new: [DomainWatch] = []
    let shared = fileSystem.sharedDevices
    var isBlind = false
    for storage in storages {
      if let file = storage.path, fileSystem.isOnDevice(file, of: shared) { isBlind = true }
      if let watch = storage.watch({ [weak self] in self?.wake(isUnderWay: $0) }) {
        new.append(watch)
      } else {
        isBlind = true
      }
    }
    if let watch = watchManagedFolder() { new.append(watch) }
    if isBlind {
      staleFlags.bitwiseOr(StaleFlags.polls, ordering: .releasing)
      if isObserved { ProcessState.current.timer.poll(self) }
    }
    _ = watches.exchange(new)
  }

  private func watchManagedFolder() -> DomainWatch? {
    guard !name.isFile, let folder = locations?.managedFolder(name) else { return nil }
    return DomainWatch(folder: folder) { [weak self] in self?.wake(isUnderWay: $0) }
  }

  /// Handles a report that one of the files has changed.
  ///
  /// If the domain has observers, this thread reloads the file. Otherwise, the next read of a value
  /// reloads it.
  func wake(isUnderWay: Bool) {
    let bit = isUnderWay ? StaleFlags.underWay : StaleFlags.changed
    staleFlags.bitwiseOr(bit, ordering: .releasing)
    if refreshesEagerly { refreshNow() }
  }

  var isObserved: Bool { withState { !$0.observers.isEmpty } }

  /// A Boolean value that indicates whether the domain reads changes to its files as soon as it
  /// detects them.
  var refreshesEagerly: Bool { withState { !$0.observers.isEmpty || !$0.recent.isEmpty } }
}

extension Domain {
  private static let issueHandler = Mutex<(@Sendable (DomainIssue) -> Void)?>(nil)

  /// Sets the handler for the issues of all domains in this process, for example to show them to
  /// the user.
  ///
  /// The handler runs on the thread where an issue occurs.
  package static func setIssueHandler(_ handler: @escaping @Sendable (DomainIssue) -> Void) {
    _ = issueHandler.exchange(handler)
  }
}
