import SetteeFiles

/// An error that occurs during cloud sync, with a message for the user.
public struct CloudError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Sendable, Equatable {
    /// The mirror can't be reached or didn't respond in time.
    case unreachable
    /// The mirror rejected the request.
    ///
    /// Possible reasons are missing permissions, a full disk, a corrupt document, or a missing
    /// marker.
    case refused
    /// The settings exceed a limit of the mirror, so nothing was sent.
    case overLimits
    /// A conflict or a missing value requires the user's decision, because no policy applies to it.
    case conflict
    /// A local file couldn't be read or written.
    case local
    /// The request is invalid, for example because of a malformed address or conflicting options.
    case usage
    /// The domain was synced with a different account, so nothing was sent or received.
    case otherAccount
  }

  /// The kind of the error.
  public let kind: Kind
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  public var description: String { message }

  /// Runs `body` and rethrows errors of other types as a `CloudError` of the specified kind.
  @discardableResult
  static func wrapping<Result>(
    _ kind: Kind, _ body: () throws -> Result
  ) throws(CloudError) -> Result {
    do {
      return try body()
    } catch let error as CloudError {
      throw error
    } catch let fault as any FileProblem {
      throw CloudError(kind, fault.message)
    } catch {
      throw CloudError(kind, "\(error)")
    }
  }
}
