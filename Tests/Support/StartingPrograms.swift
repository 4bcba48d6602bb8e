package import Foundation
import Synchronization

/// Held while a program is started or a pipe is made.
///
/// NB: on Linux, Foundation closes in a new program what was open when it looked. What another thread
/// opens between that and the start is inherited: a server of one test would hold another test's pipe,
/// or the socket by which `Process` hears of an end, and that test would wait for as long as it lives.
private let starting = Mutex(())

extension Process {
  /// Starts the program, while no other test starts one, and with no signal held back.
  ///
  /// NB: a thread that holds signals back hands that on to what it starts; a server of tmux would then
  /// never hear that it shall end.
  package func start() throws {
    try starting.withLock { _ in
      var none = sigset_t()
      var held = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &held)
      defer { pthread_sigmask(SIG_SETMASK, &held, nil) }
      try run()
    }
  }
}

extension Pipe {
  /// Makes a pipe, while no test starts a program that would inherit it.
  package static func forOneProgram() -> Pipe { starting.withLock { _ in Pipe() } }
}
