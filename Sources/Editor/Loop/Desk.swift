import Settee
import SetteeVerbs

extension App {
  /// What the app shows: its bundle, else the panes that were made for it.
  var shownBundle: SettingsBundle {
    bundle
      ?? SettingsBundle(
        title: title, domain: domains.first?.name.text, panes: panes,
        faults: [fault].compactMap(\.self))
  }
}

/// An edit as it was made, with what is to be shown after it.
struct MadeEdit {
  let edit: Edit
  let readings: Readings
  /// What the user has to know beside it.
  let notice: String?
  /// Whether anything was stored: the values may have been there already.
  let hasChanged: Bool
}

/// The domains behind the open panes.
///
/// It is the only code of the screen and of line mode that reads or writes settings.
final class Desk {
  let document: Document
  /// The domains, the app's own first; never empty.
  let domains: [Domain]
  let layer: WritableLayer
  /// What the mirror side can say and do; joined when it is first asked.
  private(set) lazy var cloud = makeCloud()
  /// The rows that are bound by code.
  private lazy var controls = Dictionary(
    given().compactMap { bound in
      let domain = bound.domain.name.text
      return bound.control.key.map { (SettingName(domain: domain, key: $0), bound) }
    }, uniquingKeysWith: { $1 })
  private let makeCloud: () -> CloudDoor
  private let given: () -> [BoundControl]
  /// Writes and reads files with values; nil where there is no app to ask.
  var exchange: Exchange?
  /// What the user has to know though the app could be opened: a sentence.
  var notice: String?
  /// What its schema says of a settings file, as the rows show it.
  var faults: FileFaults?
  private var watches: [DomainWatch] = []
  private var followers: [CloudFollower]?
  private var cloudWatches: [DomainWatch] = []
  /// What the mirror lacked when the last readings were taken; nil before the first.
  private var knownPending: Set<SettingName>?

  /// The rows of `controls` are bound by code; any other one is bound when it is asked for.
  init(
    _ bundle: SettingsBundle, word: String, domains: [Domain],
    controls given: @escaping () -> [BoundControl] = { [] },
    shell: ShellCommand = ShellCommand(), layer: WritableLayer = .user,
    cloud: @escaping @autoclosure () -> CloudDoor = .none
  ) {
    document = Document(
      bundle, word: word, shell: shell, isFile: domains.first?.name.isFile ?? false)
    self.domains = domains
    self.layer = layer
    self.given = given
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
    // A name without a domain is one that the bundle leaves to its own.
    let isFirst = domain.name == domains.first?.name
    let names = [name, whole] + (isFirst ? [SettingName(domain: nil, key: name.key)] : [])
    return names.lazy.compactMap(document.control(named:)).first.map {
      BoundControl($0, in: domain, layer: layer)
    }
  }

  /// Keeps the domains and their mirror alike until the desk goes away, where the user wants that.
  func followCloud(into inbox: Inbox, _ words: Words) {
    guard followers == nil else { return }
    cloudWatches = cloud.observe { inbox.post(.cloudState) }
    followers = cloud.follow(words) { inbox.post(.news($0)) }
  }

