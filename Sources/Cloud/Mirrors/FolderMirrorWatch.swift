import SetteeFiles
import SetteeStorage

/// Looks for changed files when the system tells of something, in a thread of its own; now and then
/// where it tells nothing, as over NFS, or where the folder may still be mounted.
final class FolderMirrorWatch: CloudWatch {
  private let address: CloudAddress
  private let folder: String
  private let door: FileDoor
  private let listener: WatchListener
  private let bell = Bell()
  /// A sync program that carries a folder over a network is no faster than this.
  private static let pause = Int64.milliseconds(2000)
  /// A program that writes many files is given this long to write some more.
  private static let moment = Int64.milliseconds(10)

  init(
    _ address: CloudAddress, in folder: String, _ door: FileDoor, after revision: CloudRevision,
    _ notice: @escaping @Sendable (CloudNotice) -> Void
  ) {
    self.address = address
    (self.folder, self.door, listener) = (folder, door, WatchListener(notice))
    BackgroundThread.start("settee-mirror") { [self] in run(after: revision) }
  }

  func stop() {
    listener.stop()
    bell.ring()
  }

  private func run(after revision: CloudRevision) {
    let events = FolderWatch.watch(folder: folder) { [bell] _ in bell.ring() }
    var seen = revision
    var listing: String?
    while !listener.isStopped {
      do { try look(&seen, &listing) } catch { listener.complain() }
      bell.wait(until: hasEvents(events) ? nil : Monotonic.now + Self.pause)
      if !listener.isStopped { Monotonic.sleep(nanoseconds: Self.moment) }
    }
    withExtendedLifetime(events) {}
  }

  /// Whether nothing can change without an event.
  private func hasEvents(_ events: DomainWatch?) -> Bool {
    guard events != nil, let status = try? door.existing(folder) else { return false }
    return status.kind == .directory && !door.isRemote(folder)
  }

  private func look(_ seen: inout CloudRevision, _ last: inout String?) throws(CloudError) {
    let now = try listing()
    if now == last { return }
    let found = try FolderViews(at: address, in: folder, door).revision
    last = now
    listener.recover()
    if found != seen { listener.tell(.changed) }
    seen = found
  }

  /// Names, sizes and times: enough to know that it is worth reading.
  private func listing() throws(CloudError) -> String {
    var text = ""
    for name in try door.cloudNames(in: folder) {
      guard let status = try? door.existing("\(folder)/\(name)") else { continue }
      text += "\(name) \(status.inode) \(status.size) \(status.modified)\n"
    }
    return text
  }
}
