struct BinaryReader {
  var places: PlaceRecorder
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder)
    throws(PropertyListError)
  {
    self.places = places
  }
  mutating func root() throws(PropertyListError) -> PropertyList {
    throw PropertyListError(at: .offset(0), "binary property lists are not read yet")
  }
}
