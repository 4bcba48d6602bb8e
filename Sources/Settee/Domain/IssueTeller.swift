/// Told of every issue of every domain of this process: what a program that has a person before it sets.
package enum IssueTeller {
  private static let handler = Guarded<(@Sendable (DomainIssue) -> Void)?>(nil)

  /// Has issues told from now on, from whatever thread meets them.
  package static func tell(_ handler: @escaping @Sendable (DomainIssue) -> Void) {
    let old = self.handler.withLock { known in
      defer { known = handler }
      return known
    }
    withExtendedLifetime(old) {}
  }

  static func met(_ issue: DomainIssue) { handler.withLock { $0 }?(issue) }
}
