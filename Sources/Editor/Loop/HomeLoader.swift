import Settee
import SetteeFiles
import SetteeVerbs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A loader that finds the entries of the home screen in the order in which they are shown.
///
/// The entries are reported in batches, so that the screen can show the first ones early.
struct HomeLoader: Sendable {
  var finder: AppFinder
  let words: Strings
  /// The home directory, which is abbreviated in paths.
  private let home: String?
  /// Returns the number of settings of an app that haven't been pushed.
  var unpushed: @Sendable (App) -> Int = { _ in 0 }
  /// The time for reading the files in the current directory, in nanoseconds.
  var fileTime: Int64 = 50_000_000

  private var changes: [HomeChange] = []
  /// The domains and files that are already shown.
  private var known: Set<String> = []
  /// A Boolean value that indicates whether there is an entry other than Settee itself.
  private var hasEntries = false

  /// The number of entries in a batch.
  private static let batch = 16
  /// The number of files that are read even if the time is up.
  private static let leastFiles = 8

  init(finder: AppFinder, words: Strings = Strings(), home: String? = nil) {
    (self.finder, self.words, self.home) = (finder, words, home)
  }

  /// Returns all entries at once.
  func all() -> HomeBatch {
    var (loader, all) = (self, HomeBatch(isWhole: true, isLast: true))
    loader.load { batch in
      all.entries += batch.entries
      all.changes = batch.changes
    }
    return all
  }

  /// Reports all entries in batches.
  mutating func load(_ report: (HomeBatch) -> Void) {
    finder.mayBeBroken = true
    finder.remembers = false
    finder.cacheProgramBundles()
    var waiting: [HomeEntry] = []
    func add(_ entry: HomeEntry) {
      waiting.append(entry)
      guard waiting.count >= Self.batch else { return }
      report(HomeBatch(entries: waiting))
      waiting = []
    }
    let names = finder.homeNames()
    // The order depends on the content of the files, and there are few apps and programs.
    for entry in names.apps.map({ entry($0, .apps) }).faultyFirst { add(entry) }
    let programs = names.programs.map { entry($0, .programs) }.sorted {
      ($0.isMissing ? 1 : 0, $0.title) < ($1.isMissing ? 1 : 0, $1.title)
    }
    // Report all programs together, because many programs without a file share a row.
    waiting += programs.faultyFirst
    if !programs.isEmpty {
      report(HomeBatch(entries: waiting))
      waiting = []
    }
    // A directory of another host can be slow, so it isn't searched.
    if !FileSystem.live.isRemote(FileManager.default.currentDirectoryPath) {
      for entry in localFiles().faultyFirst { add(entry) }
      for path in finder.nearbyBundles() {
        if let entry = bundle(path, .files) { add(entry) }
      }
    }
    if !hasEntries {
      for path in finder.sampleBundles() {
        if let entry = bundle(path, .samples) { add(entry) }
      }
    }
    report(HomeBatch(entries: waiting, changes: latestChanges, isLast: true))
  }

  /// The latest change of each setting.
  private var latestChanges: [HomeChange] {
    var known: Set<[String]> = []
    let latest = changes.sorted { $0.moment > $1.moment }
    return Array(latest.filter { known.insert([$0.word, $0.key]).inserted }.prefix(8))
  }

  /// Returns the entry of an app or a program.
  private mutating func entry(_ name: DomainName, _ group: HomeEntry.HomeGroup) -> HomeEntry {
    do {
      var entry = filled(try finder.open(name), word: name.text, group)
      if group == .apps, entry.title == "Settings" { entry.title = entry.place }
      hasEntries = hasEntries || name.text != AppFinder.ownDomain && !entry.isMissing
      return entry
    } catch {
      hasEntries = true
      var entry = HomeEntry(word: name.text, title: name.text, group: group, place: name.text)
      entry.fault = SetteeError(error).message
      return entry
    }
  }

  /// Returns an entry with the settings of an app that has been opened.
  private mutating func filled(
    _ app: App, word: String, _ group: HomeEntry.HomeGroup
  ) -> HomeEntry {
    let domain = app.domains[0]
    var entry = HomeEntry(word: word, title: app.title, group: group, place: domain.name.text)
    known.insert(domain.name.text)
    entry.hasBundle = app.bundle != nil
    var isSystem = false
    let counts = app.settings.reduce(into: [:]) { $0[$1.pane, default: 0] += 1 }
    entry.panes = (app.bundle?.panes ?? app.panes).map { ($0.title, counts[$0.file] ?? 0) }
    entry.fault = app.fault?.message ?? app.bundle?.faults.first
    if let file = domain.text {
      let path = file.place
      entry.place = Session.short(path, home: home)
      entry.isMissing = BundleFiles.live.kind(path) == nil
      entry.format =
        group == .files && entry.hasBundle ? app.title : Self.shown(format: file.formatName)
      isSystem = ["/etc/", "/usr/", "/var/"].contains {
        path.hasPrefix(finder.locations.root + $0)
      }
      (entry.file, entry.isSystem) = (entry.place, isSystem)
    } else {
      entry.file = domain.path(of: finder.layer).map { Session.short($0, home: home) } ?? ""
      entry.unpushed = unpushed(app)
    }
    // The file of a program in a system directory is the layer of all users, but a file that is
    // opened by its path isn't.
    let layer = isSystem && group != .files ? .site : finder.layer
    entry.settings = settings(of: app, in: layer)
    entry.set = entry.settings.count(where: \.isSet)
    entry.changed = entry.settings.count(where: \.isChanged)
    addChanges(of: app, titled: entry.title, word: word)
    return entry
  }

