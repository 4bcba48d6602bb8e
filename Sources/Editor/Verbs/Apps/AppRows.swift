import Settee

/// The rows of an app that have a key, joined to their domains when somebody first asks for one.
///
/// `show` of a large bundle never does, and joining would take it longer than printing.
final class AppRows {
  /// Every row in the order of the panes, each key once.
  private(set) lazy var settings = joined()
  private lazy var positions = Dictionary(
    uniqueKeysWithValues: settings.enumerated().compactMap { index, setting in
      KeyPlace(setting.bound).map { ($0, index) }
    })
  private let panes: [Pane]
  private let bind: (Control, Pane) -> BoundControl

  init(panes: [Pane], bind: @escaping (Control, Pane) -> BoundControl) {
    self.panes = panes
    self.bind = bind
  }

  /// The row of a place, when a pane has one.
  func setting(at path: LeafPath, in domain: Domain) -> AppSetting? {
    positions[KeyPlace(domain, path)].map { settings[$0] }
  }

  private func joined() -> [AppSetting] {
    var settings: [AppSetting] = []
    var known: Set<KeyPlace> = []
    for pane in panes {
      for group in pane.groups {
        for control in group.controls where control.key != nil {
          let bound = bind(control, pane)
          guard let place = KeyPlace(bound), known.insert(place).inserted else { continue }
          settings.append(AppSetting(bound: bound, pane: pane.file))
        }
      }
    }
    return settings
  }
}

/// A place of one of several domains.
private struct KeyPlace: Hashable {
  let domain: String
  let path: LeafPath

  init(_ domain: Domain, _ path: LeafPath) {
    self.domain = domain.name.text
    self.path = path
  }

  init?(_ bound: BoundControl) {
    guard let path = bound.path else { return nil }
    self.init(bound.domain, path)
  }
}
