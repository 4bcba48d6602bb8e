import Settee
import Synchronization
import SetteeVerbs

/// What the editor asks of the mirror of the open app.
///
/// `plan` and `push` may take as long as the network does: they are called on a thread of their own,
/// which the deadline ends, and what they return goes through an inbox.
struct CloudDoor: Sendable {
  var syncs: [CloudSync] = []
  /// The mirror, as a person would name it.
  var place = ""
  var isAutomatic = false
  /// Why the mirror cannot be asked: a sentence; nil where it can.
  var trouble: String?

  /// No mirror: nothing waits, and a push brings what is in memory to the disk.
  static let none = CloudDoor()

  var isNone: Bool { syncs.isEmpty && trouble == nil }
}

extension CloudDoor {
  init(_ syncs: [CloudSync], isAutomatic: Bool = false, home: String? = nil) {
    // A folder says what it is.
    let mirror = syncs.first?.mirror.place ?? ""
    let folder = mirror.hasPrefix("folder:") ? String(mirror.dropFirst(7)) : mirror
    self.init(syncs: syncs, place: Desk.short(folder, home: home), isAutomatic: isAutomatic)
  }

  /// The keys whose stored value the mirror does not have yet.
  func pending() -> Set<SettingName> {
    var names: Set<SettingName> = []
    for sync in syncs {
      for key in (try? sync.pending()) ?? [] {
        // A name without a domain is one that the bundle leaves to its own.
        names.insert(SettingName(domain: sync.domain.name.text, key: key))
        names.insert(SettingName(domain: nil, key: key))
      }
    }
    return names
  }

  /// What the cloud had under a name when it was last asked.
  func known(_ name: SettingName) -> CloudValue? {
    let sync = syncs.first { $0.domain.name.text == name.domain } ?? syncs.first
    return sync.flatMap { try? $0.agreed(name.key) }.map { CloudValue(value: $0) }
  }

  /// Calls back when the answer of `pending` may be another one.
  func observe(_ changed: @escaping @Sendable () -> Void) -> [DomainWatch] {
    syncs.compactMap { $0.observeState(changed) }
  }

  /// Sends and takes by itself from now on, where the user wants that, and tells what it did.
  func follow(_ words: Words, _ tell: @escaping @Sendable (Event) -> Void) -> [CloudFollower] {
    guard isAutomatic else { return [] }
    return syncs.filter { !$0.marks.isEmpty }.map { sync in
      let lastTrouble = Mutex<String?>(nil)
      return sync.follow { event in
        switch event {
        case .trouble(let error, _):
          // It is tried again and again; the user needs to hear of it once.
          let isOld = lastTrouble.withLock { last in
            defer { last = error.message }
            return last == error.message
          }
          if !isOld { tell(.news(error.message, isError: true)) }
        case .wentBack(let sentence): tell(.news(sentence, isError: true))
        case .synced(let report):
          lastTrouble.withLock { $0 = nil }
          if let text = Self.sentence(report, words) { tell(.news(text, isError: false)) }
        }
      }
    }
  }

  private static func sentence(_ report: CloudReport, _ words: Words) -> String? {
    let conflicts = report.conflicts.map(\.key)
    if !conflicts.isEmpty { return words(.newestKept, conflicts.joined(separator: ", ")) }
    if report.sent.isEmpty, report.taken.isEmpty { return nil }
    return words.moved(sent: report.sent.count, received: report.taken.count)
  }

