/// The locations of all values and keys in a file, shared by all nodes of a document.
final class SourceMap: Sendable {
  let records: [PlaceRecorder.Record]
  /// The line index of a text file, or `nil` for a binary file, whose locations are offsets.
  private let lines: TextLines?
  /// A reference to the root value, which keeps all values in the file alive.
  ///
  /// If the root were released while its parts are still in use, Swift would have to visit each
  /// part.
  private let held: PropertyList

  init(_ reading: PropertyList.ParseResult) {
    records = reading.places.records
    lines = reading.text.map { TextLines($0) }
    held = reading.value
  }

  func place(of offset: Int) -> SourcePlace { lines?.place(of: offset) ?? .offset(offset) }
}

/// The location of a value in the file, computed on demand.
///
/// Finding a line requires scanning the file, and opening a bundle doesn't need the locations of
/// its thousands of rows.
package struct SourceMark: Sendable {
  private let map: SourceMap
  private let record: Int

  /// Creates the mark of the root value, whose record is the last one.
  init(_ map: SourceMap) { self.init(map, map.records.count - 1) }

  private init(_ map: SourceMap, _ record: Int) { (self.map, self.record) = (map, record) }

  package func child(_ position: Int) -> SourceMark {
    SourceMark(map, Int(map.records[record].firstChild) + position)
  }

  /// The location in the file at which the value starts.
  ///
  /// A value starts at the `<` of its element, at its first character, or at the offset of its
  /// object.
  package var place: SourcePlace { map.place(of: Int(map.records[record].value)) }

  /// The location of the value's key, or `nil` for array items and the root.
  var keyPlace: SourcePlace? {
    let key = map.records[record].key
    return key == .max ? nil : map.place(of: Int(key))
  }
}
