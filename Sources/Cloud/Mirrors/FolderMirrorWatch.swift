import SetteeFiles
import SetteeStorage

/// A watch that looks for changed files in a mirror folder on a background thread.
///
/// The watch waits for file system events. It polls if there are no events, as on NFS, or if the
/// folder isn't mounted yet.
final class FolderMirrorWatch: CloudWatch {
  private let mirror: FolderMirror
  private let address: CloudAddress
  private let listener: WatchListener
  private let wakeEvent = WakeEvent()
  /// The interval at which the folder is polled.
  ///
  /// Sync programs that transfer folders over a network aren't faster than this.
  private static let pollingInterval = Int64.milliseconds(2000)
  /// The time to wait for further changes, because programs often write several files.
  private static let settlingTime = Int64.milliseconds(10)

  init(
    _ mirror: FolderMirror, _ address: CloudAddress, after revision: CloudRevision,
    _ handler: @escaping @Sendable (MirrorEvent) -> Void
  ) {
    (self.mirror, self.address, listener) = (mirror, address, WatchListener(handler))
    BackgroundThread.start("settee-mirror") { [self] in run(after: revision) }
  }

  func stop() {
    listener.stop()
    wakeEvent.ring()
  }

  private func run(after revision: CloudRevision) {
    let folder = mirror.folder(of: address)
    let events = FolderWatch.watch(folder: folder) { [wakeEvent] _ in wakeEvent.ring() }
    var seen = revision
    var listing: String?
    while !listener.isStopped {
      do { try look(in: folder, &seen, &listing) } catch { listener.reportFailure() }
      // Polling isn't necessary if every change causes an event.
      let status = try? mirror.fileSystem.existing(folder)
      let hasEvents =
        events != nil && status?.kind == .directory && !mirror.fileSystem.isRemote(folder)
      wakeEvent.wait(until: hasEvents ? nil : Monotonic.now + Self.pollingInterval)
      if !listener.isStopped { Monotonic.sleep(nanoseconds: Self.settlingTime) }
    }
    withExtendedLifetime(events) {}
  }

  private func look(
    in folder: String, _ seen: inout CloudRevision, _ last: inout String?
  ) throws(CloudError) {
    // The names, sizes, and times are compared first, because they show whether the files must be
    // read.
    var now = ""
    for name in try mirror.fileSystem.cloudNames(in: folder) {
      guard let status = try? mirror.fileSystem.existing("\(folder)/\(name)") else { continue }
      now += "\(name) \(status.inode) \(status.size) \(status.modified)\n"
    }
    if now == last { return }
    let found = try mirror.views(at: address).revision
    last = now
    listener.recover()
    if found != seen { listener.send(.changed) }
    seen = found
  }
}
