/// Limits for reading property lists, which protect against malicious files.
package struct PropertyListLimits: Sendable, Equatable {
  package var bytes: Int
  /// The maximum nesting depth of arrays and dictionaries in a property list.
  package var depth: Int
  /// The maximum size of the values in a binary file after expanding all shared objects.
  ///
  /// The size includes the text and data in bytes, plus 16 bytes per value. Because objects can be
  /// shared, a small file could expand to billions of bytes.
  package var expandedBytes: Int

  package init(
    bytes: Int = 64 << 20, depth: Int = 512, expandedBytes: Int = 256 << 20
  ) {
    self.bytes = min(bytes, Int(Int32.max))
    self.depth = depth
    self.expandedBytes = expandedBytes
  }

  /// The standard limits of 64 MiB per file, 512 levels as in Foundation, and 256 MiB after
  /// expanding shared objects.
  package static let standard = PropertyListLimits()

  /// The limits for writing, which are slightly lower so that Settee can read every file that it
  /// writes.
  static let writing = PropertyListLimits(bytes: 63 << 20, expandedBytes: 255 << 20)
}

extension PropertyList {
  /// The value of a file and the recorded locations.
  ///
  /// The text is in UTF-8 without a byte order mark. It is `nil` for a binary file.
  typealias ParseResult = (value: PropertyList, places: PlaceRecorder, text: [UInt8]?)

  /// Parses a property list in XML, binary, or old-style format.
  static func parse(
    _ bytes: [UInt8], limits: PropertyListLimits, keepsPlaces: Bool
  ) throws -> ParseResult {
    guard !bytes.isEmpty else {
      throw ParseError(at: .text(line: 1, column: 1), "the file is empty")
    }
    // A file that contains only the first bytes of `bplist` is a truncated binary file.
    let isBinary = bytes.starts(with: "bplist".utf8) || "bplist".utf8.starts(with: bytes)
    let start: SourcePlace = isBinary ? .offset(0) : .text(line: 1, column: 1)
    guard bytes.count <= limits.bytes else {
      throw ParseError(
        at: start, "the file has \(bytes.count) bytes; the limit is \(limits.bytes)")
    }
    return isBinary
      ? try parseBinary(bytes, limits, keepsPlaces)
      : try parse(TextDecoding(bytes), limits, keepsPlaces)
  }

  private static func parseBinary(
    _ bytes: [UInt8], _ limits: PropertyListLimits, _ keepsPlaces: Bool
  ) throws -> ParseResult {
    try bytes.withUnsafeBufferPointer { bytes in
      let places = PlaceRecorder(isOn: keepsPlaces, bytes: bytes.count)
      var reader = try BinaryReader(bytes, limits, places)
      let value = try reader.root()
      return (value, reader.places, nil)
    }
  }

  private static func parse(
    _ decoded: TextDecoding, _ limits: PropertyListLimits, _ keepsPlaces: Bool
  ) throws -> ParseResult {
    try decoded.utf8.withUnsafeBufferPointer { text in
      let places = PlaceRecorder(isOn: keepsPlaces, bytes: text.count)
      do {
        if XMLReader.recognises(text) {
          if let flaw = decoded.flaw {
            throw ParseError(at: .offset(flaw.offset), flaw.message)
          }
          var reader = XMLReader(text: text, limits: limits, places: places)
          let value = try reader.document()
          return (value, reader.places, decoded.utf8)
        }
        var reader = OldStyleReader(text: text, limits: limits, places: places)
        if let flaw = decoded.flaw, let note = flaw.note {
          reader.places.remark(note, at: flaw.offset, flaw.message)
        }
        let value = try reader.document()
        return (value, reader.places, decoded.utf8)
      } catch let error as ParseError {
        guard let offset = error.offset else { throw error }
        let lines = LineIndex(decoded.utf8, lonelyReturnEndsLine: true)
        throw ParseError(at: SourcePlace(of: offset, in: lines), error.message)
      }
    }
  }
}

extension PropertyListLimits {
  func checkDepth(_ depth: Int, at start: Int) throws {
    guard depth <= self.depth else {
      throw ParseError(
        at: .offset(start), "arrays and dictionaries nested more than \(self.depth) levels")
    }
  }
}
