package import Settee

/// Why a verb did not do what it was asked to: an exit code and one sentence.
///
/// Every error that reaches the command line becomes one of these, here and nowhere else.
package struct Failure: Error, Sendable, Equatable {
  /// The exit code.
  package let code: ExitCode
  /// One sentence: what, where, what to do.
  package let sentence: String

  /// Makes a failure.
  package init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// Makes the failure that an error of any part of the program comes to.
  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as NamelessBundle: self = error.failure()
    case let error as DomainError:
      self.init(ExitCode(rawValue: error.exitCode) ?? .io, error.message)
    case let error as CloudError:
      self.init(ExitCode(rawValue: error.exitCode) ?? .mirror, error.message)
    case let error as BundleError:
      self.init(error.kind == .unreadable ? .io : .usage, error.message)
    case let error as BundleFiles.Failure: self.init(.io, error.reason)
    case let error as StoreError:
      self.init(ExitCode(rawValue: error.exitCode) ?? .io, error.message)
    case let refusal as Refusal: self.init(.invalid, refusal.message)
    case let error as JSONError: self.init(.invalid, error.sentence)
    case let error as PropertyListError:
      self.init(.invalid, error.place.words + ": " + error.message)
    default: self.init(.io, "\(error)")
    }
  }
}

extension SourcePlace {
  /// The place as it stands in a sentence.
  package var words: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .offset(let offset): "byte \(offset)"
    }
  }
}
