import SetteeFiles

/// An error that occurs during cloud sync, with a message for the user.
public struct CloudError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A code for a sync error, which determines how a program can respond.
  public enum Code: Sendable, Equatable {
    /// The cloud mirror can't be reached or didn't respond in time.
    case unreachable
    /// The cloud mirror rejected the request to read or write settings.
    ///
    /// Possible reasons are missing permissions, a full disk, a corrupt document, or a missing
    /// marker.
    case refused
    /// The settings exceed a limit of the cloud mirror, so nothing was sent.
    case overLimits
    /// The user must resolve a conflict or decide about a missing value, because no policy applies.
    case conflict
    /// A file on this device couldn't be read or written.
    case local
    /// The request is invalid, for example because of a malformed address or conflicting options.
    case usage
    /// The domain was synced with a different account, so nothing was sent or received.
    case otherAccount
  }

  /// A code that programs can check.
  public let code: Code
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String

  /// A Boolean value that indicates whether the mirror might have processed the failed request.
  package private(set) var mayHaveSucceeded = false

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Converts an error of any type to an error with the specified code, unless it is a `CloudError`.
  package init(_ error: any Error, code: Code = .local) {
    self = error as? CloudError ?? CloudError(code, "\(error)")
  }

  /// The error, marked as an error after which the caller must check whether the request succeeded.
  package var afterUnknownOutcome: CloudError {
    var error = self
    error.mayHaveSucceeded = true
    return error
  }

  /// The error message that Settee shows to the user.
  public var description: String { message }

  /// Runs a closure and rethrows errors of other types as a `CloudError` with the specified code.
  @discardableResult
  static func wrapping<Result>(
    _ code: Code, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw CloudError(error, code: code)
    }
  }
}
