package import Settee

// Apps as verbs and editor see them: how one is found by a word, its panes and domains, and the place
// that a KEY of a command line stands for.

/// One app as the verbs see it: its panes, and the domains in which their keys live.
package struct App {
  /// What to call the app in a command: its domain, or the path of a bundle that names none.
  package let name: String
  package let title: String
  /// The pages, Root first; a page of all that is stored for an app without a bundle.
  package var panes: [Pane] { rows.panes }
  /// The bundle that the pages come from; nil for a bare domain and for panes from code.
  package let bundle: SettingsBundle?
  /// The domains, the app's own first.
  package let domains: [Domain]
  /// What the user has to know though the app could be opened: a sentence.
  package var notice: String?
  /// What is wrong with the file, so that there are no rows: a sentence.
  package var fault: String?
  /// What its schema says of the file, where the screen shows it.
  package var faults: FileFaults?
  private let rows: AppRows

  /// Joins panes to the domains of their keys.
  ///
  /// There is a domain at least; without a name, the app is called as the first one.
  ///
  /// The panes are made when somebody asks for them: to read one value takes none.
  package init(
    title: String, panes: @autoclosure @escaping () -> [Pane], bundle: SettingsBundle? = nil,
    domains: [Domain], name: String? = nil,
    bind: @escaping (Control, Pane) -> BoundControl
  ) {
    self.name = name ?? domains.first?.name.text ?? ""
    self.title = title
    self.bundle = bundle
    self.domains = domains
    rows = AppRows(panes: panes, bind: bind)
  }

  /// Every row that has a key, in the order of the panes, each key once.
  package var settings: [AppSetting] { rows.settings }

  /// The row of a place, when a pane has one.
  package func setting(at path: LeafPath, in domain: Domain) -> AppSetting? {
    rows.setting(at: path, in: domain)
  }
}

/// A row of a pane that has a key.
package struct AppSetting {
  package let bound: BoundControl
  package let pane: String

  package var control: Control { bound.control }
}

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
  private(set) lazy var panes = makePanes()
  private let makePanes: () -> [Pane]
  private let bind: (Control, Pane) -> BoundControl

  init(panes: @escaping () -> [Pane], bind: @escaping (Control, Pane) -> BoundControl) {
    makePanes = panes
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
