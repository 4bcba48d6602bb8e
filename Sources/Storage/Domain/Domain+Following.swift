import Synchronization
import SetteeFiles

extension Domain {
  /// The changes from now on, as they happen, with who made them.
  public var changes: AsyncStream<DomainEvent> {
    AsyncStream { continuation in
      let watch = observe { event in continuation.yield(event) }
      continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
    }
  }

  /// Calls `handler` after every change, from the thread that made or saw it, until the result is
  /// dropped.
  public func observe(_ handler: @escaping @Sendable (DomainEvent) -> Void) -> DomainWatch {
    follow { news in
      if case .event(let event) = news { handler(event) }
    }
  }

  /// Calls `handler` with everything that goes wrong or is mended, until the result is dropped.
  package func observeIssues(_ handler: @escaping @Sendable (DomainIssue) -> Void) -> DomainWatch {
    follow { news in
      if case .issue(let issue) = news { handler(issue) }
    }
  }

  /// Makes `observer` take part in every commit, until the result is dropped.
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

  private func follow(_ handler: @escaping Observers.Handler) -> DomainWatch {
    let id = withState { $0.followers.add(handler) }
    if attention.load(ordering: .relaxed) & StaleFlags.polls != 0 {
      ProcessState.current.timer.poll(self)
    }
    // The watch keeps the domain: who waits for changes need not hold it as well.
    return DomainWatch {
      let old = self.withState { $0.followers.remove(id) }
      withExtendedLifetime(old) {}
    }
  }

  /// Tells the followers what waits; never called under a lock.
  func deliver() {
    var isTelling = false
    while let (news, handlers) = withState({ $0.followers.next(continuing: isTelling) }) {
      isTelling = true
      for handler in handlers { handler(news) }
    }
  }

  func report(_ issue: DomainIssue) {
    withState { state in
      state.note(issue)
      state.followers.enqueue(.issue(issue))
    }
    IssueCenter.met(issue)
    deliver()
  }

  // MARK: Watching files

  /// Begins to see what other processes change, and looks what they have changed since the domain
  /// was opened; does nothing where it does so already, or was opened not to.
  ///
  /// To set watches up takes about as long as to read the files, and a screen can be shown first.
  package func watchFromNow() {
    guard options.watches, !isWatching.exchange(true, ordering: .relaxed) else { return }
    // Watch first: what changes while we read is then seen.
    startWatching()
    attention.bitwiseOr(StaleFlags.changed, ordering: .releasing)
    if isAwaited { refreshNow() }
  }

  /// Has every layer's store tell when it changes; looks for itself where one cannot.
  func startWatching() {
    let storages = withState { $0.layers.compactMap(\.source.storage) }
    var new: [DomainWatch] = []
    let shared = SharedFileSystems(door)
    var isBlind = false
    for storage in storages {
      if let file = storage.filePath, shared.hold(file, door) { isBlind = true }
      if let watch = storage.watch({ [weak self] in self?.wake(isUnderWay: $0) }) {
        new.append(watch)
      } else {
        isBlind = true
      }
    }
    if let watch = watchManagedFolder() { new.append(watch) }
    if isBlind {
      attention.bitwiseOr(StaleFlags.polls, ordering: .releasing)
      if isFollowed { ProcessState.current.timer.poll(self) }
    }
    _ = watches.exchange(new)
  }

  private func watchManagedFolder() -> DomainWatch? {
    guard !name.isFile, let folder = locations?.managedFolder(name) else { return nil }
    return FolderWatch.watch(folder: folder) { [weak self] in self?.wake(isUnderWay: $0) }
  }

  /// A file has changed: the next read looks, or this thread does where somebody waits for news.
  func wake(isUnderWay: Bool) {
    let bit = isUnderWay ? StaleFlags.underWay : StaleFlags.changed
    attention.bitwiseOr(bit, ordering: .releasing)
    if isAwaited { refreshNow() }
  }

  var isFollowed: Bool { withState { !$0.followers.isEmpty } }

  /// Whether a change has to be looked at without being asked for.
  var isAwaited: Bool { withState { !$0.followers.isEmpty || !$0.recent.isEmpty } }
}

/// Told of every issue of every domain of this process: what a program that has a person before it sets.
package enum IssueCenter {
  private static let handler = Mutex<(@Sendable (DomainIssue) -> Void)?>(nil)

  /// Has issues told from now on, from whatever thread meets them.
  package static func tell(_ handler: @escaping @Sendable (DomainIssue) -> Void) {
    _ = self.handler.exchange(handler)
  }

  static func met(_ issue: DomainIssue) { handler.withLock { $0 }?(issue) }
}
