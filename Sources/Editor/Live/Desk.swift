import Settee

/// The domains behind the open panes.
///
/// It is the only code of the screen and of line mode that reads or writes settings.
final class Desk {
  /// The panes.
  let document: Document
  /// The domains, the app's own first; never empty.
  let domains: [Domain]
  /// The layer that is written.
  let layer: WritableLayer
  /// What the mirror side can say and do.
  let cloud: CloudDoor
  private let controls: [SettingName: BoundControl]
  private var watches: [DomainWatch] = []

  /// Puts panes and their domains on the desk.
  ///
  /// - Parameters:
  ///   - bundle: The panes.
  ///   - word: What names the app on the command line.
  ///   - domains: The domains, the app's own first.
  ///   - given: The rows that code has bound; the others are bound here.
  ///   - layer: The layer that is written.
  ///   - cloud: The mirror side.
  init(
    _ bundle: SettingsBundle, word: String, domains: [Domain], controls given: [BoundControl] = [],
    layer: WritableLayer = .user, cloud: CloudDoor = .none
  ) {
    let document = Document(bundle, word: word)
    self.document = document
    self.domains = domains
    self.layer = layer
    self.cloud = cloud
    var controls: [SettingName: BoundControl] = [:]
    for bound in given {
      guard let key = bound.control.key else { continue }
      // A name without a domain is one that the bundle leaves to its own.
      for domain in [bound.domain.name.text, nil] {
        controls[SettingName(domain: domain, key: key)] = bound
      }
    }
    for (index, pane) in bundle.panes.enumerated() {
      for control in pane.groups.lazy.flatMap(\.controls) {
        guard let name = document.name(of: control, in: index), controls[name] == nil,
          let domain = Self.domain(of: name, among: domains)
        else { continue }
        controls[name] = BoundControl(control, in: domain, layer: layer)
      }
    }
    self.controls = controls
  }

  /// The domain that a name belongs to.
  func domain(of name: SettingName) -> Domain? { Self.domain(of: name, among: domains) }

  private static func domain(of name: SettingName, among domains: [Domain]) -> Domain? {
    guard let text = name.domain else { return domains.first }
    return domains.first { $0.name.text.utf8.elementsEqual(text.utf8) } ?? domains.first
  }

  /// The row of a name.
  func control(of name: SettingName) -> BoundControl? { controls[name] }

  /// Tells an inbox of every change of the domains, until the desk goes away.
  func follow(into inbox: Inbox) {
    watches = domains.map { domain in
      let name = domain.name.text
      return domain.observe { event in
        inbox.post(.changed(domain: name, keys: event.changes.map(\.path.key), by: event.source))
      }
    }
  }
}
