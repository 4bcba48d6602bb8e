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
  }

  private let start: Start

  private init(_ start: Start) { self.start = start }

  convenience init(_ places: SourceMap) { self.init(.root(places)) }

  func child(_ position: Int) -> SourcePath { SourcePath(.child(of: self, position)) }

  /// The positions on the way from the root to a child, the root's own left out.
  fileprivate func steps(to position: Int) -> (SourceMap, [Int]) {
    var steps: [Int] = []
    var (path, position) = (self, position)
    while true {
      switch path.start {
      case .root(let places): return (places, steps.reversed())
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
  let path: SourcePath
  let position: Int

  /// Where the value begins: the `<` of its element, its first character, or its object's offset.
  package var place: SourcePlace {
    let (places, steps) = path.steps(to: position)
    return places.place(after: steps)
  }

  /// Where the value's key begins, nil for elements of an array and for the root.
  var keyPlace: SourcePlace? {
    let (places, steps) = path.steps(to: position)
    return places.keyPlace(after: steps)
  }
}
