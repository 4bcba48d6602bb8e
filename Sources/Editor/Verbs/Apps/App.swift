package import Settee

/// One app as the verbs see it: its panes, and the domains in which their keys live.
package struct App {
  /// What to call the app in a command: its domain, or the path of a bundle that names none.
  package let name: String
  /// The title that people read.
  package let title: String
  /// The pages, Root first; a page of all that is stored for an app without a bundle.
  package let panes: [Pane]
  /// The bundle that the pages come from; nil for a bare domain and for panes from code.
  package let bundle: SettingsBundle?
  /// The domains, the app's own first.
  package let domains: [Domain]
  /// What the user has to know though the app could be opened: a sentence.
  package var notice: String?
  private let rows: AppRows

  /// Joins panes to the domains of their keys.
  ///
  /// - Parameters:
  ///   - title: The title that people read.
  ///   - panes: The pages.
  ///   - bundle: The bundle that the pages come from.
  ///   - domains: The domains, the app's own first; never empty.
  ///   - name: What to call the app; its domain where this is nil.
  ///   - bind: Joins a control of a pane to its domain.
  package init(
    title: String, panes: [Pane], bundle: SettingsBundle? = nil, domains: [Domain],
    name: String? = nil,
    bind: @escaping (Control, Pane) -> BoundControl
  ) {
    self.name = name ?? domains.first?.name.text ?? ""
    self.title = title
    self.panes = panes
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
  /// The control joined to its domain.
  package let bound: BoundControl
  /// The name of the pane.
  package let pane: String

  /// The control.
  package var control: Control { bound.control }
}