  /// What a push would do, or why that cannot be said.
  func plan(_ bundle: SettingsBundle, _ words: Words, _ deadline: CloudDeadline) -> Event {
    if let trouble { return .failed(trouble) }
    let controls = bundle.controls
    var rows: [PushRow] = []
    var last: Int64?
    var isSealed = false
    do throws(CloudError) {
      for sync in syncs {
        let look = try sync.look(CloudOrder(policy: .ask), by: deadline)
        try Self.agree(sync, asideFrom: look.rows, deadline)
        rows += look.rows.compactMap { PushRow($0, of: sync.domain, controls, words) }
        isSealed = isSealed || look.isSealed
        rows += look.staying.compactMap { row in
          var row = PushRow(row, of: sync.domain, controls, words, kind: .same)
          row?.cloud = words(look.isSealed ? .staysUnallowed : .staysUnsealed)
          return row
        }
        last = max(last ?? 0, try sync.lastSync() ?? 0)
      }
    } catch {
      return .failed(error.message)
    }
    guard !rows.isEmpty else { return .done(words(.nothingToPush)) }
    // In the order of the panes, as the user knows them; what has no row comes last.
    rows.sort { $0.place < $1.place }
    let time = last.flatMap { $0 > 0 ? LocalTime.text(milliseconds: $0) : nil }
    let mirror = isSealed ? words(.sealedMirror, place) : place
    return .plan(PushPlan(mirror: mirror, last: time, rows: rows))
  }

  /// Notes as agreed what waits here and stands in the cloud alike: nobody need push it.
  private static func agree(
    _ sync: CloudSync, asideFrom rows: [CloudRow], _ deadline: CloudDeadline
  ) throws(CloudError) {
    let known = Set(rows.map(\.name))
    guard try !sync.pending().allSatisfy({ known.contains(CloudKey($0)) }) else { return }
    let order = CloudOrder(takes: false, sends: false, policy: .ask, leavesMissing: true)
    _ = try sync.runUntold(order, by: deadline)
  }

  /// Pushes with a side kept for each key.
  func push(
    _ choices: [PushChoice], _ bundle: SettingsBundle, _ words: Words, _ deadline: CloudDeadline
  ) -> Event {
    var (sent, taken) = (0, 0)
    do throws(CloudError) {
      for sync in syncs {
        var order = CloudOrder(policy: .ask, leavesMissing: true)
        for choice in choices where choice.name.domain == sync.domain.name.text {
          let key = CloudKey(choice.name.key)
          order.choices[key] = choice.keep
          order.seen[key] = choice.seen
        }
        let report = try sync.runUntold(order, by: deadline)
        if report.isStopped { return plan(bundle, words, deadline) }
        sync.told(report.conflicts.filter { order.choices[$0.name] != nil })
        sent += report.sent.count
        taken += report.taken.count
      }
    } catch {
      return .failed(error.message)
    }
    return .pushed(words.moved(sent: sent, received: taken))
  }
}

extension PushRow {
  /// A row of the dialog; nil for what a push leaves alone.
  fileprivate init?(
    _ row: CloudRow, of domain: Domain, _ controls: [Control], _ words: Words, kind: Kind? = nil
  ) {
    guard let kind = kind ?? Kind(row.state) else { return nil }
    let place = controls.firstIndex { $0.key?.isSame(as: row.key) ?? false }
    let control = place.map { controls[$0] }
    func text(_ value: PropertyList?) -> String {
      value != nil && row.isSecret ? "********" : words.name(of: value, control)
    }
    self.init(
      name: SettingName(domain: domain.name.text, key: row.key),
      title: control?.label ?? row.key, here: text(row.here), cloud: text(row.cloud),
      kind: kind, keep: row.kept,
      author: row.author.map { author in
        let device = author.name ?? words(.anotherDevice)
        // What was there before the first sync has no time.
        guard author.time > 0 else { return device }
        return "\(device), \(LocalTime.short(milliseconds: author.time))"
      }, seen: row, place: place ?? .max)
  }
}

extension PushRow.Kind {
  fileprivate init?(_ state: CloudRow.State) {
    switch state {
    case .pending: self = .send
    case .incoming: self = .receive
    case .conflict: self = .conflict
    case .missing: self = .missingHere
    case .held: return nil
    }
  }
}

extension Words {
  /// What went which way, without the side on which nothing happened.
  fileprivate func moved(sent: Int, received: Int) -> String {
    switch (sent, received) {
    case (0, 0): self(.upToDate)
    case (_, 0): self(.sent, String(sent))
    case (0, _): self(.received, String(received))
    default: self(.pushed, String(sent), String(received))
    }
  }
}
