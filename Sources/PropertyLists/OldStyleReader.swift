struct OldStyleReader {
  var places: PlaceRecorder
  init(_ text: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder) {
    self.places = places
  }
  mutating func note(_ flaw: TextDecoding.Flaw, at offset: Int) {}
  mutating func document() throws(PropertyListError) -> PropertyList {
    throw PropertyListError(at: .text(line: 1, column: 1), "old-style text is not read yet")
  }
}