  /// What the mirror lacks now, as the readings of some names, or of all, are about to say.
  private func pending(among names: Set<SettingName>? = nil) -> Set<SettingName> {
    let pending = cloud.pending()
    knownPending = names.map { (knownPending ?? []).union(pending.intersection($0)) } ?? pending
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

  /// What the store says of every key; to look up what the mirror does not have yet reads files.
  func readings(asksCloud: Bool = true) -> Readings {
    Readings(domains, layer, pending: asksCloud ? self.pending() : [])
  }

  /// What the store says of some keys.
  ///
  /// NB: the others may wait no more since; `hasOtherPending` has to go on saying so.
  func readings(of names: some Sequence<SettingName>) -> Readings {
    let names = Set(names)
    let all = Readings(domains, layer, pending: pending(among: names))
    var readings = Readings()
    for name in names { readings[name] = all[name] }
    return readings
  }

  /// The names of a domain's keys that the panes show; all of them where no key is given.
  func names(in domain: String, keys: [String]) -> [SettingName] {
    if keys.isEmpty {
      return document.rowsByName.keys.filter { self.domain(of: $0)?.name.text == domain }
    }
    return keys.flatMap { key in
      [SettingName(domain: domain, key: key), SettingName(domain: nil, key: key)]
        .filter { document.rowsByName[$0] != nil }
    }
  }

  func layers(of name: SettingName) -> [LayerReading] {
    (domain(of: name)?.layers ?? []).compactMap { layer in
      layer.values[name.key].map {
        LayerReading(origin: layer.origin, path: layer.path, value: $0)
      }
    }
  }

  /// Makes an edit, all or nothing; returns it as it was stored, with what the user has to know beside.
  ///
  /// An edit is held against the rules, and what is taken back must not have changed since.
  func make(_ edit: Edit, _ cause: ChangeCause, words: Words) throws -> MadeEdit {
    let edit = asStored(edit)
    var hasChanged = true
    if try cause != .undo || !takeBack(edit) {
      let changes = try edit.changes.compactMap { try checked($0, cause, of: edit, words) }
      hasChanged = try changes.store(in: layer).contains { $0 != nil }
    }
    let names = edit.changes.map(\.name)
    return MadeEdit(
      edit: edit, readings: readings(of: names), notice: notice(names, words),
      hasChanged: hasChanged)
  }

  private func checked(
    _ change: ValueChange, _ cause: ChangeCause, of edit: Edit, _ words: Words
  ) throws -> CheckedChange? {
    guard let domain = domain(of: change.name) else { return nil }
    let control = control(of: change.name)
    if cause == .edit, let control { return try control.change(to: change.new) }
    let now = (try? domain.values(in: layer))?[change.name.key]
    if cause != .edit, now != change.old {
      throw Failure(.conflict, words(.undoRefused, control?.control.label ?? edit.title))
    }
    return CheckedChange(unchecked: change.new, at: LeafPath(change.name.key), in: domain)
  }

  /// Says when a layer above hides what was just stored.
  private func notice(_ names: [SettingName], _ words: Words) -> String? {
    let other = names.lazy.compactMap { name in
      self.domain(of: name)?.layer(hiding: LeafPath(name.key), in: self.layer)
    }.first
    return other.map { words(.hiddenBy, words($0.origin.phrase)) }
  }

  func facts(of name: SettingName, home: String?, words: Words) -> KeyFacts {
    let file = domain(of: name)?.path(of: layer)
    let today = LocalTime.text(Date()).prefix(10)
    let history = ((try? history(of: name, words: words)) ?? []).prefix(8).map { line in
      // The whole date is on the page of its own.
      guard line.time.count == 19 else { return line }
      var line = line
      line.time = String(line.time.dropFirst(line.time.hasPrefix(today) ? 11 : 5).prefix(5))
      return line
    }
    return KeyFacts(
      name: name, file: file.map { Self.short($0, home: home) }, line: line(of: name),
      cloud: cloud.known(name), history: history)
  }

  static func short(_ path: String, home: String?) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// What became of a key before, the latest first.
  func history(of name: SettingName, words: Words) throws -> [HistoryLine] {
    guard let domain = domain(of: name) else { return [] }
    let entries = try domain.history().filter { $0.path.key.isSame(as: name.key) }
    // To ask for a row binds them all, the first time.
    guard !entries.isEmpty else { return [] }
    let control = control(of: name)?.control
    return entries.reversed().map { entry in
      HistoryLine(
        time: LocalTime.text(entry.time), author: "\(entry.user), \(entry.program)",
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
    _ value: PropertyList?, _ entry: HistoryEntry, _ control: Control?, _ words: Words
  ) -> String {
    if entry.isSecret { return "********" }
    if value == nil, control?.defaultValue != nil { return words(.defaultWord) }
    return words.name(of: value, control)
  }

  func flush() {
    for domain in domains { try? domain.flush() }
  }

  /// Reads everything again; what is different comes through the inbox.
  func reload() {
    for domain in domains { try? domain.reload() }
  }
}
