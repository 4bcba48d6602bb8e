package import Settee
import SetteeFiles

/// The exit codes of all commands, which scripts can rely on.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case no = 1
  case usage = 2
  case invalid = 3
  case denied = 4
  case io = 5
  case conflict = 6
  case mirror = 7
  case terminal = 8

  /// The description of the exit code that the manual page shows.
  package var meaning: String {
    switch self {
    case .done: "Success."
    case .no: "Not found, or differences or errors were found."
    case .usage: "Usage error."
    case .invalid: "Invalid value, or data that exceeds the mirror's limits."
    case .denied: "Managed, read-only, a secret without --secrets, or permission denied."
    case .io: "Read or write error."
    case .conflict: "Conflict; nothing was changed."
    case .mirror: "The mirror is unreachable or rejected the request."
    case .terminal: "No usable terminal."
    }
  }
}

extension ExitCode {
  /// The exit code of a command that fails with an error.
  package init(_ error: SetteeError) { self = ExitCode(rawValue: error.exitCode) ?? .io }
}
