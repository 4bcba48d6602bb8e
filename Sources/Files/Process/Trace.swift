import Synchronization
import SetteeValues

/// A log of Settee's actions for debugging.
///
/// The log is written to standard error if `SETTEE_LOG` is `debug`, or to a file if it is
/// `debug:FILE`. If the log is disabled, each entry costs one memory load. Secret values are never
/// logged.
package enum Trace {
  /// The descriptor of the log, or the reason why the log can't be opened.
  private static let opened: (output: Int32?, fault: String?) = {
    guard let wanted = CurrentProcess.environment["SETTEE_LOG"], !wanted.isEmpty else {
      return (nil, nil)
    }
    let parts = wanted.split(separator: ":", maxSplits: 1)
    guard parts.first == "debug" else {
      return (nil, "Invalid value '\(wanted)' of SETTEE_LOG. Use debug or debug:FILE.")
    }
    guard parts.count == 2 else { return (2, nil) }
    // Don't open the log in a privileged process, because the unprivileged caller could choose any
    // file.
    guard getuid() == geteuid(), getgid() == getegid() else { return (nil, nil) }
    do {
      return (try DirectoryHandle.openLog(String(parts[1])), nil)
    } catch {
      let code = (error as? SystemError)?.code ?? EIO
      let fault = SystemError(operation: "write", path: String(parts[1]), code: code)
      return (nil, "Can't write the log \(parts[1]): \(fault.reason).")
    }
  }()
  private static let isQuiet = Atomic(false)

  /// A Boolean value that indicates whether Settee writes a debug log.
  static let isOn = opened.output != nil

  /// The reason why Settee can't write the requested debug log, or `nil` otherwise.
  package static var fault: String? { opened.fault }

  /// Stops logging to standard error before the editor shows its screen there.
  package static func leaveStandardError() { isQuiet.store(true, ordering: .relaxed) }

  /// Writes a line of the log in a single call, so that several processes can share a log file.
  package static func note(_ line: @autoclosure () -> String) {
    guard isOn, let output = opened.output else { return }
    if output == 2, isQuiet.load(ordering: .relaxed) { return }
    let bytes = Array("settee[\(getpid())]: \(SafeText.line(line()))\n".utf8)
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
  }
}
