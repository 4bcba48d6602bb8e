import Settee
import SetteeVerbs

extension App {
  /// The bundle that describes the app's settings, or the panes that were generated if the app has
  /// no bundle.
  var shownBundle: SettingsBundle {
    var shown =
      bundle ?? SettingsBundle(title: title, domain: domains.first?.name.text, panes: panes)
    shown.problems += [fault].compactMap(\.self)
    return shown
  }
}

/// The result of applying an edit, with the information that the editor shows afterward.
///
/// The notice tells the user about a side effect of the edit. The flag `hasChanged` is `false` if
/// the file already had the new values, so that nothing was saved.
typealias MadeEdit = (
  edit: UndoableEdit, readings: SettingStates, notice: String?, hasChanged: Bool
)

/// The connection between the editor and the stored settings of the open app.
///
/// Both full-screen mode and plain mode read and write all settings through this class.
final class Session {
  let document: PaneTree
  /// The domains of the open app, starting with its main domain.
  ///
  /// This array is never empty.
  let domains: [Domain]
  let layer: WritableLayer
  /// The connection to the cloud mirror, which is opened on first use.
  private(set) lazy var cloud = makeCloud()
  /// The controls whose settings are declared as properties in the program's code.
  private lazy var controls = Dictionary(
    given().compactMap { bound in
      let domain = bound.domain.name.text
      return bound.control.key.map { (SettingName(domain: domain, key: $0), bound) }
    }, uniquingKeysWith: { $1 })
  private let makeCloud: () -> CloudClient
  private let given: () -> [BoundControl]
  /// The layer that the user specified, or `nil` to export effective values and to import into the
  /// user's layer.
  var namedLayer: WritableLayer?
  /// The home directory, which is abbreviated in paths.
  let home: String?
  /// A warning that the editor shows after the app is opened.
  var notice: String?
  /// The problems that a JSON Schema finds in the settings file, which are shown in the affected
  /// rows.
  var faults: SchemaFindings?
  /// The open app, which can add keys and list items, or `nil` in tests that need only panes.
  var app: App?
  private var watches: [DomainWatch] = []
  private var followers: [CloudFollower]?
  private var cloudWatches: [DomainWatch] = []
  /// The settings that hadn't been pushed to the cloud mirror when their states were last read.
  ///
  /// This set is `nil` until the editor has looked up the unpushed settings for the first time.
  private var knownPending: Set<SettingName>?

  /// Creates a session.
  ///
  /// Controls that aren't in `controls` are connected to their settings on first use.
  init(
    _ bundle: SettingsBundle, word: String, domains: [Domain],
    controls given: @escaping () -> [BoundControl] = { [] },
    shell: ShellCommand = ShellCommand(), layer: WritableLayer = .user,
    isOpenedByPath: Bool = false, home: String? = nil,
    cloud: @escaping @autoclosure () -> CloudClient = .none
  ) {
    document = PaneTree(
      bundle, word: word, shell: shell, isFile: domains.first?.name.isFile ?? false,
      isOpenedByPath: isOpenedByPath,
      location: domains.first?.text.map { Self.short($0.place, home: home) } ?? "",
      errorExcerpts: bundle.problems.prefix(5).map {
        Self.errorExcerpt($0, domains.first)
      },
      format: domains.first?.text?.formatName,
      repeatedKeys: domains.first?.text?.known.map(Self.repeatedKeys) ?? [])
    self.domains = domains
    self.layer = layer
    self.given = given
    self.home = home
    makeCloud = cloud
    file?.shownContent = file?.known
  }

  func domain(of name: SettingName) -> Domain? {
    guard let text = name.domain else { return domains.first }
    return domains.first { $0.name.text.isSame(as: text) } ?? domains.first
  }

