/// The source of a list item after edits.
enum ItemSource: Equatable {
  /// The item that was at an index before the edits.
  case old(Int)
  /// An inserted item.
  case new(Value)
}

extension [ItemSource] {
  /// Changes the sources of the items of a list according to an edit.
  mutating func apply(_ edit: DocumentEdit) throws {
    func checked(_ index: Int, _ limit: Int) throws -> Int {
      if (0..<limit).contains(index) { return index }
      throw EditError("\(edit.list) has no item [\(index)]: the number of items is \(count)")
    }
    switch edit {
    case .insert(_, let index, let value): insert(.new(value), at: try checked(index, count + 1))
    case .remove(let place): remove(at: try checked(place.lastIndex, count))
    case .move(let place, let target):
      let (index, target) = (try checked(place.lastIndex, count), try checked(target, count))
      insert(remove(at: index), at: target)
    case .set: break
    }
  }

  /// Returns the indices of the items that edits removed from a list.
  func removed(of count: Int) -> [Int] {
    var isKept = [Bool](repeating: false, count: count)
    for case .old(let index) in self { isKept[index] = true }
    return (0..<count).filter { !isKept[$0] }
  }

  /// The inserted items, each group with the indices of the old items before and after it.
  var insertions: [(values: [Value], before: Int?, after: Int?)] {
    var insertions: [(values: [Value], before: Int?, after: Int?)] = []
    var (values, before): ([Value], Int?) = ([], nil)
    for source in self {
      switch source {
      case .new(let value): values.append(value)
      case .old(let index):
        if !values.isEmpty { insertions.append((values, before, index)) }
        (values, before) = ([], index)
      }
    }
    if !values.isEmpty { insertions.append((values, before, nil)) }
    return insertions
  }
}
