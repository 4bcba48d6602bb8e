import SetteeFiles
public import SetteeValues

/// An error that occurs during cloud sync, with a message for the user.
public typealias CloudError = SetteeError

extension SetteeError {
  /// The error, marked as an error after which the caller must check whether the request succeeded.
  package var afterUnknownOutcome: SetteeError {
    var error = self
    error.mayHaveSucceeded = true
    return error
  }

  /// Runs a closure and rethrows its errors with the specified code.
  @discardableResult
  static func rethrowing<Result>(as code: Code, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw SetteeError(code, SetteeError(error).message)
    }
  }
}
