import SetteeFormats
import SetteePropertyLists

extension SettingsDocument {
  /// A key with the same last name as one that isn't in the file: probably the one that is meant.
  ///
  /// A key in a table of the file, or in one that is beside the table of the other key, is meant as it is.
  package func elsewhere(_ key: String) -> String? {
    guard let place = DocumentPath(key), node(of: key) == nil, commentedRow(of: key) == nil,
      !document.format.hasScopes, let parent = place.parent
    else { return nil }
    if let table = document.node(at: parent), table > 0 { return nil }
    let names = place.steps.compactMap(\.name)
    let suffixes = names.indices.map { names[$0...].map(\.text).joined(separator: ".") }
    let others = values.keys.compactMap { key in DocumentPath(key).map { (key, $0) } }
    let commented = commented.map { ($0.key, $0.row.place) }
    return (others + commented).first { _, other in
      guard let last = other.steps.last?.name?.text, suffixes.contains(where: last.isSame) else {
        return false
      }
      return !other.isBeside(place)
    }?.0
  }
}

extension DocumentPath {
  /// Whether two places differ in one table or index only: `a.x.k` and `a.y.k`, but not `A.x.k`.
  fileprivate func isBeside(_ other: DocumentPath) -> Bool {
    let differences = zip(steps, other.steps).filter { $0 != $1 }
    guard steps.count == other.steps.count, differences.count == 1 else { return false }
    let (one, two) = differences[0]
    return one.name == nil || one.name?.folded != two.name?.folded
  }
}
