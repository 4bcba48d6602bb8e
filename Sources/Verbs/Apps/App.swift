package import Settee
import SetteeValues
import SetteeJSONSchema

// The representation of an app that both the commands and the editor use. The code in this folder
// resolves an argument to an app with panes and domains, and a KEY argument to a setting.

/// An app with its panes, and with the domains that store the values of its settings.
package final class App {
  /// The argument with which the user opens the app.
  ///
  /// The user can specify either the app's domain or the path of a bundle that doesn't declare a
  /// domain.
  package let name: String
  package let title: String
  /// The bundle that describes the app's settings, or `nil` if the panes come from code or from
  /// stored values.
  package let bundle: SettingsBundle?
  /// The app's bundle as installed, without the rows that were added for other keys in the settings
  /// file.
  ///
  /// If no rows were added to the bundle for other keys in the file, this property is `nil`.
  var bundleWithoutFile: SettingsBundle?
  /// The domains that store the app's settings, starting with its main domain.
  package let domains: [Domain]
  /// A message that is shown to the user after the app is opened.
  package var notice: String?
  /// The problem in the app's settings file that prevents it from being parsed completely, or `nil`
  /// if there is none.
  package var fault: ReadingProblem?
  /// The problems that a JSON Schema finds in the settings file, or `nil` if the file isn't
  /// validated.
  package var faults: SchemaFindings?
  /// A closure that loads the JSON Schema of the settings file, or `nil` if the file doesn't have
  /// one.
  var schema: (() throws -> JSONSchema?)?
  /// The keys that the app accepts in its settings file, as declared by its bundle.
  private(set) lazy var acceptedKeys = (bundleWithoutFile ?? bundle).map { bundle in
    AcceptedKeys(bundle, format: domains.first?.text?.role.format ?? .lines(.flat))
  }
  /// The panes of the app, starting with its root pane.
  ///
  /// An app without a bundle has a single pane, which shows all stored settings.
  package private(set) lazy var panes = makePanes()
  /// The rows of the app's panes that edit a setting, in order and indexed by the setting's path.
  ///
  /// If several rows edit the same setting, only the first row is included. This property is lazy
  /// because `show` never uses it, and building it for a large bundle takes longer than printing.
  private lazy var rows = joined()
  private let makePanes: () -> [Pane]
  private let bind: (Control, Pane) -> BoundControl

  /// Creates an app from its panes and the domains that store its settings.
  ///
  /// A row that doesn't specify a domain belongs to the domain of its pane or else to the app's
  /// first domain. The panes are evaluated lazily, because reading a single value doesn't require
  /// them.
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

  /// The rows of the app's panes that edit a setting, in the order of the panes.
  ///
  /// Each key occurs only once.
  package var settings: [BoundControl] { rows.all }

  /// Returns the row that edits a setting, or `nil` if no pane contains such a row.
  package func setting(at path: SettingPath, in domain: Domain) -> BoundControl? {
    rows.byPlace[domain.name.text]?[path]
  }

  private func joined() -> (all: [BoundControl], byPlace: [String: [SettingPath: BoundControl]]) {
    var all: [BoundControl] = []
    var byPlace: [String: [SettingPath: BoundControl]] = [:]
    for pane in panes {
      for control in pane.controls where control.key != nil {
        var setting = bind(control, pane)
        setting.pane = pane.file
        let domain = setting.domain.name.text
        guard let path = setting.path, byPlace[domain]?[path] == nil else { continue }
        byPlace[domain, default: [:]][path] = setting
        all.append(setting)
      }
    }
    return (all, byPlace)
  }
}
