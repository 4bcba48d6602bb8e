/// A property list that was read with its places: what `check` and other reports stand on.
///
/// When only the values are wanted, ``PropertyList/init(reading:limits:)`` is quicker.
package struct PropertyListDocument: Sendable {
  package let format: PropertyListFormat
  package let root: PropertyListNode
  /// What is odd about the file but did not stop the reading, in file order.
  package let notes: [PropertyListNote]

  package var value: PropertyList { root.value }

  package init(
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
  package init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    self = try Reading(bytes, limits: limits, keepsPlaces: false).value
  }
}

/// A value of a read file together with where it stands.
package struct PropertyListNode: Sendable {
  package let value: PropertyList
  /// Where the value begins, for whoever may ask later.
  package let mark: SourceMark

  init(_ value: PropertyList, _ places: SourceMap) { self.init(value, SourcePath(places), 0) }

  private init(_ value: PropertyList, _ path: SourcePath, _ position: Int) {
    self.value = value
    mark = SourceMark(path: path, position: position)
  }

  package var place: SourcePlace { mark.place }

  package var keyPlace: SourcePlace? { mark.keyPlace }

  /// The value of a key, nil when this is no dictionary or lacks the key.
  package subscript(_ key: String) -> PropertyListNode? {
    guard case .dictionary(let values) = value, let position = values.position(of: key) else {
      return nil
    }
    return PropertyListNode(values.entries[position].value, ownPath, position)
  }

  /// The values of an array in order; empty when this is no array.
  package var elements: [PropertyListNode] {
    guard case .array(let values) = value else { return [] }
    let path = ownPath
    return values.enumerated().map { PropertyListNode($0.element, path, $0.offset) }
  }

  /// The keys and values of a dictionary in file order; empty when this is no dictionary.
  package var entries: [(key: String, node: PropertyListNode)] {
    guard case .dictionary(let values) = value else { return [] }
    let path = ownPath
    return values.entries.enumerated().map { position, entry in
      (entry.key, PropertyListNode(entry.value, path, position))
    }
  }

  /// The way to what the value holds.
  private var ownPath: SourcePath { mark.path.child(mark.position) }
}

/// Something odd that did not stop the reading: a key given twice, a line of a table passed over.
package struct PropertyListNote: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The key stands twice in one dictionary, perhaps with the same value; the last one counts,
    /// in binary files the first.
    case duplicateKey(String, isSame: Bool)
    /// A statement of an old-style table that could not be read was passed over.
    case skippedStatement
    /// A statement of an old-style table lacks its `;` but was read.
    case missingSemicolon
    /// An old-style table is not UTF-8 and was read as ISO Latin 1.
    case assumedLatin1
    /// UTF-16 text holds half a surrogate pair or ends in the middle; U+FFFD took its place.
    case brokenText
    /// The XML declaration is not well-formed; Foundation passes over it too.
    case brokenDeclaration
    /// Something stands behind the end of the property list; Foundation passes over it too.
    case textAfterEnd
  }

  package let kind: Kind
  package let place: SourcePlace
  /// What it is: one sentence without the place.
  package let message: String

  package init(_ kind: Kind, at place: SourcePlace, _ message: String) {
    self.kind = kind
    self.place = place
    self.message = message
  }
}
