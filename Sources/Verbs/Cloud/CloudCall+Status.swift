import Settee

extension CloudCall {

  func status() throws -> ExitCode {
    let syncs = try self.syncs(of: try call.app())
    tellIfNothingSyncs(syncs)
    try tellSentSecrets(syncs)
    let all = try syncs.map { try $0.status(by: deadline) }
    guard let first = all.first else { return .done }
    let trouble = all.compactMap(\.connectionFailure).first
    printWarnings(all.flatMap(\.warnings))
    func named(_ state: SyncDifference.SyncStatus) -> [String] {
      all.flatMap(\.rows).filter { $0.state == state }.map(\.key)
    }
    func keys(_ state: SyncDifference.SyncStatus) -> JSON { Self.keys(named(state)) }
    try call.answer(
      .object(ofPresent: [
        "mirror": .string(first.mirror), "reachable": .boolean(trouble == nil),
        "revision": first.revision.map(JSON.string),
        "pending": keys(.pending), "incoming": keys(.incoming), "conflicts": keys(.conflict),
        "missing": keys(.missing), "held": Self.present(named(.held)),
        "sealed": first.isSealed ? .boolean(true) : nil,
        "last": all.compactMap(\.last).max().map { .string(Self.time($0)) },
      ]), Self.lines(all))
    if let trouble { throw SetteeError(.unreachable, trouble) }
    return .done
  }

  private static func lines(_ all: [CloudStatus]) -> [String] {
    var lines = all.prefix(1).map { "mirror\t\($0.mirror)\t\($0.account)" }
    if all.contains(where: \.isSealed) {
      lines.append("sealed\tonly devices with its key can read it")
    }
    let rows = all.flatMap(\.rows)
    for state: SyncDifference.SyncStatus in [.pending, .incoming, .conflict, .missing, .held] {
      lines += rows.filter { $0.state == state }
        .map { "\(state.rawValue)\t\(SafeText.line($0.key))" }
    }
    // Report resolved conflicts again, because a sync that was killed might not have reported them.
    for conflict in all.flatMap(\.recentConflicts) {
      guard let kept = conflict.kept else { continue }
      lines.append("decided\t\(SafeText.line(conflict.key))\tkept \(kept.rawValue)")
    }
    return lines
  }

  /// Returns the date and time for a timestamp in milliseconds, rounded down to a full second.
  static func time(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1000)).iso8601
  }

  func follow() throws -> ExitCode {
    let all = try apps().found.flatMap { try self.syncs(of: $0) }
    tellIfNothingSyncs(all)
    let syncs = all.filter { !$0.marks.isEmpty }
    let policy = call.value(of: "keep").flatMap(CloudPolicy.init)
    // A key that is missing here might only be missing until another program has written its file.
    let options =
      policy.map { SyncOptions(conflictPolicy: $0, ignoresMissingKeys: true) } ?? .automatic
    let queue = MessageQueue<(domain: String, event: CloudEvent)>()
    let followers = syncs.map { sync in
      sync.follow(options) { event in queue.post((sync.domain.name.text, event)) }
    }
    defer { followers.forEach { $0.stop() } }
    // Remember the warnings, so that a corrupt document on the cloud mirror, for example, is
    // reported only once.
    var warned: Set<String> = []
    while let events = try queue.wait(watchesReader: false) {
      for (domain, event) in events {
        switch event {
        case .failed(let error, _): call.console.report(error.message)
        case .rolledBack(let sentence): call.console.report(sentence)
        case .synced(let report):
          warned = printWarnings(report.warnings, after: warned)
          try write(report, of: domain)
        }
      }
      try call.console.flush()
    }
    return .done
  }

  private func write(_ report: SyncResult, of domain: String) throws {
    let lines = Self.lines(report, isDry: false)
    if call.has("json"), !lines.isEmpty {
      try call.console.line(Self.json([report]).text())
    } else {
      for line in lines { try call.console.line("\(domain)\t\(line)") }
    }
  }

  /// Returns an app's keys that have changed since the last sync, without contacting the cloud
  /// mirror.
  func unpushed(_ app: App) throws -> [String] {
    try syncs(of: app).flatMap { try $0.pending() }
  }

  /// Compares the stored values with the cloud mirror and prints the differences for
  /// `diff --cloud`.
  func difference() throws -> ExitCode {
    let order = SyncOptions(conflictPolicy: .ask, ignoresMissingKeys: true)
    let app = try call.app()
    let differences = try syncs(of: app).flatMap { sync in
      try sync.preview(order, by: deadline).rows.map { row in
        let place = app.place(at: SettingPath(row.key), in: sync.domain)
        return KeyRow(
          place, old: row.localValue, new: row.remoteValue, tellsSecrets: call.has("secrets"))
      }
    }
    return try call.printDifferences(differences)
  }
}