  private func settings(of app: App, in layer: WritableLayer) -> [HomeSetting] {
    var stored: [String: PropertyListDictionary] = [:]
    for domain in app.domains {
      stored[domain.name.text] = try? domain.values(in: layer)
    }
    return app.settings.map { bound in
      let control = bound.control
      let own = bound.path.flatMap { stored[bound.domain.name.text]?.value(at: $0) }
      let isChanged = own.map { control.defaultValue != nil && !control.isDefault($0) } ?? false
      return HomeSetting(
        key: control.key ?? "", title: control.label,
        value: shown(bound.effective?.value, of: control), isChanged: isChanged, isSet: own != nil)
    }
  }

  /// Returns a value as text, without the value of a secret, and without text for a button.
  private func shown(_ value: PropertyList?, of control: Control) -> String {
    if control.kind == .button { return "" }
    if control.isSecure, value != nil { return words(.setWord) }
    return words.name(of: value, control)
  }

  private mutating func addChanges(of app: App, titled title: String, word: String) {
    for domain in app.domains {
      for change in ((try? domain.history()) ?? []).suffix(8) {
        let control = app.setting(at: change.path, in: domain)?.control
        func shown(_ value: PropertyList?) -> String {
          change.isSecret
            ? words(.secretWord) : words.name(of: value, control)
        }
        let moment = Int64(change.time.timeIntervalSince1970 * 1000)
        changes.append(
          HomeChange(
            word: word, app: title, key: change.path.key,
            title: control?.label ?? change.path.key, old: shown(change.old),
            new: shown(change.new), moment: moment, time: Date(milliseconds: moment).shortLocalText)
        )
      }
    }
  }

  /// Returns the settings files in the current directory, as far as there is time to read them.
  private mutating func localFiles() -> [HomeEntry] {
    let end = Monotonic.now + fileTime
    var entries: [HomeEntry] = []
    var count = 0
    for name in finder.localFiles() {
      guard count < Self.leastFiles || Monotonic.now < end else { break }
      guard let path = finder.settingsFile(inCurrentDirectory: name) else { continue }
      count += 1
      guard !known.contains(path) else { continue }
      hasEntries = true
      do {
        var entry = filled(try finder.open("./" + name), word: "./" + name, .files)
        (entry.title, entry.file) = (name, "./" + name)
        entries.append(entry)
      } catch {
        var entry = HomeEntry(word: "./" + name, title: name, group: .files)
        entry.place = Session.short(path, home: home)
        (entry.file, entry.fault) = ("./" + name, SetteeError(error).message)
        entries.append(entry)
      }
    }
    return entries
  }

  /// Returns the entry of a bundle that isn't installed, or `nil` if its domain is shown already.
  private mutating func bundle(_ path: String, _ group: HomeEntry.HomeGroup) -> HomeEntry? {
    let read = Result { try SettingsBundle(at: path, options: finder.options) }
    let bundle = try? read.get()
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard bundle?.domain.map({ known.insert($0).inserted }) ?? true else { return nil }
    hasEntries = true
    let word = path.hasPrefix("/") ? path : "./" + path
    var entry = HomeEntry(
      word: word, title: bundle?.title ?? name, group: group, place: bundle?.domain ?? word,
      file: word)
    if entry.title == "Settings" { entry.title = entry.place }
    entry.panes = (bundle?.panes ?? []).map { pane in
      (pane.title, pane.controls.count { $0.key != nil })
    }
    if case .failure(let error) = read { entry.fault = SetteeError(error).message }
    entry.fault = entry.fault ?? bundle?.faults.first
    entry.format = group == .files ? words(.homeBundle) : ""
    entry.settings = (bundle?.controls ?? []).filter { $0.key != nil }.map { control in
      HomeSetting(
        key: control.key ?? "", title: control.label,
        value: shown(control.defaultValue, of: control),
        isChanged: false, isSet: false)
    }
    return entry
  }

  /// Returns the name of a format as users know it, such as `TOML`.
  static func shown(format: String) -> String {
    ["toml", "json", "jsonc", "json5", "yaml", "ini"].contains(format)
      ? format.uppercased() : format
  }
}

extension [HomeEntry] {
  /// The entries, starting with those that have a problem.
  fileprivate var faultyFirst: [HomeEntry] {
    filter { $0.fault != nil } + filter { $0.fault == nil }
  }
}
