import Synchronization

/// A property list with the locations of its values, for reports such as those of `settee check`.
///
/// If you need only the values, use ``PropertyList/init(reading:limits:)``, which is faster.
package final class PropertyListDocument: Sendable {
  package let value: PropertyList
  fileprivate let places: PlaceRecorder
  /// The text in UTF-8, or `nil` for a binary file, whose locations are offsets.
  private let text: [UInt8]?
  /// The lines of the text, which are indexed when the first location is requested.
  ///
  /// Opening a bundle doesn't need the locations of its thousands of rows.
  private let lines = Mutex<LineIndex?>(nil)

  package init(
    reading bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws {
    (value, places, text) = try PropertyList.parse(bytes, limits: limits, keepsPlaces: true)
  }

  package var root: PropertyListNode {
    PropertyListNode(value: value, mark: SourceMark(self, places.records.count - 1))
  }

  /// The warnings about the property list, in file order.
  package var notes: [PropertyListNote] {
    places.remarks.map { PropertyListNote($0.kind, at: place(of: $0.offset), $0.message) }
  }

  fileprivate func place(of offset: Int) -> SourcePlace {
    guard let text else { return .offset(offset) }
    return lines.withLock { lines in
      let index = lines ?? LineIndex(text, lonelyReturnEndsLine: true)
      lines = index
      return SourcePlace(of: offset, in: index)
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

/// The location of a value in the file, computed on demand.
package struct SourceMark: Sendable {
  private let document: PropertyListDocument
  private let record: Int

  fileprivate init(_ document: PropertyListDocument, _ record: Int) {
    (self.document, self.record) = (document, record)
  }

  package func child(_ position: Int) -> SourceMark {
    SourceMark(document, Int(document.places.records[record].firstChild) + position)
  }

  /// The location in the file at which the value starts.
  ///
  /// A value starts at the `<` of its element, at its first character, or at the offset of its
  /// object.
  package var place: SourcePlace { document.place(of: Int(document.places.records[record].value)) }

  /// The location of the value's key, or `nil` for array items and the root.
  var keyPlace: SourcePlace? {
    let key = document.places.records[record].key
    return key == .max ? nil : document.place(of: Int(key))
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
