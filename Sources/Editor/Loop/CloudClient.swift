import Settee
import Synchronization
import SetteeVerbs

/// The editor's connection to the cloud mirror of the open app.
///
/// The methods `plan` and `push` block until the cloud mirror has responded. Call them on a
/// background thread with a deadline, and post their result to an inbox.
struct CloudClient: Sendable {
  var syncs: [CloudSync] = []
  /// The location of the cloud mirror, as shown to the user.
  var place = ""
  var isAutomatic = false
  /// A sentence that explains why the cloud mirror isn't available, or `nil` if it is available.
  var trouble: String?

  /// A mirror that does nothing.
  ///
  /// An app that uses this client isn't synced, so nothing is ever pending, and a push only saves
  /// to disk.
  static let none = CloudClient()

  var isNone: Bool { syncs.isEmpty && trouble == nil }
}

extension CloudClient {
  init(_ syncs: [CloudSync], isAutomatic: Bool = false, home: String? = nil) {
    // Show a mirror in a local directory by its path, without the URL scheme.
    let mirror = syncs.first?.mirror.place ?? ""
    let folder = mirror.hasPrefix("folder:") ? String(mirror.dropFirst(7)) : mirror
    self.init(syncs: syncs, place: Session.short(folder, home: home), isAutomatic: isAutomatic)
  }

  /// Returns the settings whose saved values haven't been pushed to the cloud mirror.
  func pending() -> Set<SettingName> {
    var names: Set<SettingName> = []
    for sync in syncs {
      for key in (try? sync.pending()) ?? [] {
        // Include the name without its domain, because a bundle can omit the domain of a setting.
        names.insert(SettingName(domain: sync.domain.name.text, key: key))
        names.insert(SettingName(domain: nil, key: key))
      }
    }
    return names
  }

  /// Returns the last known value of a setting on the cloud mirror.
  func known(_ name: SettingName) -> CloudValue? {
    let sync = syncs.first { $0.domain.name.text == name.domain } ?? syncs.first
    return sync.flatMap { try? $0.agreed(name.key) }.map { CloudValue(value: $0) }
  }

  /// Calls `changed` whenever the set of settings that haven't been pushed might have changed.
  func observe(_ changed: @escaping @Sendable () -> Void) -> [DomainWatch] {
    syncs.compactMap { $0.observeState(changed) }
  }

  /// Starts automatic sync with the cloud mirror if the user has enabled it, and reports the
  /// results.
  func follow(_ words: Strings, _ tell: @escaping @Sendable (Event) -> Void) -> [CloudFollower] {
    guard isAutomatic else { return [] }
    return syncs.filter { !$0.marks.isEmpty }.map { sync in
      let lastTrouble = Mutex<String?>(nil)
      return sync.follow { event in
        switch event {
        case .failed(let error, _):
          // Automatic sync is retried repeatedly, so report each error only once.
          let isOld = lastTrouble.withLock { last in
            defer { last = error.message }
            return last == error.message
          }
          if !isOld { tell(.news(error.message, isError: true)) }
        case .rolledBack(let sentence): tell(.news(sentence, isError: true))
        case .synced(let report):
          lastTrouble.withLock { $0 = nil }
          if let text = Self.sentence(report, words) { tell(.news(text, isError: false)) }
        }
      }
    }
  }

  private static func sentence(_ report: SyncResult, _ words: Strings) -> String? {
    let conflicts = report.conflicts.map(\.key)
    if !conflicts.isEmpty { return words(.newestKept, conflicts.joined(separator: ", ")) }
    if report.sent.isEmpty, report.received.isEmpty { return nil }
    return words.moved(sent: report.sent.count, received: report.received.count)
  }

