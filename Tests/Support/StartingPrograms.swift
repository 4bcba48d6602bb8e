package import Foundation
import Synchronization

/// Locked while a program is started or a pipe is created.
///
/// On Linux, Foundation closes the file descriptors in a new program that were open when it
/// listed them. Descriptors that another thread opens between the listing and the start are
/// inherited: a server of one test would keep another test's pipe open, or the socket that tells
/// `Process` about an exit, and that test would wait until the server exits.
private let starting = Mutex(())

extension Process {
  /// Starts the program while no other test starts one, and with no signal blocked.
  ///
  /// A thread that blocks signals passes its signal mask on to the program; a tmux server would
  /// then never receive the signal to exit.
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
  /// Creates a pipe while no test starts a program that would inherit it.
  package static func forOneProgram() -> Pipe { starting.withLock { _ in Pipe() } }
}
