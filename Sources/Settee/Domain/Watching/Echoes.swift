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

  /// Who wrote that content: nil when it was not this process.
  static func source(of revision: UInt64, at path: String) -> ChangeSource? {
    ProcessWide.current.written.withLock { $0[path]?.last { $0.revision == revision }?.source }
  }
}
