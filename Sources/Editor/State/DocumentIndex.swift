import Settee

/// Where the values of a bundle are shown.
///
/// The first picture needs it only where something is changed, and thousands of rows take a while.
struct DocumentIndex: Sendable {
  /// The panes that show a value.
  private(set) var panes: [SettingName: [Int]] = [:]
  /// The first row that shows a value.
  private(set) var rows: [SettingName: RowPlace] = [:]

  init(_ all: [Pane]) {
    let count = all.lazy.flatMap(\.groups).reduce(0) { $0 + $1.controls.count }
    panes.reserveCapacity(count)
    rows.reserveCapacity(count)
    for (index, pane) in all.enumerated() {
      let lone = [index]
      for (group, content) in pane.groups.enumerated() {
        // By position: a `for` loop would copy each control, with all that it holds.
        for row in content.controls.indices {
          guard let key = content.controls[row].key else { continue }
          let name = SettingName(domain: content.controls[row].domain ?? pane.domain, key: key)
          // Nearly every value is shown by one pane; these share one array.
          guard let known = panes.updateValue(lone, forKey: name) else {
            rows[name] = RowPlace(pane: index, group: group, index: row)
            continue
          }
          panes[name] = known.last == index ? known : known + lone
        }
      }
    }
  }
}
