/// Where every value and key of one file stands; shared by all nodes of a document.
final class SourceMap: Sendable {
  let records: [PlaceRecorder.Record]
  /// Nil for a binary file, whose places are offsets.
  private let lines: TextLines?
  /// The value, whose parts live on in the rows of a pane: to free what holds them, while the rows
  /// stay, would be to visit each.
  private let held: PropertyList

  init(_ reading: Reading) {
    records = reading.places.records
    lines = reading.text.map { TextLines($0) }
    held = reading.value
  }

  func place(of offset: Int) -> SourcePlace { lines?.place(of: offset) ?? .offset(offset) }
}

/// Where a value of a file stands, worked out when somebody asks.
///
/// Lines are counted by a walk through the whole file. Opening a bundle to show it asks for no place
/// of its thousands of rows, and should not pay for them.
package struct SourceMark: Sendable {
  private let map: SourceMap
  private let record: Int

  /// The mark of the root, whose record is the last one.
  init(_ map: SourceMap) { self.init(map, map.records.count - 1) }

  private init(_ map: SourceMap, _ record: Int) { (self.map, self.record) = (map, record) }

  package func child(_ position: Int) -> SourceMark {
    SourceMark(map, Int(map.records[record].firstChild) + position)
  }

  /// Where the value begins: the `<` of its element, its first character, or its object's offset.
  package var place: SourcePlace { map.place(of: Int(map.records[record].value)) }

  /// Where the value's key begins, nil for elements of an array and for the root.
  var keyPlace: SourcePlace? {
    let key = map.records[record].key
    return key == .max ? nil : map.place(of: Int(key))
  }
}
