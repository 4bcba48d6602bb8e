import Settee

extension EditorState {
  /// Goes to the pane and to the row of the key that a call names; nil leaves the first one.
  mutating func go(toPane pane: String?, key: String?) throws(Failure) {
    let index = pane.flatMap(document.pane(named:))
    if let pane, index == nil {
      let names = document.bundle.panes.map(\.file)
      throw Failure(
        .usage, "There is no pane “\(pane)”; there are \(names.joined(separator: ", ")).")
    }
    if let key {
      guard let row = document.row(ofKey: key, in: index) else {
        let keys = document.bundle.panes.flatMap(\.controls).compactMap(\.key)
        let place =
          (pane.map { " on the pane “\($0)”" } ?? "")
          + (narrowing.map { " with \($0)" } ?? "")
        let hint = Nearest.hint(key, among: keys)
        throw Failure(
          .usage, "There is no row for the key “\(key)”\(place)\(hint.isEmpty ? "." : hint)")
      }
      go(to: row)
      settle()
    } else if let index {
      path = document.way(to: index)
      rebuildItems()
      settle()
    }
  }
}
