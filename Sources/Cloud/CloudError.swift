import SetteeFiles

/// Why the cloud side could not do what was asked: one sentence, and what kind of trouble it is.
public struct CloudError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Kind: Sendable, Equatable {
    /// The mirror cannot be reached, or did not answer in time.
    case unreachable
    /// The mirror answered and refused: no right, full, damaged, its mark lost.
    case refused
    /// The store is over a limit of the mirror; nothing was sent.
    case overLimits
    /// Both sides changed, or a value is missing here, and nobody said which one to keep.
    case conflict
    /// A local file could not be read or written.
    case local
    /// The request itself is wrong: an address that is none, an option that does not fit.
    case usage
    /// The mirror now carries another account; nothing was mixed.
    case otherAccount
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// What happened, where, and what to do: one sentence.
  public let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The sentence.
  public var description: String { message }

  /// Does something; what fails on the way is told as trouble of this kind.
  @discardableResult
  static func telling<Result>(
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
