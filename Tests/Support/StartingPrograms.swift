package import Foundation
import Synchronization

/// A lock that is held while a program is started or a pipe is created.
///
/// On Linux, Foundation lists the open file descriptors and closes them in the new program. A
/// descriptor that another thread opens after the listing is inherited. A server started by one
/// test would then keep the pipe of another test open, or the socket on which `Process` waits for
/// an exit, and that test would hang until the server exits.
private let starting = Mutex(())

extension Process {
  /// Starts the program with no signal blocked, while no other test starts one.
  ///
  /// A program inherits the signal mask of the thread that starts it. With signals blocked, a tmux
  /// server would never receive the signal to exit.
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
  /// Creates a pipe while no test is starting a program that could inherit it.
  package static func forOneProgram() -> Pipe { starting.withLock { _ in Pipe() } }
}
