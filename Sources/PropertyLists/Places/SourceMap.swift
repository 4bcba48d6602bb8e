/// Where every value and key of one file stands; shared by all nodes of a document.
final class SourceMap: Sendable {
  private let records: [PlaceRecorder.Record]
  /// Nil for a binary file, whose places are offsets.
  private let lines: TextLines?

  init(_ records: [PlaceRecorder.Record], _ lines: TextLines?) {
    self.records = records
    self.lines = lines
  }

  var root: Int { records.count - 1 }

  func child(_ position: Int, ofRecord record: Int) -> Int {
    Int(records[record].firstChild) + position
  }

  func place(ofRecord record: Int) -> SourcePlace { place(of: Int(records[record].value)) }

  func keyPlace(ofRecord record: Int) -> SourcePlace? {
    let key = records[record].key
    return key == .max ? nil : place(of: Int(key))
  }

  func place(of offset: Int) -> SourcePlace { lines?.place(of: offset) ?? .offset(offset) }
}
