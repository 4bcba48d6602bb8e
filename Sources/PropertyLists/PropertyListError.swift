/// What makes a file unreadable, and where: one sentence.
public struct PropertyListError: Error, Sendable, Equatable {
  /// Where reading stopped.
  public let place: SourcePlace
  /// What is wrong and, where it helps, what to do: one sentence without the place.
  public let message: String

  /// Makes an error.
  public init(at place: SourcePlace, _ message: String) {
    self.place = place
    self.message = message
  }
}
