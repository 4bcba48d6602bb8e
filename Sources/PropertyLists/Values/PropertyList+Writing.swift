extension PropertyList {
  /// The XML file of this value, byte for byte as Foundation's PropertyListSerialization writes it.
  ///
  /// That is indented by tabs, with keys sorted by their UTF-16 units, reals with 17 digits and
  /// dates to the second. Fails for a date beyond 32-bit years and for nesting that nothing reads.
  public func xml() throws(PropertyListError) -> [UInt8] {
    var writer = XMLWriter(capacity: 4096)
    try writer.document(self)
    return writer.sink.bytes
  }

  /// The binary file of this value (`bplist00`), with equal texts, numbers and data kept once.
  ///
  /// Keys stay in their order. Fails for nesting that nothing reads.
  public func binary() throws(PropertyListError) -> [UInt8] {
    var writer = BinaryWriter()
    return try writer.document(self)
  }
}
