/// The way from the root of a file to a container, whose children have a position each.
final class SourcePath: Sendable {
  private enum Start {
    /// Above the root of a file, which is the one child there.
    case root(SourceMap)
    /// In a container further up, at a position.
    case child(of: SourcePath, Int)
    /// At a place that is known, whatever is asked for.
    case place(SourcePlace)
  }

  private let start: Start

  private init(_ start: Start) { self.start = start }

  /// The way to the root of a file.
  convenience init(_ places: SourceMap) { self.init(.root(places)) }

  /// The way to a place that is known.
  convenience init(at place: SourcePlace) { self.init(.place(place)) }

  /// The way to a child.
  func child(_ position: Int) -> SourcePath { SourcePath(.child(of: self, position)) }

  /// Where a child begins.
  func place(of position: Int) -> SourcePlace {
    switch walk(to: position) {
    case .file(let places, let steps): places.place(after: steps)
    case .place(let place): place
    }
  }

  /// Where the key of a child begins.
  func keyPlace(of position: Int) -> SourcePlace? {
    switch walk(to: position) {
    case .file(let places, let steps): places.keyPlace(after: steps)
    case .place: nil
    }
  }

  private enum Walk {
    case file(SourceMap, steps: [Int])
    case place(SourcePlace)
  }

  /// The positions on the way from the root to a child, the root's own left out.
  private func walk(to position: Int) -> Walk {
    var steps: [Int] = []
    var (path, position) = (self, position)
    while true {
      switch path.start {
      case .root(let places): return .file(places, steps: steps.reversed())
      case .place(let place): return .place(place)
      case .child(let above, let own):
        steps.append(position)
        (path, position) = (above, own)
      }
    }
  }
}
