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
