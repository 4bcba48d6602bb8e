/// How much a reader takes before it says no, so that a hostile file costs little.
package struct PropertyListLimits: Sendable, Equatable {
  package var bytes: Int
  /// How deep arrays and dictionaries may nest.
  package var depth: Int
  /// What the values of a binary file may take when every shared object is written out.
  ///
  /// That is the sum of their text and data in bytes and 16 for each value. A small file can share its way to billions.
  package var expandedBytes: Int

  package init(
    bytes: Int = 64 << 20, depth: Int = 512, expandedBytes: Int = 256 << 20
  ) {
    self.bytes = min(bytes, Int(Int32.max))
    self.depth = depth
    self.expandedBytes = expandedBytes
  }

  /// 64 MiB of file, 512 levels (as many as Foundation takes), 256 MiB written out.
  package static let standard = PropertyListLimits()

  /// What is written: a little less than is read, so that nobody writes what nobody reads again.
  static let writing = PropertyListLimits(bytes: 63 << 20, expandedBytes: 255 << 20)
}

/// One pass over a file: tells its format, hands the bytes to its reader, keeps what comes out.
struct Reading {
  let value: PropertyList
  let places: PlaceRecorder
  /// The text as UTF-8 without a byte order mark, nil for a binary file.
  let text: [UInt8]?
}

extension Reading {
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
    if isBinary {
      self = try Self.binary(bytes, limits, keepsPlaces)
    } else {
      self = try Self.text(TextDecoding(bytes), limits, keepsPlaces)
    }
  }

  private static func binary(
    _ bytes: [UInt8], _ limits: PropertyListLimits, _ keepsPlaces: Bool
  ) throws(PropertyListError) -> Reading {
    try bytes.withUnsafeBufferPointer { (bytes) throws(PropertyListError) in
      let places = PlaceRecorder(isOn: keepsPlaces, bytes: bytes.count)
      var reader = try BinaryReader(bytes, limits, places)
      let value = try reader.root()
      return Reading(value: value, places: reader.places, text: nil)
    }
  }

  private static func text(
    _ decoded: TextDecoding, _ limits: PropertyListLimits, _ keepsPlaces: Bool
  ) throws(PropertyListError) -> Reading {
    try decoded.utf8.withUnsafeBufferPointer { (text) throws(PropertyListError) in
      let places = PlaceRecorder(isOn: keepsPlaces, bytes: text.count)
      do throws(PropertyListError) {
        if XMLReader.recognises(text) {
          if let flaw = decoded.flaw {
            throw PropertyListError(at: .offset(flaw.offset), flaw.message)
          }
          var reader = XMLReader(text: text, limits: limits, places: places)
          let value = try reader.document()
          return Reading(value: value, places: reader.places, text: decoded.utf8)
        }
        var reader = OldStyleReader(text: text, limits: limits, places: places)
        if let flaw = decoded.flaw, let note = flaw.note {
          reader.places.remark(note, at: flaw.offset, flaw.message)
        }
        let value = try reader.document()
        return Reading(value: value, places: reader.places, text: decoded.utf8)
      } catch {
        guard case .offset(let offset) = error.place else { throw error }
        throw PropertyListError(at: TextLines.place(of: offset, in: text), error.message)
      }
    }
  }
}

/// What the readers of all formats share.
protocol PropertyListReader {
  var limits: PropertyListLimits { get }
  var places: PlaceRecorder { get set }
}

extension PropertyListReader {
  /// An error with its offset as its place: to count lines takes time, and an old-style table passes
  /// most errors over.
  func failure(at offset: Int, _ message: String) -> PropertyListError {
    PropertyListError(at: .offset(offset), message)
  }

  func checkDepth(_ depth: Int, at start: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw failure(at: start, "arrays and dictionaries nest deeper than \(limits.depth) levels")
    }
  }
}

/// What makes a file unreadable, and where: one sentence.
package struct PropertyListError: Error, Sendable, Equatable {
  package let place: SourcePlace
  /// What is wrong and, where it helps, what to do: one sentence without the place.
  package let message: String

  package init(at place: SourcePlace, _ message: String) {
    self.place = place
    self.message = message
  }
}

/// Where in a file something stands: a line and column in text, an offset in a binary file.
package enum SourcePlace: Sendable, Equatable {
  /// A line and a column, both counted from 1.
  ///
  /// The column counts characters as Unicode scalars, the way most editors do: `é` counts one, and
  /// two when it is written as `e` + U+0301. A byte order mark counts nothing.
  case text(line: Int, column: Int)
  /// A byte offset, counted from 0.
  case offset(Int)
}

extension SourcePlace {
  /// The place as it stands in a sentence.
  package var words: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .offset(let offset): "byte \(offset)"
    }
  }
}
