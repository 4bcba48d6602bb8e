/// A value of a read file together with where it stands.
public struct PropertyListNode: Sendable {
  /// The value, with all that is in it.
  public let value: PropertyList
  /// The way to what holds the value, and the value's position in it.
  private let path: SourcePath
  private let position: Int

  /// The root of a file.
  init(_ value: PropertyList, _ places: SourceMap) { self.init(value, SourcePath(places), 0) }

  private init(_ value: PropertyList, _ path: SourcePath, _ position: Int) {
    self.value = value
    self.path = path
    self.position = position
  }

  /// Where the value begins: the `<` of its element, its first character, or its object's offset.
  public var place: SourcePlace { path.place(of: position) }

  /// Where the value begins, for whoever may ask later.
  package var mark: SourceMark { SourceMark(path, position) }

  /// Where the key of this value begins, nil for elements of an array and for the root.
  public var keyPlace: SourcePlace? { path.keyPlace(of: position) }

  /// The value of a key, nil when this is no dictionary or lacks the key.
  public subscript(_ key: String) -> PropertyListNode? {
    guard case .dictionary(let values) = value, let position = values.position(of: key) else {
      return nil
    }
    return PropertyListNode(values.entries[position].value, ownPath, position)
  }

  /// The values of an array in order; empty when this is no array.
  public var elements: [PropertyListNode] {
    guard case .array(let values) = value else { return [] }
    let path = ownPath
    return values.enumerated().map { PropertyListNode($0.element, path, $0.offset) }
  }

  /// Lends out the values of an array in order with their marks, without making nodes of them.
  package func forEachElement(_ work: (borrowing PropertyList, consuming SourceMark) -> Void) {
    guard case .array(let values) = value else { return }
    let path = ownPath
    var position = 0
    values.lendEach { value in
      work(value, SourceMark(path, position))
      position += 1
    }
  }

  /// The keys and values of a dictionary in file order; empty when this is no dictionary.
  public var entries: [(key: String, node: PropertyListNode)] {
    guard case .dictionary(let values) = value else { return [] }
    let path = ownPath
    return values.entries.enumerated().map { position, entry in
      (entry.key, PropertyListNode(entry.value, path, position))
    }
  }

  /// The way to what the value holds.
  private var ownPath: SourcePath { path.child(position) }
}
