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
  /// What the mirror side can say and do; joined when it is first asked.
  private(set) lazy var cloud = makeCloud()
  // The first picture needs neither, and both take their time for thousands of rows.
  private lazy var controls = bindControls()
  private let makeCloud: () -> CloudDoor
  private let given: () -> [BoundControl]
  /// Writes and reads files with values; nil where there is no app to ask.
  var exchange: Exchange?
  /// What the user has to know though the app could be opened: a sentence.
  var notice: String?
  private var watches: [DomainWatch] = []
  private var followers: [CloudFollower]?
  private var cloudWatches: [DomainWatch] = []
  /// What the mirror lacked when the last readings were taken; nil before the first.
  private var knownPending: Set<SettingName>?

  /// Puts panes and their domains on the desk.
  ///
  /// - Parameters:
  ///   - bundle: The panes.
  ///   - word: What names the app on the command line.
  ///   - domains: The domains, the app's own first.
  ///   - given: The rows that code has bound; the others are bound here.
  ///   - shell: How commands are written that others may run.
  ///   - layer: The layer that is written.
  ///   - cloud: The mirror side.
  init(
    _ bundle: SettingsBundle, word: String, domains: [Domain],
    controls given: @escaping () -> [BoundControl] = { [] },
    shell: ShellCommand = ShellCommand(), layer: WritableLayer = .user,
    cloud: @escaping @autoclosure () -> CloudDoor = .none
  ) {
    document = Document(bundle, word: word, shell: shell)
    self.domains = domains
    self.layer = layer
    self.given = given
    makeCloud = cloud
  }

  private func bindControls() -> [SettingName: BoundControl] {
    var controls: [SettingName: BoundControl] = [:]
    controls.reserveCapacity(document.panesByName.count)
    for bound in given() {
      guard let key = bound.control.key else { continue }
      controls[SettingName(domain: bound.domain.name.text, key: key)] = bound
    }
    for (index, pane) in document.bundle.panes.enumerated() {
      for control in pane.groups.lazy.flatMap(\.controls) {
        guard let name = document.name(of: control, in: index), let domain = domain(of: name) else {
          continue
        }
        let whole = SettingName(domain: domain.name.text, key: name.key)
        guard controls[whole] == nil else { continue }
        controls[whole] = BoundControl(control, in: domain, layer: layer)
      }
    }
    return controls
  }

  /// The domain that a name belongs to.
  func domain(of name: SettingName) -> Domain? { position(of: name).map { domains[$0] } }

  /// Where the domain of a name stands among the domains.
  func position(of name: SettingName) -> Int? {
    guard let text = name.domain else { return domains.indices.first }
    return domains.firstIndex { $0.name.text.hasSameCodeUnits(as: text) } ?? domains.indices.first
  }

  /// The row of a name.
  func control(of name: SettingName) -> BoundControl? {
    // A name without a domain is one that the bundle leaves to its own.
    domain(of: name).flatMap { controls[SettingName(domain: $0.name.text, key: name.key)] }
  }

  /// Keeps the domains and their mirror alike until the desk goes away, where the user wants that.
  func followCloud(into inbox: Inbox, _ words: Words) {
    guard followers == nil else { return }
    cloudWatches = cloud.observe? { inbox.post(.cloudState) } ?? []
    followers = cloud.follow?(words) { inbox.post(.news($0)) } ?? []
  }

  /// What the mirror lacks now.
  func pending() -> Set<SettingName> {
    let pending = cloud.pending()
    knownPending = pending
    return pending
  }

  /// What the mirror lacks now, as some of the readings are about to say.
  func pending(among names: Set<SettingName>) -> Set<SettingName> {
    let pending = cloud.pending()
    knownPending = (knownPending ?? []).union(pending.intersection(names))
    return pending
  }

  /// Whether the last readings say something else of what the mirror lacks than is so now.
  var hasOtherPending: Bool { cloud.pending() != knownPending ?? [] }

  /// Begins to see what other processes change; the first picture does not wait for that.
  func watch() { for domain in domains { domain.watchFromNow() } }

  /// Tells an inbox of every change of the domains, and of damage, until the desk goes away.
  func follow(into inbox: Inbox) {
    for domain in domains {
      let name = domain.name.text
      watches.append(
        domain.observe { event in
          inbox.post(.changed(domain: name, keys: event.changes.map(\.path.key), by: event.source))
        })
      watches.append(domain.observeIssues { inbox.post(.news(.failed($0.message))) })
      for issue in domain.issues { inbox.post(.news(.failed(issue.message))) }
    }
  }
}
