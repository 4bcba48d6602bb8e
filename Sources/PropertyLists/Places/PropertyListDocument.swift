/// A property list that was read with its places: what `check` and other reports stand on.
///
/// When only the values are wanted, ``PropertyList/init(reading:limits:)`` is quicker.
package struct PropertyListDocument: Sendable {
  package let root: PropertyListNode
  /// What is odd about the file but did not stop the reading, in file order.
  package let notes: [PropertyListNote]

  package var value: PropertyList { root.value }

  package init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    let reading = try Reading(bytes, limits: limits, keepsPlaces: true)
    let map = SourceMap(reading)
    root = PropertyListNode(value: reading.value, mark: SourceMark(map))
    notes = reading.places.remarks.map {
      PropertyListNote($0.kind, at: map.place(of: $0.offset), $0.message)
    }
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

  package var place: SourcePlace { mark.place }

  package var keyPlace: SourcePlace? { mark.keyPlace }

  /// The value of a key, nil when this is no dictionary or lacks the key.
  package subscript(_ key: String) -> PropertyListNode? {
    guard case .dictionary(let values) = value, let position = values.position(of: key) else {
      return nil
    }
    return PropertyListNode(value: values.entries[position].value, mark: mark.child(position))
  }

  /// The values of an array in order; empty when this is no array.
  package var elements: [PropertyListNode] {
    (value.array ?? []).enumerated().map { position, element in
      PropertyListNode(value: element, mark: mark.child(position))
    }
  }

  /// The keys and values of a dictionary in file order; empty when this is no dictionary.
  package var entries: [(key: String, node: PropertyListNode)] {
    (value.dictionary?.entries ?? []).enumerated().map { position, entry in
      (entry.key, PropertyListNode(value: entry.value, mark: mark.child(position)))
    }
  }
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
