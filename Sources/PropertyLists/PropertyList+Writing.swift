extension PropertyList {
  /// The XML file of this value, byte for byte as Foundation's PropertyListSerialization writes it:
  /// indented by tabs, keys sorted by their UTF-16 units.
  public func xml() throws(PropertyListError) -> [UInt8] {
    throw PropertyListError(at: .offset(0), "XML is not written yet")
  }

  /// The binary file of this value (`bplist00`), with equal texts, numbers and data kept once.
  public func binary() throws(PropertyListError) -> [UInt8] {
    throw PropertyListError(at: .offset(0), "binary property lists are not written yet")
  }
}
