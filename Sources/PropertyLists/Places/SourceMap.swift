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

  /// The places of a file that was read with them.
  init(_ reading: Reading) {
    content = Mutex(Content(reading))
    (bytes, limits) = ([], .standard)
  }

  /// The places of a file that could be read.
  init(of bytes: [UInt8], limits: PropertyListLimits) {
    content = Mutex(nil)
    (self.bytes, self.limits) = (bytes, limits)
  }

  func place(of path: SourcePath, _ position: Int) -> SourcePlace {
    let (content, record) = record(of: path, position)
    return content.place(of: Int(record.value))
  }

  func keyPlace(of path: SourcePath, _ position: Int) -> SourcePlace? {
    let (content, record) = record(of: path, position)
    return record.key == .max ? nil : content.place(of: Int(record.key))
  }

  func place(of offset: Int) -> SourcePlace { known.place(of: offset) }

  private func record(
    of path: SourcePath, _ position: Int
  ) -> (Content, PlaceRecorder.Record) {
    let content = known
    let record = path.steps(to: position).reduce(content.records.count - 1) { record, step in
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
  let places: SourceMap
  /// The container above and the position in it; nil above the root.
  private let above: (path: SourcePath, position: Int)?

  /// The way to the root, which is the one child of nothing.
  init(_ places: SourceMap) {
    self.places = places
    above = nil
  }

  private init(_ above: SourcePath, _ position: Int) {
    places = above.places
    self.above = (above, position)
  }

  /// The way to a child.
  func child(_ position: Int) -> SourcePath { SourcePath(self, position) }

  /// The positions on the way from the root to a child, the root's own left out.
  fileprivate func steps(to position: Int) -> [Int] {
    var steps: [Int] = []
    var (path, position) = (self, position)
    while let above = path.above {
      steps.append(position)
      (path, position) = above
    }
    return steps.reversed()
  }
}
