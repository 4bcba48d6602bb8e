/// What this process wrote to which file, so that its own echoes are told by content.
enum Echoes {
  private static let remembered = 16

  static func note(_ revision: UInt64, at path: String, _ source: ChangeSource) {
    ProcessWide.current.written.withLock { written in
      var list = written[path] ?? []
      list.append((revision, source))
      if list.count > remembered { list.removeFirst() }
      written[path] = list
    }
  }

  /// Who wrote that content over the `known` one: nil when it was not this process.
  ///
  /// Another one may write what this process wrote before, as whoever takes a change back does.
  static func source(of revision: UInt64, over known: UInt64, at path: String) -> ChangeSource? {
    let written = ProcessWide.current.written.withLock { $0[path] } ?? []
    guard let place = written.lastIndex(where: { $0.revision == revision }) else { return nil }
    let last = written.lastIndex { $0.revision == known } ?? 0
    return place < last ? nil : written[place].source
  }

  /// Others have written since: from now on what was written before is no echo.
  static func forget(at path: String) {
    ProcessWide.current.written.withLock { $0[path] = nil }
  }
}