  /// Compares the local values with the cloud mirror, and returns the plan of a push or an error.
  func plan(_ bundle: SettingsBundle, _ words: Strings, _ deadline: CloudDeadline) -> Event {
    if let trouble { return .failed(trouble) }
    let controls = bundle.controls
    var rows: [PushRow] = []
    var last: Int64?
    var isSealed = false
    do {
      for sync in syncs {
        let look = try sync.preview(SyncOptions(conflictPolicy: .ask), by: deadline)
        try Self.agree(sync, asideFrom: look.rows, deadline)
        rows += look.rows.filter { $0.state != .held }.map {
          PushRow($0, of: sync.domain, controls, words)
        }
        isSealed = isSealed || look.isSealed
        rows += look.staying.map { row in
          var row = PushRow(row, of: sync.domain, controls, words)
          row.difference = nil
          row.cloud = words(look.isSealed ? .notPushedNotAllowed : .notPushedUnencrypted)
          return row
        }
        last = max(last ?? 0, try sync.lastSync() ?? 0)
      }
    } catch {
      return .failed(CloudError(error).message)
    }
    guard !rows.isEmpty else { return .done(words(.nothingToPush)) }
    // Sort the settings in the order of the panes, followed by settings that the panes don't show.
    rows.sort { $0.place < $1.place }
    let time = last.flatMap { $0 > 0 ? Date(milliseconds: $0).localText : nil }
    let mirror = isSealed ? words(.encryptedMirror, place) : place
    return .plan(PushDialog(mirror: mirror, last: time, rows: rows))
  }

  /// Records settings as synced if their local values are already the same as those on the cloud
  /// mirror.
  private static func agree(
    _ sync: CloudSync, asideFrom rows: [SyncDifference], _ deadline: CloudDeadline
  ) throws {
    let known = Set(rows.map(\.name))
    guard try !sync.pending().allSatisfy({ known.contains(Key($0)) }) else { return }
    let order = SyncOptions(
      pulls: false, pushes: false, conflictPolicy: .ask, ignoresMissingKeys: true)
    _ = try sync.syncUnacknowledged(order, by: deadline)
  }

  /// Pushes changes to the cloud mirror and resolves each conflict as the user has chosen.
  func push(
    _ choices: [PushRow], _ bundle: SettingsBundle, _ words: Strings, _ deadline: CloudDeadline
  ) -> Event {
    var (sent, taken) = (0, 0)
    do {
      for sync in syncs {
        var order = SyncOptions(conflictPolicy: .ask, ignoresMissingKeys: true)
        for choice in choices where choice.name.domain == sync.domain.name.text {
          let key = Key(choice.name.key)
          order.choices[key] = choice.keep
          order.seen[key] = choice.seen
        }
        let report = try sync.syncUnacknowledged(order, by: deadline)
        if report.needsResolution { return plan(bundle, words, deadline) }
        sync.acknowledge(report.conflicts.filter { order.choices[$0.name] != nil })
        sent += report.sent.count
        taken += report.received.count
      }
    } catch {
      return .failed(CloudError(error).message)
    }
    return .pushed(words.moved(sent: sent, received: taken))
  }
}

extension PushRow {
  fileprivate init(
    _ row: SyncDifference, of domain: Domain, _ controls: [Control], _ words: Strings
  ) {
    let place = controls.firstIndex { $0.key?.isSame(as: row.key) ?? false }
    let control = place.map { controls[$0] }
    func text(_ value: PropertyList?) -> String {
      value != nil && row.isSecret ? "********" : words.name(of: value, control)
    }
    self.init(
      name: SettingName(domain: domain.name.text, key: row.key),
      title: control?.label ?? row.key, here: text(row.localValue), cloud: text(row.remoteValue),
      difference: row.state, keep: row.kept,
      author: row.author.map { author in
        let device = author.name ?? words(.anotherDevice)
        // A value that was set before the first sync has no timestamp, so show only its device.
        guard author.time > 0 else { return device }
        return "\(device), \(Date(milliseconds: author.time).shortLocalText)"
      }, seen: row, place: place ?? .max)
  }
}

extension Strings {
  /// Returns a summary of a sync, with the number of settings that were sent and received.
  ///
  /// The summary of the sync omits counts of zero.
  fileprivate func moved(sent: Int, received: Int) -> String {
    switch (sent, received) {
    case (0, 0): self(.upToDate)
    case (_, 0): self(.sent, String(sent))
    case (0, _): self(.received, String(received))
    default: self(.pushed, String(sent), String(received))
    }
  }
}
