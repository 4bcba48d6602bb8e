import SetteePropertyLists

/// What the whole process has once, and makes when it is first used.
///
/// It is made before a fork at the latest: a child that was forked while another thread made one of
/// these would wait for that thread for ever, and keep the lock of the file meanwhile.
enum FirstUses {
  static func makeAll() {
    _ = KeyHash.seeds
    _ = FileLock.all
    _ = Echoes.written
    _ = Lookout.state
    _ = Saver.state
    _ = Saver.bell
    #if canImport(Glibc) || canImport(Musl)
      _ = InotifyWatcher.shared
    #endif
    // The library locks while it looks this up, and a child would wait for that too.
    _ = ThisProcess.user
  }
}
