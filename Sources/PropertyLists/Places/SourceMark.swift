/// Where a value of a file stands, worked out when somebody asks.
///
/// Lines are counted by a walk through the whole file. Opening a bundle to show it asks for no place
/// of its thousands of rows, and should not pay for them.
package struct SourceMark: Sendable {
  private enum Content: Sendable {
    case place(SourcePlace)
    case child(SourcePath, Int)
  }

  private let content: Content

  /// The mark of a place that is known.
  package init(_ place: SourcePlace) { content = .place(place) }

  init(_ path: SourcePath, _ position: Int) { content = .child(path, position) }

  /// The place.
  package var place: SourcePlace {
    switch content {
    case .place(let place): place
    case .child(let path, let position): path.places.place(of: path, position)
    }
  }
}
