#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a binary property list (`bplist00`), trusting no number in it.
///
/// Every object is read once; what other objects refer to again is shared. Two sums keep sharing
/// in bounds: how deep an object is, and what it would take written out.
struct BinaryReader {
  /// An object that was read, ready for the next reference to it.
  struct Known {
    var value: PropertyList
    var offset: Int
    var height = 0
    var cost = 16
    var firstChild: UInt32 = 0
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  let trailer: BinaryTrailer
  var places: PlaceRecorder

  /// For each object 0 when it was not read yet, `inProgress`, or its position in `known` + 1.
  private var states: [UInt32]
  private var known: [Known] = []
  private static let inProgress = UInt32.max

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) throws(PropertyListError) {
    trailer = try BinaryTrailer(of: bytes)
    self.bytes = bytes
    self.limits = limits
    self.places = places
    states = Array(repeating: 0, count: trailer.objectCount)
  }

  /// Reads the whole file.
  mutating func root() throws(PropertyListError) -> PropertyList {
    let root = try object(trailer.topObject, referredAt: bytes.count - 16, depth: 0)
    note(root)
    places.finish()
    return root.value
  }

  /// The object of a number, read now or before.
  mutating func object(
    _ number: Int, referredAt reference: Int, depth: Int
  ) throws(PropertyListError) -> Known {
    guard number < states.count else {
      throw failure(at: reference, "this refers to object \(number) of \(states.count)")
    }
    switch states[number] {
    case 0: break
    case Self.inProgress: throw failure(at: reference, "this object contains itself")
    case let position:
      let object = known[Int(position) - 1]
      try checkDepth(depth + object.height, at: reference)
      return object
    }
    states[number] = Self.inProgress
    let object = try read(at: trailer.offset(of: number, in: bytes), depth: depth)
    known.append(object)
    states[number] = UInt32(known.count)
    return object
  }

  /// Notes the place of one reference to an object.
  mutating func note(_ object: Known) {
    places.again(.init(value: UInt32(object.offset), firstChild: object.firstChild))
  }

  func checkDepth(_ depth: Int, at offset: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw failure(at: offset, "arrays and dictionaries nest deeper than \(limits.depth) levels")
    }
  }

  func failure(at offset: Int, _ message: String) -> PropertyListError {
    PropertyListError(at: .offset(offset), message)
  }
}
