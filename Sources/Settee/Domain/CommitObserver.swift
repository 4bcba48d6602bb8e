/// What takes part in every commit of a domain's layer, as the cloud's state does.
///
/// `begin` runs before the lock of the file is taken, `restored` and `commit` under it, before the file
/// is replaced (a throw abandons the commit), `end` after the lock is released.
public struct CommitObserver: Sendable {
  /// Runs before the lock is taken: the place to take a lock of one's own.
  public var begin: @Sendable () throws(DomainError) -> Void
  /// Runs under the lock, with what is about to be written; tells what could not be noted.
  public var commit:
    @Sendable (_ changes: [KeyChange], _ source: ChangeSource) throws(DomainError) -> DomainIssue?
  /// Runs under the lock before `commit` where the commit mends a damaged file of the user's layer,
  /// with all values that come back with the last good copy: none of them is anybody's edit.
  public var restored: @Sendable (_ values: PropertyListDictionary) throws(DomainError) -> Void = {
    (_) throws(DomainError) in
  }
  /// Runs after the lock is released, whatever happened; says whether the changes are on disk.
  public var end: @Sendable (_ written: Bool) -> Void

  /// Makes an observer.
  public init(
    begin: @escaping @Sendable () throws(DomainError) -> Void = { () throws(DomainError) in },
    commit:
      @escaping @Sendable ([KeyChange], ChangeSource) throws(DomainError) -> DomainIssue? = {
        (_, _) throws(DomainError) in nil
      },
    end: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.begin = begin
    self.commit = commit
    self.end = end
  }
}
