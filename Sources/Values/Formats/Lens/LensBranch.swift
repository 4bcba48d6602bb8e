/// A part of the tree of a system file, without ranges.
///
/// An edit is applied to the old tree, and the result is compared with the tree of the new text.
struct LensBranch: Equatable, Sendable {
  var label: Key
  var value: [UInt8]?
  var children: [LensBranch] = []

  init(_ label: Key, _ value: [UInt8]?, _ children: [LensBranch] = []) {
    (self.label, self.value, self.children) = (label, value, children)
  }

  /// Creates the branch for a node and its descendants.
  ///
  /// With -1, it is the entire tree.
  init(_ node: Int, in tree: LensTree) {
    label = node < 0 ? "" : tree.nodes[node].label
    value = node < 0 ? nil : tree.nodes[node].value
    children = tree.children(of: node).map { LensBranch($0, in: tree) }
  }

  /// The key of a table for the value of a node that also has children.
  static let ownValue: Key = "."

  /// Creates the branches for a value: one, or one for each item of a list.
  static func branches(_ label: Key, _ value: Value) throws -> [LensBranch] {
    switch value {
    case .list(let items):
      var branches: [LensBranch] = []
      for item in items { branches += try self.branches(label, item) }
      return branches
    case .table(let members):
      var branch = LensBranch(label, nil)
      for member in members {
        if member.key == ownValue {
          branch.value = try LensText(lens: "").encode(member.value, like: nil)
        } else {
          branch.children += try branches(member.key, member.value)
        }
      }
      return [branch]
    case .null: return [LensBranch(label, nil)]
    default: return [LensBranch(label, try LensText(lens: "").encode(value, like: nil))]
    }
  }

  /// Returns whether the branches are equal, except for the numbers that a lens assigns to items.
  func matches(_ other: LensBranch) -> Bool {
    guard value == other.value, children.count == other.children.count else { return false }
    let isRenumbered = isNumbered && other.isNumbered
    return zip(children, other.children).allSatisfy { one, two in
      (one.label == two.label || isRenumbered && one.label.isNumber && two.label.isNumber)
        && one.matches(two)
    }
  }

  /// A Boolean value that indicates whether numbers among the labels count the items in ascending order.
  ///
  /// A number that is missing, or one that is too large, is where an edit removed or inserted an item.
  private var isNumbered: Bool {
    let numbers = children.compactMap { $0.label.isNumber ? Int($0.label.text) : nil }
    let steps = zip(numbers, numbers.dropFirst()).count { $1 != $0 + 1 }
    return !numbers.isEmpty && steps <= 3
  }

  // MARK: Edits

  /// Accesses the branch at a sequence of positions.
  subscript(path: ArraySlice<Int>) -> LensBranch {
    get { path.first.map { children[$0][path.dropFirst()] } ?? self }
    set {
      if let first = path.first {
        children[first][path.dropFirst()] = newValue
      } else {
        self = newValue
      }
    }
  }

  /// The number of nodes in the branch.
  var count: Int { children.reduce(1) { $0 + $1.count } }
}

extension LensTree {
  /// Returns the positions of a node and its ancestors among their siblings.
  func path(of node: Int) -> [Int] {
    var path: [Int] = []
    var node = node
    while node >= 0 {
      path.append(position(of: node))
      node = parents[node]
    }
    return path.reversed()
  }

  /// Returns the path of a child in the language of Augeas.
  ///
  /// The index counts the siblings with the same label, starting with 1.
  func path(of label: Key, _ index: Int, below parent: Int) -> [UInt8] {
    let above = parent < 0 ? Array("/tree".utf8) : nodes[parent].path
    return above + [0x2F] + label.escaped + Array("[\(index)]".utf8)
  }
}

extension Key {
  /// The key as a name in the language of Augeas.
  var escaped: [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte >= 0x80 || byte.isLetter || byte.isDigit || "_-.#:@".utf8.contains(byte)
        ? [byte] : [0x5C, byte]
    }
  }
}
