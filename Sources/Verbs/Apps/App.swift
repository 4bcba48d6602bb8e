package import Settee
import SetteeFormats
import SetteeJSONSchema

// Apps as used by the commands and the editor. The code in this folder resolves an argument to an
// app with panes and domains, and a KEY argument to a setting.

/// An app with its panes and the domains that store the values of its keys.
package final class App {
  /// The argument that opens the app.
  ///
  /// The argument is the app's domain, or the path of a bundle without a domain.
  package let name: String
  package let title: String
  /// The bundle, or `nil` for a domain without a bundle and for panes declared in code.
  package let bundle: SettingsBundle?
  /// The bundle without the rows for keys that occur only in the file.
  ///
  /// The value is `nil` if this bundle is the same as `bundle`.
  var bundleWithoutFile: SettingsBundle?
  /// The domains of the app, starting with its own domain.
  package let domains: [Domain]
  /// A sentence to show to the user after the app is opened.
  package var notice: String?
  /// A sentence that explains why the file can't be parsed and has no rows.
  package var fault: String?
  /// The schema violations to show on the rows, or `nil` if the file isn't validated.
  package var faults: SchemaFindings?
  /// A closure that loads the schema of the file, or `nil` if the file doesn't have a schema.
  var schema: (() throws -> JSONSchema?)?
  /// The keys that the app accepts, as declared by its bundle.
  private(set) lazy var acceptedKeys = (bundleWithoutFile ?? bundle).map { bundle in
    AcceptedKeys(bundle, format: domains.first?.text?.role.format ?? .lines(.flat))
  }
  /// The panes of the app, starting with Root.
  ///
  /// An app without a bundle has a single pane with all stored keys.
  package private(set) lazy var panes = makePanes()
  /// The rows with a key, in pane order and indexed by path.
  ///
  /// Each key occurs only once. This property is lazy because `show` never uses it, and building it
  /// for a large bundle takes longer than printing.
  private lazy var rows = joined()
  private let makePanes: () -> [Pane]
  private let bind: (Control, Pane) -> BoundControl

  /// Creates an app from panes and at least one domain.
  ///
  /// A row belongs to the domain specified by the row or its pane, or otherwise to the first
  /// domain. The panes are evaluated lazily, because reading a single value doesn't require them.
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

  /// All rows with a key, in pane order.
  ///
  /// Each key occurs only once.
  package var settings: [AppSetting] { rows.all }

  /// Returns the row for a path, or `nil` if no pane has a row for it.
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

/// A row with a key, bound to its domain.
package struct AppSetting {
  package let bound: BoundControl
  package let pane: String

  package var control: Control { bound.control }
}
