import SetteeFiles
import SetteeStorage

/// Looks for changed files when the system tells of something, in a thread of its own; now and then
/// where it tells nothing, as over NFS, or where the folder may still be mounted.
final class FolderMirrorWatch: CloudWatch {
  private let mirror: FolderMirror
  private let address: CloudAddress
  private let listener: WatchListener
  private let bell = WakeEvent()
  /// A sync program that carries a folder over a network is no faster than this.
  private static let pause = Int64.milliseconds(2000)
  /// A program that writes many files is given this long to write some more.
  private static let moment = Int64.milliseconds(10)

  init(
    _ mirror: FolderMirror, _ address: CloudAddress, after revision: CloudRevision,
    _ notice: @escaping @Sendable (MirrorEvent) -> Void
  ) {
    (self.mirror, self.address, listener) = (mirror, address, WatchListener(notice))
    BackgroundThread.start("settee-mirror") { [self] in run(after: revision) }
  }

  func stop() {
    listener.stop()
    bell.ring()
  }

  private func run(after revision: CloudRevision) {
    let folder = mirror.folder(of: address)
    let events = FolderWatch.watch(folder: folder) { [bell] _ in bell.ring() }
    var seen = revision
    var listing: String?
    while !listener.isStopped {
      do { try look(in: folder, &seen, &listing) } catch { listener.complain() }
      // Where nothing can change without an event, there is no need to look.
      let status = try? mirror.door.existing(folder)
      let hasEvents =
        events != nil && status?.kind == .directory && !mirror.door.isRemote(folder)
      bell.wait(until: hasEvents ? nil : Monotonic.now + Self.pause)
      if !listener.isStopped { Monotonic.sleep(nanoseconds: Self.moment) }
    }
    withExtendedLifetime(events) {}
  }

  private func look(
    in folder: String, _ seen: inout CloudRevision, _ last: inout String?
  ) throws(CloudError) {
    // Names, sizes and times: enough to know that it is worth reading.
    var now = ""
    for name in try mirror.door.cloudNames(in: folder) {
      guard let status = try? mirror.door.existing("\(folder)/\(name)") else { continue }
      now += "\(name) \(status.inode) \(status.size) \(status.modified)\n"
    }
    if now == last { return }
    let found = try mirror.views(at: address).revision
    last = now
    listener.recover()
    if found != seen { listener.tell(.changed) }
    seen = found
  }
}
