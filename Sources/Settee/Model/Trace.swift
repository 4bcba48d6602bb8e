#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What Settee does, line by line, when `SETTEE_LOG` is `debug` (standard error) or `debug:FILE`.
///
/// Off, it costs the reading of one constant. Values of secrets never come here.
enum Trace {
  /// The descriptor that lines go to; nil when nobody wants them.
  private static let output: Int32? = {
    guard let wanted = Locations.processEnvironment["SETTEE_LOG"] else { return nil }
    let parts = wanted.split(separator: ":", maxSplits: 1)
    guard parts.first == "debug" else { return nil }
    guard parts.count == 2 else { return 2 }
    // NB: with more rights than the caller's, the caller must not choose what file is written.
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    let file = open(String(parts[1]), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    return file < 0 ? nil : file
  }()

  /// Whether anybody wants to know.
  static let isOn = output != nil

  /// Writes a line, whole, so that processes can share a file.
  static func note(_ line: @autoclosure () -> String) {
    guard isOn, let output else { return }
    let bytes = Array("settee[\(getpid())]: \(SafeText.line(line()))\n".utf8)
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
  }
}
