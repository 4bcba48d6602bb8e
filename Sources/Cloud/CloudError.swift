import SetteeFiles
public import SetteePropertyLists

/// An error that occurs during cloud sync, with a message for the user.
public typealias CloudError = SetteeError

extension SetteeError {
  /// The error, marked as an error after which the caller must check whether the request succeeded.
  package var afterUnknownOutcome: SetteeError {
    var error = self
    error.mayHaveSucceeded = true
    return error
  }

  /// Runs a closure and rethrows errors with the specified code, unless they are already errors of
  /// the sync.
  @discardableResult
  static func wrapping<Result>(
    _ code: Code, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      let error = SetteeError(error)
      throw error.isOfSync ? error : SetteeError(code, error.message)
    }
  }

  /// A Boolean value that indicates whether a sync reported the error, rather than a domain.
  private var isOfSync: Bool {
    [.unreachable, .refused, .overLimits, .local, .otherAccount].contains(code)
  }
}
