/// A writer's turn to be the next one to have a file's lock.
///
/// Whoever waits for the lock asks for it again and again, and would hardly ever meet the moment
/// between two commits of a busy writer, who takes it again at once. So those who wait stand in line
/// first, and whoever comes back from a commit has to stand behind them.
struct FileTurn {
  /// A stopped process that stands in line holds nobody up for longer.
  private static let patience: Int64 = .milliseconds(1000)

  private let file: Int32
  private let door: FileDoor

  /// Waits for the turn; nil where there is no line, or it does not move: then all are equal.
  ///
  /// - Parameters:
  ///   - path: The file whose lock is wanted.
  ///   - flags: How the line is opened: by who has to wait it is also made.
  ///   - door: The file system.
  /// - Returns: The turn; ``end()`` lets the next one have it.
  static func take(_ path: String, _ flags: Int32, _ door: FileDoor) -> FileTurn? {
    guard let file = try? door.open(FilePath.queue(of: path), flags, 0o600) else { return nil }
    let turn = FileTurn(file: file, door: door)
    let deadline = Monotonic.now + patience
    var backOff = BackOff()
    while (try? door.lock(file, LockOperation.tryExclusive)) == nil {
      guard backOff.wait(until: deadline) else {
        turn.end()
        return nil
      }
    }
    return turn
  }

  func end() {
    // NB: said aloud, because a child that was forked meanwhile still has the file open.
    try? door.lock(file, LockOperation.release)
    door.closeQuietly(file)
  }
}
