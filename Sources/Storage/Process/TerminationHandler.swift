import Synchronization
import SetteeFiles

extension Domain {
  /// Brings unsaved changes to the disk when SIGTERM, SIGINT or SIGHUP ends the process.
  ///
  /// Without it a signal ends a process at once, and at most the last 50 ms of changes are lost. A
  /// program that handles one of these signals itself calls ``Domain/flush()`` there instead; a
  /// handler that is installed already is left alone.
  package static func flushOnTermination() { TerminationHandler.install() }
}

/// The signals that ask a process to end, and the thread that then saves.
private enum TerminationHandler {
  /// The process whose thread hears of them; a forked child has none.
  static let process = Atomic<Int32>(0)
  /// Where the handler says which one came.
  static let said = Atomic<Int32>(-1)

  static func install() {
    var ends: [Int32] = [-1, -1]
    guard !ProcessState.current.savesOnTermination.exchange(true, ordering: .relaxed),
      makePipe(&ends) == 0
    else { return }
    SignalCleanup.noteFiles()
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let heard = ends[0]
    said.store(ends[1], ordering: .relaxed)
    process.store(getpid(), ordering: .releasing)
    for number in [SIGTERM, SIGINT, SIGHUP] where CurrentProcess.hasDefaultAction(number) {
      signal(number) { number in
        // Only what is safe in a handler: the thread does the rest.
        guard TerminationHandler.process.load(ordering: .acquiring) == getpid() else {
          signal(number, SIG_DFL)
          raise(number)
          return
        }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TerminationHandler.said.load(ordering: .relaxed), &byte, 1)
      }
    }
    BackgroundThread.start("settee-end") {
      var number: UInt8 = 0
      while read(heard, &number, 1) != 1 {}
      ProcessState.current.timer.saveAll()
      SignalCleanup.removeFiles()
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
    }
  }
}

private func makePipe(_ ends: inout [Int32]) -> Int32 {
  ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
}
