/// One pass over a file: tells the format, hands the bytes to its reader, keeps what comes out.
struct Reading {
  let format: PropertyListFormat
  let value: PropertyList
  let places: PlaceRecorder
  /// The text as UTF-8 without a byte order mark, nil for a binary file.
  let text: [UInt8]?

  init(
    _ bytes: [UInt8], limits: PropertyListLimits, keepsPlaces: Bool
  ) throws(PropertyListError) {
    guard !bytes.isEmpty else {
      throw PropertyListError(at: .text(line: 1, column: 1), "the file is empty")
    }
    // Fewer than these six bytes are a binary file that was cut off.
    let isBinary = bytes.starts(with: "bplist".utf8) || "bplist".utf8.starts(with: bytes)
    let start: SourcePlace = isBinary ? .offset(0) : .text(line: 1, column: 1)
    guard bytes.count <= limits.bytes else {
      throw PropertyListError(
        at: start, "the file has \(bytes.count) bytes, more than the \(limits.bytes) allowed")
    }
    let places = PlaceRecorder(isOn: keepsPlaces)
    if isBinary {
      self = try Self.binary(bytes, limits, places)
    } else {
      self = try Self.text(TextDecoding(bytes), limits, places)
    }
  }

  private init(
    _ format: PropertyListFormat, _ value: PropertyList, _ places: PlaceRecorder, _ text: [UInt8]?
  ) {
    (self.format, self.value, self.places, self.text) = (format, value, places, text)
  }

  private static func binary(
    _ bytes: [UInt8], _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) throws(PropertyListError) -> Reading {
    try bytes.withUnsafeBufferPointer { (bytes) throws(PropertyListError) in
      var reader = try BinaryReader(bytes, limits, places)
      let value = try reader.root()
      return Reading(.binary, value, reader.places, nil)
    }
  }

  private static func text(
    _ decoded: TextDecoding, _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) throws(PropertyListError) -> Reading {
    try decoded.utf8.withUnsafeBufferPointer { (text) throws(PropertyListError) in
      if XMLReader.recognises(text) {
        if let refusal = decoded.refusal(in: text) { throw refusal }
        var reader = XMLReader(text, limits, places)
        let value = try reader.document()
        return Reading(.xml, value, reader.places, decoded.utf8)
      }
      var reader = OldStyleReader(text, limits, places)
      if let (offset, what) = decoded.flaw { reader.note(what, at: offset) }
      let value = try reader.document()
      return Reading(.oldStyle, value, reader.places, decoded.utf8)
    }
  }
}
