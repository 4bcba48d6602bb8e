/// Notes the edits of a domain that has a mirror, as part of each commit.
///
/// So a delete is told from a loss, and an edit carries the time at which it was made, not the time
/// at which it was pushed.
enum CloudCommits {
  static func observer(_ domain: DomainName, _ locations: Locations) -> CommitObserver {
    var observer = CommitObserver(commit: { (changes, source) throws(DomainError) in
      let shelf = CloudShelf(domain, locations)
      guard source == .local, shelf.isInUse else { return nil }
      // Of a leaf inside a dictionary the whole value is not known here: it is stamped when seen.
      let whole = changes.filter { !$0.path.isNested }.map {
        (CloudKey($0.path.key), $0.old, $0.new)
      }
      guard !whole.isEmpty else { return nil }
      do throws(CloudError) {
        try shelf.note(whole)
        return nil
      } catch {
        // Without its note a delete would only be asked about again; the edit itself must go on.
        return DomainIssue(
          .unnoted,
          "\(error.message) The change of \(domain) is made, but a delete counts as missing here:"
            + " the next sync asks about it.", keys: whole.map { $0.0.text })
      }
    })
    observer.restored = { (values) throws(DomainError) in
      let shelf = CloudShelf(domain, locations)
      guard shelf.isInUse else { return }
      do throws(CloudError) {
        try shelf.noteRestored(values)
      } catch {
        throw DomainError(.io, error.message)
      }
    }
    return observer
  }
}
