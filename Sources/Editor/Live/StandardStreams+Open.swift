#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension StandardStreams {
  /// Whether a descriptor leads anywhere.
  static func isOpen(_ file: Int32) -> Bool { fcntl(file, F_GETFD) != -1 }

  /// Waits until a descriptor can be read; false when it cannot be waited for.
  static func waitToRead(_ file: Int32) -> Bool {
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, -1) < 0 { guard errno == EINTR else { return false } }
    return waiting.revents & Int16(POLLIN) != 0
  }
}
