/// A property list that was read with its places: what `check` and other reports stand on.
///
/// When only the values are wanted, ``PropertyList/init(reading:limits:)`` is quicker.
public struct PropertyListDocument: Sendable {
  /// The format of the file.
  public let format: PropertyListFormat
  /// The outermost value.
  public let root: PropertyListNode
  /// What is odd about the file but did not stop the reading, in file order.
  public let notes: [PropertyListNote]

  /// The outermost value without places.
  public var value: PropertyList { root.value }

  /// Reads a file of any format.
  public init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    let reading = try Reading(bytes, limits: limits, keepsPlaces: true)
    let places = SourceMap(reading)
    format = reading.format
    root = PropertyListNode(reading.value, places)
    notes = reading.places.remarks.map {
      PropertyListNote($0.kind, at: places.place(of: $0.offset), $0.message)
    }
  }

  /// Reads a file of any format, as strictly as for its values alone: without notes, and with the
  /// places worked out when one is asked for.
  package init(
    readingValues bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    let reading = try Reading(bytes, limits: limits, keepsPlaces: false)
    format = reading.format
    let places = SourceMap(of: bytes, limits: limits, holding: reading.value)
    root = PropertyListNode(reading.value, places)
    notes = []
  }
}

extension PropertyList {
  /// Reads a file of any format, without keeping places.
  public init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    self = try Reading(bytes, limits: limits, keepsPlaces: false).value
  }
}
