/// Feeds the property list readers with input from libFuzzer and checks that the results agree.
///
/// Scripts/long.d/10-plists builds it together with the sources of the codec.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let limits = PropertyListLimits(bytes: 1 << 20, depth: 64, expandedBytes: 1 << 22)
  guard let document = try? PropertyListDocument(reading: bytes, limits: limits) else {
    // Reading without locations must accept no more than reading with them.
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
    // Dates lose fractions, and a dictionary that looks like a reference becomes one: the second
    // round trip is exact.
    guard let back = try? PropertyList(reading: xml) else { preconditionFailure("our XML") }
    precondition((try? back.xml()) == xml)
  }
  return 0
}

/// Reads the location of every node.
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
