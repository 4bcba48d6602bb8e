package import Settee
import SetteeFormats
import SetteeJSONSchema

// Apps as verbs and editor see them: how one is found by a word, its panes and domains, and the place
// that a KEY of a command line stands for.

/// One app as the verbs see it: its panes, and the domains in which their keys live.
package final class App {
  /// What to call the app in a command: its domain, or the path of a bundle that names none.
  package let name: String
  package let title: String
  /// Nil for a bare domain and for panes from code.
  package let bundle: SettingsBundle?
  /// The bundle without the rows for keys that only the file has; nil if it is `bundle`.
  var bundleWithoutFile: SettingsBundle?
  /// The domains, the app's own first.
  package let domains: [Domain]
  /// What the user has to know though the app could be opened: a sentence.
  package var notice: String?
  /// What is wrong with the file, so that there are no rows: a sentence.
  package var fault: String?
  /// What its schema says of the file, where the screen shows it.
  package var faults: FileFaults?
  /// Reads the schema of the file, if it has one.
  var schema: (() throws -> JSONSchema?)?
  /// The keys that the app accepts, as far as its bundle knows them.
  private(set) lazy var acceptedKeys = (bundleWithoutFile ?? bundle).map { bundle in
    AcceptedKeys(bundle, format: domains.first?.text?.role.format ?? .lines(.flat))
  }
  /// The pages, Root first; a page of all that is stored for an app without a bundle.
  package private(set) lazy var panes = makePanes()
  /// The rows that have a key: in the order of the panes, each key once, and by their places.
  ///
  /// NB: `show` of a large bundle never asks, and joining would take it longer than printing.
  private lazy var rows = joined()
  private let makePanes: () -> [Pane]
  private let bind: (Control, Pane) -> BoundControl

  /// Joins panes to the domains of their keys, which rows or their panes name; else it is the first of
  /// `domains`, of which there is one at least.
  ///
  /// The panes are made when somebody asks for them: to read one value takes none.
  package init(
    title: String, panes: @autoclosure @escaping () -> [Pane], bundle: SettingsBundle? = nil,
    domains: [Domain], name: String? = nil, layer: WritableLayer = .user,
    bind: ((Control, Pane) -> BoundControl)? = nil
  ) {
    self.name = name ?? domains.first?.name.text ?? ""
    self.title = title
    self.bundle = bundle
    self.domains = domains
    makePanes = panes
    self.bind =
      bind ?? { control, pane in
        let own = control.domain ?? pane.domain
        let domain = domains.first { $0.name.text == own } ?? domains[0]
        return BoundControl(control, in: domain, layer: layer)
      }
  }

  /// Every row that has a key, in the order of the panes, each key once.
  package var settings: [AppSetting] { rows.all }

  /// The row of a place, when a pane has one.
  package func setting(at path: SettingPath, in domain: Domain) -> AppSetting? {
    rows.byPlace[domain.name.text]?[path]
  }

  private func joined() -> (all: [AppSetting], byPlace: [String: [SettingPath: AppSetting]]) {
    var all: [AppSetting] = []
    var byPlace: [String: [SettingPath: AppSetting]] = [:]
    for pane in panes {
      for control in pane.controls where control.key != nil {
        let setting = AppSetting(bound: bind(control, pane), pane: pane.file)
        let domain = setting.bound.domain.name.text
        guard let path = setting.bound.path, byPlace[domain]?[path] == nil else { continue }
        byPlace[domain, default: [:]][path] = setting
        all.append(setting)
      }
    }
    return (all, byPlace)
  }
}

/// A row of a pane that has a key.
package struct AppSetting {
  package let bound: BoundControl
  package let pane: String

  package var control: Control { bound.control }
}
