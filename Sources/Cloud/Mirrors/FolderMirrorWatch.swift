import SetteeFiles
import SetteeStorage

/// A watch that detects changed files in a mirror folder on a background thread.
///
/// The watch waits for file system events. If there are no events, as on NFS, or if the folder
/// isn't mounted yet, the watch polls.
final class FolderMirrorWatch: Sendable {
  private let mirror: FolderMirror
  private let address: CloudAddress
  private let listener: WatchListener
  private let wakeEvent = WakeEvent()
  /// The interval at which the watch polls the mirror folder.
  ///
  /// Sync programs don't transfer files over a network more often than every two seconds.
  private static let pollingInterval = Int64.milliseconds(2000)
  /// The delay before the watch reads changed files, because programs often write several files in
  /// succession.
  private static let settlingTime = Int64.milliseconds(10)

  init(
    _ mirror: FolderMirror, _ address: CloudAddress, after revision: String,
    _ handler: @escaping @Sendable (MirrorEvent) -> Void
  ) {
    (self.mirror, self.address, listener) = (mirror, address, WatchListener(handler))
    CurrentProcess.startThread("settee-mirror") { [self] in run(after: revision) }
  }

  func stop() {
    listener.stop()
    wakeEvent.ring()
  }

  private func run(after revision: String) {
    let folder = mirror.folder(of: address)
    let events = DomainWatch(folder: folder) { [wakeEvent] _ in wakeEvent.ring() }
    var seen = revision
    var listing: String?
    while !listener.isStopped {
      do { try look(in: folder, &seen, &listing) } catch { listener.reportFailure() }
      // Don't poll the folder if its file system reports every change.
      let status = try? mirror.fileSystem.existing(folder)
      let hasEvents =
        events != nil && status?.kind == .directory && !mirror.fileSystem.isRemote(folder)
      wakeEvent.wait(until: hasEvents ? nil : Monotonic.now + Self.pollingInterval)
      if !listener.isStopped { Monotonic.sleep(nanoseconds: Self.settlingTime) }
    }
    withExtendedLifetime(events) {}
  }

  private func look(
    in folder: String, _ seen: inout String, _ last: inout String?
  ) throws {
    // Compare the names, sizes, and times of the files first to determine whether the files must be
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
