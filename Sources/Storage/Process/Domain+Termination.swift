import Synchronization
import SetteeFiles

extension Domain {
  /// Saves unsaved changes when SIGTERM, SIGINT, or SIGHUP terminates the process.
  ///
  /// Without this call, a signal terminates the process immediately, and changes from up to the
  /// last 50 ms are lost. A program that handles one of these signals itself calls
  /// ``Domain/flush()`` instead, because existing handlers aren't replaced.
  package static func flushOnTermination() {
    var ends: [Int32] = [-1, -1]
    guard !ProcessState.current.savesOnTermination.exchange(true, ordering: .relaxed),
      makePipe(&ends) == 0
    else { return }
    SignalCleanup.noteFiles()
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    signalPipe.store(ends[1], ordering: .relaxed)
    signalProcess.store(getpid(), ordering: .releasing)
    for number in [SIGTERM, SIGINT, SIGHUP] where CurrentProcess.hasDefaultAction(number) {
      signal(number) { number in
        // A signal handler can only make async-signal-safe calls, so leave the remaining work to
        // the thread.
        guard signalProcess.load(ordering: .acquiring) == getpid() else {
          signal(number, SIG_DFL)
          raise(number)
          return
        }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
      }
    }
    CurrentProcess.startThread("settee-end") {
      var number: UInt8 = 0
      while read(readEnd, &number, 1) != 1 {}
      ProcessState.current.timer.saveAll()
      SignalCleanup.removeFiles()
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
    }
  }
}

/// The ID of the process that runs the thread for termination signals.
///
/// A forked child process doesn't have this thread.
private let signalProcess = Atomic<Int32>(0)

/// The file descriptor to which the signal handler writes the number of the signal.
private let signalPipe = Atomic<Int32>(-1)

private func makePipe(_ ends: inout [Int32]) -> Int32 {
  ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
}