  func control(of name: SettingName) -> BoundControl? {
    guard let domain = domain(of: name) else { return nil }
    let whole = SettingName(domain: domain.name.text, key: name.key)
    if let bound = controls[whole] { return bound }
    // Look up the key without its domain too, because a bundle can omit the main domain of its app.
    let isFirst = domain.name == domains.first?.name
    let names = [name, whole] + (isFirst ? [SettingName(domain: nil, key: name.key)] : [])
    return names.lazy.compactMap(document.control(named:)).first.map {
      BoundControl($0, in: domain, layer: layer)
    }
  }

  /// Starts automatic sync with the cloud mirror if the user has enabled it.
  ///
  /// Automatic sync continues until the session is deallocated.
  func followCloud(into inbox: EventInbox, _ words: Strings) {
    guard followers == nil else { return }
    cloudWatches = cloud.observe { inbox.post(.cloudState) }
    followers = cloud.follow(words) { inbox.post(.news($0)) }
  }

  /// Returns the settings that haven't been pushed, and stores the result so that later changes can
  /// be detected.
  private func pending(among names: Set<SettingName>? = nil) -> Set<SettingName> {
    let pending = cloud.pending()
    knownPending = names.map { (knownPending ?? []).union(pending.intersection($0)) } ?? pending
    return pending
  }

  /// A Boolean value that indicates whether the set of unpushed settings has changed since the
  /// editor last read it.
  var hasOtherPending: Bool { cloud.pending() != knownPending ?? [] }

  /// Starts watching the settings files for changes by other processes.
  ///
  /// Watching isn't started when the session is created, because it would delay the first frame.
  func watch() { for domain in domains { domain.watchFromNow() } }

