import Synchronization

/// Looks for changed files, in a thread of its own.
///
/// It compares states instead of trusting events alone, so it sees what arrives over NFS too.
final class FolderMirrorWatch: CloudWatch {
  private struct State {
    var isStopped = false
    var trouble: String?
  }

  private let state = Mutex(State())
  private let folder: String
  private let door: FileDoor
  private let notice: @Sendable (CloudNotice) -> Void
  /// Well below the tenth of a second in which a change should be seen.
  private static let pause = 50

  private init(
    _ folder: String, _ door: FileDoor, _ notice: @escaping @Sendable (CloudNotice) -> Void
  ) {
    (self.folder, self.door, self.notice) = (folder, door, notice)
  }

  static func start(
    _ folder: String, _ door: FileDoor, after revision: CloudRevision,
    _ notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> FolderMirrorWatch {
    let watch = FolderMirrorWatch(folder, door, notice)
    CloudThread.start { watch.run(after: revision) }
    return watch
  }

  /// Ends the watch.
  func stop() { state.withLock { $0.isStopped = true } }

  private func run(after revision: CloudRevision) {
    var seen = revision
    var glance = ""
    while !state.withLock({ $0.isStopped }) {
      do throws(CloudError) {
        let now = try self.glance()
        if now != glance {
          let found = try FolderViews(in: folder, door).revision
          glance = now
          recover()
          if found != seen { tell(.changed) }
          seen = found
        }
      } catch {
        complain(error.message)
      }
      CloudThread.sleep(milliseconds: Self.pause)
    }
  }

  /// Names, sizes and times: enough to know that it is worth reading.
  private func glance() throws(CloudError) -> String {
    var text = ""
    for name in try door.cloudNames(in: folder) {
      guard let status = try? door.existing("\(folder)/\(name)") else { continue }
      text += "\(name) \(status.inode) \(status.size) \(status.modified)\n"
    }
    return text
  }

  private func tell(_ news: CloudNotice) {
    state.withLock { if !$0.isStopped { notice(news) } }
  }

  private func complain(_ sentence: String) {
    state.withLock { state in
      if state.isStopped || state.trouble == sentence { return }
      state.trouble = sentence
      notice(.trouble(sentence))
    }
  }

  private func recover() {
    state.withLock { state in
      if state.isStopped || state.trouble == nil { return }
      state.trouble = nil
      notice(.recovered)
    }
  }
}
