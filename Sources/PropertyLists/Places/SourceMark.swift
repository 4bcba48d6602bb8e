/// Where a value of a file stands, worked out when somebody asks.
///
/// Lines are counted by a walk through the whole file. Opening a bundle to show it asks for no place
/// of its thousands of rows, and should not pay for them.
package struct SourceMark: Sendable {
  private let path: SourcePath
  private let position: Int

  /// The mark of a place that is known.
  package init(_ place: SourcePlace) { self.init(SourcePath(at: place), 0) }

  init(_ path: SourcePath, _ position: Int) {
    self.path = path
    self.position = position
  }

  /// The place.
  package var place: SourcePlace { path.place(of: position) }
}