  /// Sends every change and every problem of the app's domains to the event loop until the session
  /// is deallocated.
  func follow(into inbox: EventInbox) {
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

  /// Returns the current state of every setting.
  ///
  /// The parameter `asksCloud` determines whether to look up unpushed settings, which requires
  /// reading files.
  func readings(asksCloud: Bool = true) -> SettingStates {
    SettingStates(domains, layer, pending: asksCloud ? self.pending() : [])
  }

  /// Returns the current state of the specified settings.
  ///
  /// Settings that aren't read might also have been pushed in the meantime. The property
  /// `hasOtherPending` must continue to report them.
  func readings(of names: some Sequence<SettingName>) -> SettingStates {
    let names = Set(names)
    let all = SettingStates(domains, layer, pending: pending(among: names))
    var readings = SettingStates()
    for name in names { readings[name] = all[name] }
    return readings
  }

  /// Returns the names of the settings in a domain that the panes show.
  ///
  /// If `keys` is empty, the result contains all settings of the domain that the panes show.
  func names(in domain: String, keys: [String]) -> [SettingName] {
    if keys.isEmpty {
      return document.rowsByName.keys.filter { self.domain(of: $0)?.name.text == domain }
    }
    return keys.flatMap { key in
      [SettingName(domain: domain, key: key), SettingName(domain: nil, key: key)]
        .filter { document.rowsByName[$0] != nil }
    }
  }

  func layers(of name: SettingName) -> [LayerValue] {
    (domain(of: name)?.layers ?? []).compactMap { layer in
      layer.values[name.key].map { (layer.origin, layer.path, $0) }
    }
  }

  /// Applies an edit atomically.
  ///
  /// The new values are validated before they are saved. An undo fails if a value has changed since
  /// the original edit.
  func make(_ edit: UndoableEdit, _ cause: ChangeCause, words: Strings) throws -> MadeEdit {
    var edit = asStored(edit)
    var hasChanged = true
    let isUndo = cause == .undo || cause == .revert
    if !isUndo, let list = edit.list {
      hasChanged = try make(list, &edit)
    } else if try !isUndo || !takeBack(edit) {
      let changes = try edit.changes.compactMap { try checked($0, cause, words) }
      hasChanged = try changes.store(in: layer).contains { $0 != nil }
    }
    let names = edit.changes.map(\.name)
    return (edit, readings(of: names), notice(names, words), hasChanged)
  }

  private func checked(
    _ change: ValueChange, _ cause: ChangeCause, _ words: Strings
  ) throws -> ValidatedChange? {
    guard let domain = domain(of: change.name) else { return nil }
    let control = control(of: change.name)
    // A value that the user typed is saved with its text.
    let (new, text) = change.typed.map { ($0.value, $0.text) } ?? (change.new, nil)
    if cause == .edit, let control { return try control.change(to: new, typed: text) }
    let key = change.name.key
    let now = (try? domain.values(in: layer))?[key] ?? domain.text?.known?.value(of: key)
    if cause != .edit, now != change.old {
      let title = control?.control.label ?? key
      let sentence =
        switch cause {
        case .redo: words(.cannotRedo, title)
        case .staged: words(.saveAgain)
        case .undo, .revert, .edit: words(.cannotUndo, title)
        }
      throw SetteeError(.conflict, sentence)
    }
    return ValidatedChange(
      unchecked: new, at: SettingPath(change.name.key), in: domain, typed: text)
  }

  /// Returns a message if a saved value has no effect, because a layer with a higher precedence
  /// overrides it.
  private func notice(_ names: [SettingName], _ words: Strings) -> String? {
    let other = names.lazy.compactMap { name in
      self.domain(of: name)?.layer(hiding: SettingPath(name.key), in: self.layer)
    }.first
    return other.map { words(.overriddenBy, words($0.origin.phrase)) }
  }

  func facts(
    of name: SettingName, words: Strings, unsaved: [ValueChange] = []
  ) -> KeyFacts {
    let file = domain(of: name)?.path(of: layer)
    let today = Date().localText.prefix(10)
    let history = ((try? history(of: name, words: words)) ?? []).prefix(8).map { line in
      // Shorten the date in this summary, because the history page shows the full date.
      guard line.time.count == 19 else { return line }
      var line = line
      line.time = String(line.time.dropFirst(line.time.hasPrefix(today) ? 11 : 5).prefix(5))
      return line
    }
    return KeyFacts(
      name: name, file: file.map { Self.short($0, home: home) }, line: line(of: name),
      cloud: cloud.known(name), history: history, excerpt: excerpt(of: name),
      differences: lineDifferences(unsaved))
  }

  static func short(_ path: String, home: String?) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Returns the changes to a setting that were recorded in its history, starting with the latest
  /// change.
  func history(of name: SettingName, words: Strings) throws -> [HistoryLine] {
    guard let domain = domain(of: name) else { return [] }
    let entries = try domain.history().filter { $0.path.key.isSame(as: name.key) }
    // Return early without any history, because looking up the first control is slow.
    guard !entries.isEmpty else { return [] }
    let control = control(of: name)?.control
    return entries.reversed().map { entry in
      HistoryLine(
        time: entry.time.localText, author: "\(entry.user), \(entry.program)",
        old: shown(entry.old, entry, control, words), new: shown(entry.new, entry, control, words))
    }
  }

  func changes() throws -> [PastChange] {
    try domains.flatMap { domain in
      let entries = try domain.history().suffix(1000)
      return zip(entries, domain.located(entries)).map { entry, place in
        let path = place ?? entry.path
        return PastChange(
          name: SettingName(domain: domain.name.text, key: path.key),
          steps: Array(path.parts.dropFirst()), old: entry.old, new: entry.new,
          isSecret: entry.isSecret, time: entry.time, author: "\(entry.user), \(entry.program)",
          isLost: place == nil)
      }
    }
    .reversed().sorted { $0.isLater(than: $1) }
  }

  private func shown(
    _ value: PropertyList?, _ entry: HistoryEntry, _ control: Control?, _ words: Strings
  ) -> String {
    if entry.isSecret { return "********" }
    if value == nil, control?.defaultValue != nil { return words(.defaultWord) }
    return words.name(of: value, control)
  }

  func flush() {
    for domain in domains { try? domain.flush() }
  }

  /// Reads the files of all domains again and sends the changes to the event loop.
  func reload() {
    for domain in domains { try? domain.reload() }
  }
}
