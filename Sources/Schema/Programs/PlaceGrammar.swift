/// The grammar of places in settings files, `a.b`, `"tool.black".x`, `bar[1].height`, as far as telling
/// whether a text is one.
///
/// NB: who reads the files has a reader of places, which this room does not see; a test holds both
/// equal.
package enum PlaceGrammar {
  package static func accepts(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard takeIndex(&rest) || takeName(&rest) else { return false }
    while !rest.isEmpty {
      if takeIndex(&rest) { continue }
      guard rest.popFirst() == UInt8(ascii: "."), takeName(&rest) else { return false }
    }
    return true
  }

  /// `[12]`; any other brackets belong to a name.
  private static func takeIndex(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      return false
    }
    let digits = rest[(rest.startIndex + 1)..<end]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      Int(String(decoding: digits, as: UTF8.self)) != nil
    else { return false }
    rest = rest[(end + 1)...]
    return true
  }

  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: "\"") else { return takePlainName(&rest) }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return false
  }

  private static func takePlainName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let start = rest.startIndex
    while let byte = rest.first, byte != UInt8(ascii: ".") {
      var ahead = rest
      if takeIndex(&ahead) { break }
      rest.removeFirst()
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
    }
    return rest.startIndex > start
  }
}
