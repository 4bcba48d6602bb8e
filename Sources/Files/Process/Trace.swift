import Synchronization
import SetteePropertyLists

/// What Settee does, line by line, when `SETTEE_LOG` is `debug` (standard error) or `debug:FILE`.
///
/// Off, it costs the reading of one constant. Values of secrets never come here.
package enum Trace {
  /// The descriptor that lines go to, and why they go nowhere though somebody wants them.
  private static let opened: (output: Int32?, fault: String?) = {
    guard let wanted = CurrentProcess.environment["SETTEE_LOG"], !wanted.isEmpty else {
      return (nil, nil)
    }
    let parts = wanted.split(separator: ":", maxSplits: 1)
    guard parts.first == "debug" else {
      return (nil, "Invalid value '\(wanted)' of SETTEE_LOG. Use debug or debug:FILE.")
    }
    guard parts.count == 2 else { return (2, nil) }
    // NB: with more rights than the caller's, the caller must not choose what file is written.
    guard getuid() == geteuid(), getgid() == getegid() else { return (nil, nil) }
    do throws(ErrorNumber) {
      return (try DirectoryHandle.openLog(String(parts[1])), nil)
    } catch {
      let fault = FileFault(operation: "write", path: String(parts[1]), code: error.code)
      return (nil, "Can't write the log \(parts[1]): \(fault.reason).")
    }
  }()
  private static let isQuiet = Atomic(false)

  /// Whether anybody wants to know.
  static let isOn = opened.output != nil

  /// Why nothing is written though somebody wants to know: a sentence.
  package static var fault: String? { opened.fault }

  /// Writes no more lines to standard error, where something else is shown from now on.
  package static func leaveStandardError() { isQuiet.store(true, ordering: .relaxed) }

  /// Writes a line, whole, so that processes can share a file.
  package static func note(_ line: @autoclosure () -> String) {
    guard isOn, let output = opened.output else { return }
    if output == 2, isQuiet.load(ordering: .relaxed) { return }
    let bytes = Array("settee[\(getpid())]: \(SafeText.line(line()))\n".utf8)
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
  }
}
