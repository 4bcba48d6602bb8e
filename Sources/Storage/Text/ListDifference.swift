import SetteeValues

/// Finds the items that a list keeps when it is replaced.
enum ListDifference {
  /// The number of equal items on each side of an item that are considered as its new position.
  ///
  /// This limits the time for lists that repeat the same item many times.
  private static let window = 16

  /// Returns the indices of the items to remove from the old list and of the items to insert into
  /// the new list.
  ///
  /// The time is nearly proportional to the number of items.
  static func changes(
    from old: [PropertyList], to new: [PropertyList]
  ) -> (removals: [Int], insertions: [Int]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (oldRest, newRest) = (start..<old.count - end, start..<new.count - end)
    let kept = common(old[oldRest], new[newRest])
    let (oldKept, newKept) = (Set(kept.map(\.old)), Set(kept.map(\.new)))
    return (oldRest.filter { !oldKept.contains($0) }, newRest.filter { !newKept.contains($0) })
  }

  /// Returns the index of the removed item that each inserted item is equal to, by the index of the
  /// inserted item.
  static func moves(
    of removals: [Int], in old: [PropertyList], to insertions: [Int], in new: [PropertyList]
  ) -> [Int: Int] {
    var sources: [HashableItem: [Int]] = [:]
    for index in removals.reversed() {
      sources[HashableItem(value: old[index]), default: []].append(index)
    }
    var moves: [Int: Int] = [:]
    for index in insertions {
      moves[index] = sources[HashableItem(value: new[index])]?.popLast()
    }
    return moves
  }

  /// Returns the index of the removed table that each inserted table is a changed copy of, by the
  /// index of the inserted table.
  ///
  /// The `moves` argument contains the tables that stay the same.
  static func changedMoves(
    of removals: [Int], in old: [PropertyList], to insertions: [Int], in new: [PropertyList],
    _ moves: [Int: Int]
  ) -> [Int: Int] {
    let moved = Set(moves.values)
    var left = removals.filter { !moved.contains($0) }
    let added = insertions.filter { moves[$0] == nil }
    guard left.count <= mostChanged, added.count <= mostChanged else { return [:] }
    var changed: [Int: Int] = [:]
    for index in added {
      let likeness = left.map { old[$0].likeness(to: new[index]) }
      guard let most = likeness.max(), most > 0, let best = likeness.firstIndex(of: most) else {
        continue
      }
      changed[index] = left.remove(at: best)
    }
    return changed
  }

  /// The number of changed tables up to which every old table is compared with every new one.
  private static let mostChanged = 256

  /// Returns pairs of equal items whose indices ascend in both lists.
  ///
  /// The pairs are a longest increasing sequence among the possible pairs.
  private static func common(
    _ old: ArraySlice<PropertyList>, _ new: ArraySlice<PropertyList>
  ) -> [(old: Int, new: Int)] {
    var places: [HashableItem: [Int]] = [:]
    for (index, value) in zip(old.indices, old) {
      places[HashableItem(value: value), default: []].append(index)
    }
    var seen: [HashableItem: Int] = [:]
    var pairs: [(old: Int, new: Int, previous: Int)] = []
    // The pair with the smallest old index that ends a sequence of each length.
    var ends: [Int] = []
    var last = -1
    for (index, value) in zip(new.indices, new) {
      let item = HashableItem(value: value)
      guard let equal = places[item] else { continue }
      let count = seen[item, default: 0]
      seen[item] = count + 1
      let range = max(0, count - window)..<min(equal.count, count + window + 1)
      guard range.lowerBound < range.upperBound else { continue }
      for place in equal[range].reversed() {
        let length = ends.partitioningIndex { pairs[$0].old >= place }
        pairs.append((place, index, length > 0 ? ends[length - 1] : -1))
        if length < ends.count {
          ends[length] = pairs.count - 1
        } else {
          ends.append(pairs.count - 1)
          // The first of several sequences of this length.
          last = pairs.count - 1
        }
      }
    }
    var kept: [(old: Int, new: Int)] = []
    while last >= 0 {
      kept.append((pairs[last].old, pairs[last].new))
      last = pairs[last].previous
    }
    return kept.reversed()
  }
}

extension PropertyList {
  /// Returns the number of equal members of two tables, or 0 if they are probably different tables.
  fileprivate func likeness(to other: PropertyList) -> Int {
    guard let one = dictionary, let two = other.dictionary else { return 0 }
    for name in ["name", "key", "id"] {
      guard let first = one[name], let second = two[name] else { continue }
      return first == second ? .max : 0
    }
    let equal = one.entries.count { two[$0] == $1 }
    return 2 * equal >= max(one.count, two.count) ? equal : 0
  }
}

/// A list item that can be a key of a dictionary.
private struct HashableItem: Hashable {
  let value: PropertyList

  func hash(into hasher: inout Hasher) { value.combine(into: &hasher) }
}

extension PropertyList {
  /// Feeds the parts of a value that equal values share into a hasher.
  fileprivate func combine(into hasher: inout Hasher) {
    switch self {
    case .string(let text): hasher.combine(text.codeUnitHash)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? 0 : number)
    case .boolean(let flag): hasher.combine(flag)
    case .date(let date): hasher.combine(date)
    case .array(let items): for item in items { item.combine(into: &hasher) }
    case .dictionary(let members):
      // The order of keys doesn't matter.
      var sum = 0
      for (key, value) in members.entries {
        var member = Hasher()
        member.combine(key.codeUnitHash)
        value.combine(into: &member)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    case .bigInteger, .data, .uid: break
    }
  }
}
