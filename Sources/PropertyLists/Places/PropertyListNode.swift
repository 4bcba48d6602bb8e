/// A value of a read file together with where it stands.
public struct PropertyListNode: Sendable {
  /// The value, with all that is in it.
  public let value: PropertyList
  private let places: SourceMap
  private let record: Int

  init(_ value: PropertyList, _ places: SourceMap, record: Int) {
    self.value = value
    self.places = places
    self.record = record
  }

  /// Where the value begins: the `<` of its element, its first character, or its object's offset.
  public var place: SourcePlace { places.place(ofRecord: record) }

  /// Where the value begins, for whoever may ask later.
  package var mark: SourceMark { SourceMark(places, record: record) }

  /// Where the key of this value begins, nil for elements of an array and for the root.
  public var keyPlace: SourcePlace? { places.keyPlace(ofRecord: record) }

  /// The value of a key, nil when this is no dictionary or lacks the key.
  public subscript(_ key: String) -> PropertyListNode? {
    guard case .dictionary(let values) = value, let position = values.position(of: key) else {
      return nil
    }
    return child(position, values.entries[position].value)
  }

  /// The values of an array in order; empty when this is no array.
  public var elements: [PropertyListNode] {
    guard case .array(let values) = value else { return [] }
    return values.enumerated().map { child($0.offset, $0.element) }
  }

  /// Lends out the values of an array in order, without making an array of nodes.
  package func forEachElement(_ work: (PropertyListNode) -> Void) {
    guard case .array(let values) = value else { return }
    for position in values.indices { work(child(position, values[position])) }
  }

  /// The keys and values of a dictionary in file order; empty when this is no dictionary.
  public var entries: [(key: String, node: PropertyListNode)] {
    guard case .dictionary(let values) = value else { return [] }
    return values.entries.enumerated().map { position, entry in
      (entry.key, child(position, entry.value))
    }
  }

  private func child(_ position: Int, _ value: PropertyList) -> PropertyListNode {
    PropertyListNode(value, places, record: places.child(position, ofRecord: record))
  }
}
