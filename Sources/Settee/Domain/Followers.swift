/// Those who follow a domain, and the news that wait to be told, in the order in which they came.
///
/// One thread tells at a time; what happens meanwhile, even in a handler, is told after.
struct Followers: Sendable {
  /// What followers are told.
  enum News: Sendable {
    case event(DomainEvent)
    case issue(DomainIssue)
  }

  typealias Handler = @Sendable (News) -> Void

  private var handlers: [UInt64: Handler] = [:]
  private var last: UInt64 = 0
  private var waiting: [News] = []
  private var isTelling = false

  var isEmpty: Bool { handlers.isEmpty }

  mutating func add(_ handler: @escaping Handler) -> UInt64 {
    last += 1
    handlers[last] = handler
    return last
  }

  mutating func remove(_ id: UInt64) -> Handler? { handlers.removeValue(forKey: id) }

  mutating func enqueue(_ news: News) {
    if !handlers.isEmpty { waiting.append(news) }
  }

  /// What to tell next, and to whom; nil when another thread is telling, or nothing waits.
  mutating func next(continuing: Bool) -> (News, [Handler])? {
    if isTelling, !continuing { return nil }
    isTelling = !waiting.isEmpty
    guard isTelling else { return nil }
    return (waiting.removeFirst(), Array(handlers.values))
  }
}
