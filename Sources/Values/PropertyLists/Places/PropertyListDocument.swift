/// A property list with the locations of its values, for reports such as those of `settee check`.
///
/// If you need only the values, use ``PropertyList/init(reading:limits:)``, which is faster.
package struct PropertyListDocument: Sendable {
  package let root: PropertyListNode
  /// The warnings about the property list, in file order.
  package let notes: [PropertyListNote]

  package var value: PropertyList { root.value }

  package init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws {
    let reading = try PropertyList.parse(bytes, limits: limits, keepsPlaces: true)
    let map = SourceMap(reading)
    root = PropertyListNode(value: reading.value, mark: SourceMark(map))
    notes = reading.places.remarks.map {
      PropertyListNote($0.kind, at: map.place(of: $0.offset), $0.message)
    }
  }
}

extension PropertyList {
  /// Reads a property list in XML, binary, or old-style format.
  package init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws {
    self = try Self.parse(bytes, limits: limits, keepsPlaces: false).value
  }
}

/// A value in a property list, with its location in the file.
package struct PropertyListNode: Sendable {
  package let value: PropertyList
  /// The location of the value in the file, which is computed on demand.
  package let mark: SourceMark

  package var place: SourcePlace { mark.place }

  package var keyPlace: SourcePlace? { mark.keyPlace }

  /// Accesses the value of a key and its location in the file.
  ///
  /// The result is `nil` if the key is missing or this value isn't a dictionary.
  package subscript(_ key: String) -> PropertyListNode? {
    guard case .dictionary(let values) = value, let position = values.position(of: key) else {
      return nil
    }
    return PropertyListNode(value: values.entries[position].value, mark: mark.child(position))
  }

  /// The items of an array with their locations, or an empty array for other values.
  package var elements: [PropertyListNode] {
    (value.array ?? []).enumerated().map { position, element in
      PropertyListNode(value: element, mark: mark.child(position))
    }
  }

  /// The keys and values of a dictionary in file order, or an empty array for other values.
  package var entries: [(key: String, node: PropertyListNode)] {
    (value.dictionary?.entries ?? []).enumerated().map { position, entry in
      (entry.key, PropertyListNode(value: entry.value, mark: mark.child(position)))
    }
  }
}

/// A warning about a property list, such as a duplicate key or a skipped line.
package struct PropertyListNote: Sendable, Equatable {
  package enum NoteKind: Sendable, Equatable {
    /// A dictionary contains the same key more than once.
    ///
    /// The last value of the key takes precedence, or the first value in binary files.
    case duplicateKey(String, isSame: Bool)
    /// The parser skipped an invalid statement in an old-style table.
    case skippedStatement
    /// The `;` after a statement in an old-style table is missing.
    case missingSemicolon
    /// An old-style table isn't valid UTF-8, so the parser read it as ISO Latin 1.
    case assumedLatin1
    /// UTF-16 text contains an unpaired surrogate or is truncated.
    ///
    /// The parser replaced the invalid part of the text by U+FFFD.
    case brokenText
    /// The XML declaration isn't well-formed, which Foundation ignores.
    case brokenDeclaration
    /// The property list is followed by text, which Foundation ignores.
    case textAfterEnd
  }

  package let kind: NoteKind
  package let place: SourcePlace
  /// The warning as a sentence, without its location.
  package let message: String

  package init(_ kind: NoteKind, at place: SourcePlace, _ message: String) {
    self.kind = kind
    self.place = place
    self.message = message
  }
}
