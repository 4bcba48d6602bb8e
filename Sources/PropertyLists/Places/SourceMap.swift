import Synchronization

/// Where every value and key of one file stands; shared by all nodes of a document.
///
/// Whoever shows a file asks for hardly any place: then the file is read with its places when the
/// first one is asked for, and so a second time.
final class SourceMap: Sendable {
  /// What is known of a file that was read with its places.
  private struct Content: Sendable {
    let records: [PlaceRecorder.Record]
    /// Nil for a binary file, whose places are offsets.
    let lines: TextLines?

    init(_ reading: Reading) {
      records = reading.places.records
      lines = reading.text.map { TextLines($0) }
    }

    func place(of offset: Int) -> SourcePlace { lines?.place(of: offset) ?? .offset(offset) }
  }

  private let content: Mutex<Content?>
  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  /// The value, whose parts live on in the rows of a pane: to free what holds them, while the rows
  /// stay, would be to visit each.
  private let held: PropertyList?

  /// The places of a file that was read with them.
  init(_ reading: Reading) {
    content = Mutex(Content(reading))
    (bytes, limits, held) = ([], .standard, nil)
  }

  /// The places of a file that could be read, and its value.
  init(of bytes: [UInt8], limits: PropertyListLimits, holding value: PropertyList) {
    content = Mutex(nil)
    (self.bytes, self.limits, held) = (bytes, limits, value)
  }

  /// Where the value begins that is reached by these steps from the root.
  func place(after steps: [Int]) -> SourcePlace {
    let (content, record) = record(after: steps)
    return content.place(of: Int(record.value))
  }

  /// Where its key begins.
  func keyPlace(after steps: [Int]) -> SourcePlace? {
    let (content, record) = record(after: steps)
    return record.key == .max ? nil : content.place(of: Int(record.key))
  }

  func place(of offset: Int) -> SourcePlace { known.place(of: offset) }

  private func record(after steps: [Int]) -> (Content, PlaceRecorder.Record) {
    let content = known
    let record = steps.reduce(content.records.count - 1) { record, step in
      Int(content.records[record].firstChild) + step
    }
    return (content, content.records[record])
  }

  private var known: Content {
    content.withLock { content in
      if let content { return content }
      // It could be read before, and so it can be now.
      guard let reading = try? Reading(bytes, limits: limits, keepsPlaces: true) else {
        preconditionFailure("a file that was read cannot be read again")
      }
      let fresh = Content(reading)
      content = fresh
      return fresh
    }
  }
}

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

  package var place: SourcePlace { path.place(of: position) }
}
