#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls of the console, and nothing else.
enum StandardStreams {
  static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Writes all bytes; a reader who went away ends the process quietly, as SIGPIPE does.
  static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeOnce(file, $0) }
      if count > 0 {
        rest.removeFirst(count)
      } else if errno == EPIPE {
        exit(128 + SIGPIPE)
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        throw Failure(.io, "Standard output could not be written: \(reason(errno)).")
      }
    }
  }

  static func readAll(_ file: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += piece[..<count]
      } else if errno != EINTR {
        throw Failure(.io, "Standard input could not be read: \(reason(errno)).")
      }
      guard bytes.count <= limit else {
        throw Failure(.io, "Standard input holds more than \(limit >> 20) MB; nothing was read.")
      }
    }
  }

  private static func writeOnce(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Writes one byte and never waits.
  static func writeByte(_ file: Int32, _ byte: inout UInt8) -> Int {
    withUnsafeBytes(of: &byte) { writeOnce(file, $0) }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
