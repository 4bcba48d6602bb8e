#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Domain {
  /// Brings unsaved changes to the disk when SIGTERM, SIGINT or SIGHUP ends the process.
  ///
  /// Without it a signal ends a process at once, and at most the last 50 ms of changes are lost. A
  /// program that handles one of these signals itself calls ``Domain/flush()`` there instead; a
  /// handler that is installed already is left alone.
  public static func flushOnTermination() { _ = EndSignals.installed }
}

/// The signals that ask a process to end, and the thread that then saves.
private enum EndSignals {
  static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  static let installed: Void = {
    guard pipe.read >= 0 else { return }
    for number in [SIGTERM, SIGINT, SIGHUP] where isDefault(number) {
      signal(number) { number in
        // Only what is safe in a handler: the thread does the rest.
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(EndSignals.pipe.write, &byte, 1)
      }
    }
    BackgroundThread.start("settee-end") {
      var number: UInt8 = 0
      while read(pipe.read, &number, 1) != 1 {}
      Saver.saveAll()
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
    }
  }()

  private static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == nil
    #else
      return action.__sigaction_handler.sa_handler == nil
    #endif
  }
}

private func makePipe(_ ends: inout [Int32]) -> Int32 {
  ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
}
