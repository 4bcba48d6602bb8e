/// Writes XML byte for byte as Foundation's PropertyListSerialization does.
///
/// Control characters are written as they are, though no XML parser but a property list's takes
/// them: Foundation does so, and the file is Foundation's.
struct XMLWriter: ~Copyable {
  var sink: ByteSink

  init(capacity: Int) { sink = ByteSink(capacity: capacity) }

  /// Writes the whole file.
  mutating func document(_ value: PropertyList) throws(PropertyListError) {
    begin()
    try element(value, depth: 0)
    try end()
  }

  /// Writes what comes before the value.
  mutating func begin() {
    sink.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  /// Writes what comes after the value.
  mutating func end() throws(PropertyListError) {
    sink.append("</plist>\n")
    try Self.checkSize(sink.count)
  }

  @inline(never)
  private mutating func element(
    _ value: PropertyList, depth: Int
  ) throws(PropertyListError) {
    indent(depth)
    switch value {
    case .string(let text):
      sink.append("<string>")
      escaped(text)
      sink.append("</string>\n")
    case .integer(let number): integer(number)
    case .bigInteger(let number): integer(number)
    case .boolean(let flag): sink.append(flag ? "<true/>\n" : "<false/>\n")
    case .array(let values): try array(values, depth: depth)
    case .dictionary(let values): try dictionary(values, depth: depth)
    case .real, .date, .data, .uid: try rareElement(value, depth: depth)
    }
  }

  private mutating func integer(_ number: some FixedWidthInteger) {
    sink.append("<integer>")
    sink.append(decimal: number)
    sink.append("</integer>\n")
  }

  private mutating func array(_ values: [PropertyList], depth: Int) throws(PropertyListError) {
    try Self.checkDepth(depth + 1)
    guard !values.isEmpty else { return sink.append("<array/>\n") }
    sink.append("<array>\n")
    for value in values { try element(value, depth: depth + 1) }
    indent(depth)
    sink.append("</array>\n")
  }

  private mutating func dictionary(
    _ values: PropertyListDictionary, depth: Int
  ) throws(PropertyListError) {
    try Self.checkDepth(depth + 1)
    guard !values.isEmpty else { return sink.append("<dict/>\n") }
    sink.append("<dict>\n")
    try values.entriesInWrittenOrder.lendEach { (entry) throws(PropertyListError) in
      try self.entry(entry.key, entry.value, depth: depth + 1)
    }
    indent(depth)
    sink.append("</dict>\n")
  }

  /// Writes a key and its value.
  @inline(__always)
  mutating func entry(
    _ key: String, _ value: PropertyList, depth: Int
  ) throws(PropertyListError) {
    indent(depth)
    sink.append("<key>")
    escaped(key)
    sink.append("</key>\n")
    try element(value, depth: depth)
  }

  @inline(__always)
  private mutating func escaped(_ text: String) {
    text.withCodeUnits { bytes in
      var start = 0
      while true {
        let end = bytes.firstToEscape(from: start)
        sink.append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        guard end < bytes.count else { return }
        switch bytes[end] {
        case UInt8(ascii: "<"): sink.append("&lt;")
        case UInt8(ascii: ">"): sink.append("&gt;")
        default: sink.append("&amp;")
        }
        start = end + 1
      }
    }
  }

  @inline(__always)
  mutating func indent(_ depth: Int) {
    for _ in 0..<depth { sink.append(UInt8(ascii: "\t")) }
  }

  /// Refuses a file that is too long to be read again.
  static func checkSize(_ bytes: Int) throws(PropertyListError) {
    let most = PropertyListLimits.writing.bytes
    guard bytes <= most else {
      throw PropertyListError(
        at: .offset(0), "all values together take \(bytes) bytes, and \(most) is the limit")
    }
  }

  /// Deeper than readers take, ours and Foundation's, nothing is written.
  static func checkDepth(_ depth: Int) throws(PropertyListError) {
    let most = PropertyListLimits.writing.depth
    guard depth <= most else {
      throw PropertyListError(
        at: .offset(0),
        "arrays and dictionaries nest deeper than \(most) levels; nothing reads that")
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first `<`, `>` or `&` from there on, `count` when there is none.
  @inline(__always)
  fileprivate func firstToEscape(from start: Int) -> Int {
    var index = start
    while index + 8 <= count {
      let word = self.word(at: index)
      // < and > differ in one bit.
      if word.contains(UInt8(ascii: "&")) || (word | 2 * .eachByte).contains(UInt8(ascii: ">")) {
        break
      }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte | 2 == UInt8(ascii: ">") || byte == UInt8(ascii: "&") { break }
      index += 1
    }
    return index
  }
}
