import Settee
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

/// The failure of a command.
///
/// All errors that reach the command line are converted to this type.
package struct CommandError: Error, Sendable, Equatable {
  package let code: ExitCode
  /// A sentence that explains to the user what failed and suggests a solution.
  package let sentence: String

  package init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  package init(_ error: any Error) {
    switch error {
    case let failure as CommandError: self = failure
    case let error as NamelessBundle: self = error.failure()
    case let error as UnknownFormat:
      self.init(.usage, "Can't determine the format of \(error.path): \(error.reason).")
    case let error as DomainError: self.init(error.code.exit, error.message)
    case let error as CloudError: self.init(error.code.exit, error.message)
    case let error as BundleError:
      self.init(error.kind == .unreadable ? .io : .usage, error.message)
    case let error as SystemError: self.init(.io, error.message)
    case let error as StoreError:
      if let cause = error.cause {
        self.init(cause)
      } else {
        self.init(error.code.exit, error.message)
      }
    case let refusal as ValidationError: self.init(.invalid, refusal.message)
    case let error as JSONError: self.init(.invalid, error.sentence)
    case let error as PropertyListError:
      self.init(.invalid, error.place.words + ": " + error.message)
    default: self.init(.io, "\(error)")
    }
  }
}

extension DomainError.Code {
  fileprivate var exit: ExitCode {
    switch self {
    case .missing: .no
    case .usage: .usage
    case .invalid: .invalid
    case .denied: .denied
    case .io, .busy: .io
    case .conflict: .conflict
    }
  }
}

extension CloudError.Code {
  fileprivate var exit: ExitCode {
    switch self {
    case .unreachable, .refused: .mirror
    case .overLimits: .invalid
    case .conflict, .otherAccount: .conflict
    case .local: .io
    case .usage: .usage
    }
  }
}

extension StoreError.Code {
  fileprivate var exit: ExitCode {
    switch self {
    case .declaration: .usage
    case .invalidValue: .invalid
    case .managed: .denied
    case .storage, .notWritable: .io
    }
  }
}
