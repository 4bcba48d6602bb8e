import Settee
import Synchronization

/// Where the values of a bundle are shown, worked out when somebody first asks.
///
/// The first picture needs it only where something is changed, and thousands of rows take a while.
final class DocumentIndex: Sendable {
  /// What is asked of the index.
  struct Content {
    /// The panes that show a value.
    var panes: [SettingName: [Int]] = [:]
    /// The first row that shows a value.
    var rows: [SettingName: (pane: Int, group: Int, index: Int)] = [:]
  }

  private let panes: [Pane]
  private let known = Mutex<Content?>(nil)

  init(_ panes: [Pane]) { self.panes = panes }

  /// Where each value is shown.
  var content: Content {
    known.withLock { known in
      if let known { return known }
      let content = Content(panes)
      known = content
      return content
    }
  }
}

extension DocumentIndex.Content {
  fileprivate init(_ all: [Pane]) {
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
            rows[name] = (index, group, row)
            continue
          }
          panes[name] = known.last == index ? known : known + lone
        }
      }
    }
  }
}
