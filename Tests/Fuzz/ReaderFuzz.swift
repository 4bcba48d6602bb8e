/// Passes libFuzzer's inputs to the property list parsers and checks that the results agree.
///
/// Scripts/long.d/10-plists compiles this file together with the sources of the codec.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let limits = PropertyListLimits(bytes: 1 << 20, depth: 64, expandedBytes: 1 << 22)
  guard let document = try? PropertyListDocument(reading: bytes, limits: limits) else {
    // The parser without locations must not accept more than the parser with locations.
    precondition((try? PropertyList(reading: bytes, limits: limits)) == nil)
    return 0
  }
  visit(document.root)
  if document.notes.isEmpty {
    precondition((try? PropertyList(reading: bytes, limits: limits)) == document.value)
  }
  if let binary = try? document.value.binary() {
    precondition((try? PropertyList(reading: binary)) == document.value)
  }
  if let xml = try? document.value.xml() {
    // Compare after a second round trip: in XML, dates lose fractions of a second, and a dictionary
    // that looks like a reference becomes one.
    guard let back = try? PropertyList(reading: xml) else { preconditionFailure("our XML") }
    precondition((try? back.xml()) == xml)
  }
  return 0
}

/// Accesses the location of each node.
private func visit(_ node: PropertyListNode) {
  _ = node.place
  _ = node.keyPlace
  for element in node.elements { visit(element) }
  for (key, child) in node.entries {
    precondition(child.keyPlace != nil)
    precondition(node[key]?.place == child.place)
    visit(child)
  }
}
