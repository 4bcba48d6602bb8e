import Settee

extension CloudCall {
  // MARK: Status

  func status() throws -> ExitCode {
    let syncs = try self.syncs(of: try call.app())
    try tellSentSecrets(syncs)
    let all = try syncs.map { try $0.status(by: deadline) }
    guard let first = all.first else { return .done }
    let trouble = all.compactMap(\.trouble).first
    tell(all.flatMap(\.warnings))
    if call.has("json") {
      let named = { (state: CloudRow.State) in
        all.flatMap(\.rows).filter { $0.state == state }.map(\.key)
      }
      let keys = { (state: CloudRow.State) in Self.keys(named(state)) }
      try call.write(
        .object(ofPresent: [
          "mirror": .string(first.mirror), "reachable": .boolean(trouble == nil),
          "revision": first.revision.map(JSON.string),
          "pending": keys(.pending), "incoming": keys(.incoming), "conflicts": keys(.conflict),
          "missing": keys(.missing), "held": Self.present(named(.held)),
          "sealed": first.isSealed ? .boolean(true) : nil,
          "last": all.compactMap(\.last).max().map(Self.time),
        ]))
    } else {
      try Self.lines(all).forEach { try call.console.line($0) }
    }
    if let trouble { throw Failure(.mirror, trouble) }
    return .done
  }

  private static func lines(_ all: [CloudStatus]) -> [String] {
    var lines = all.prefix(1).map { "mirror\t\($0.mirror)\t\($0.account)" }
    if all.contains(where: \.isSealed) {
      lines.append("sealed\tonly devices with its key can read it")
    }
    let rows = all.flatMap(\.rows)
    for state: CloudRow.State in [.pending, .incoming, .conflict, .missing, .held] {
      lines += rows.filter { $0.state == state }
        .map { "\(state.rawValue)\t\(SafeText.line($0.key))" }
    }
    // A round that was killed before it could say so has decided them all the same.
    for conflict in all.flatMap(\.recentConflicts) {
      guard let kept = conflict.kept else { continue }
      lines.append("decided\t\(SafeText.line(conflict.key))\tkept \(kept.rawValue)")
    }
    return lines
  }

  /// A moment as all JSON of the command line writes it.
  static func time(_ milliseconds: Int64) -> JSON { .string(timeText(milliseconds)) }

  static func timeText(_ milliseconds: Int64) -> String {
    ISO8601.text(of: Date(timeIntervalSince1970: Double(milliseconds / 1000)))
  }

  // MARK: Following

  func follow() throws -> ExitCode {
    let syncs = try apps().found.flatMap { try self.syncs(of: $0) }.filter { !$0.marks.isEmpty }
    let queue = Mailbox<(domain: String, event: CloudEvent)>()
    let followers = syncs.map { sync in
      sync.follow { event in queue.post((sync.domain.name.text, event)) }
    }
    defer { followers.forEach { $0.stop() } }
    // A mirror that went back, or has a damaged document, is told of once.
    var warned: Set<String> = []
    while let events = try queue.wait(watchesReader: false) {
      for (domain, event) in events {
        if case .synced(let report) = event {
          warned = tell(report.warnings, after: warned)
        }
        try tell(domain, event)
      }
      try call.console.flush()
    }
    return .done
  }

  private func tell(_ domain: String, _ event: CloudEvent) throws {
    switch event {
    case .trouble(let error, _): call.console.say(error.message)
    case .wentBack(let sentence): call.console.say(sentence)
    case .synced(let report):
      if report.sent.isEmpty, report.taken.isEmpty, report.conflicts.isEmpty { return }
      if call.has("json") { return try call.console.line(Self.json([report]).text()) }
      try Self.lines(report, isDry: false).forEach { try call.console.line("\(domain)\t\($0)") }
    }
  }

  // MARK: What other verbs ask

  /// The keys of an app that differ from the last synced state; the mirror is not asked.
  func unpushed(_ app: App) throws -> [String] {
    try syncs(of: app).flatMap { try $0.pending() }
  }

  /// `diff --cloud`: what is stored here against what the mirror holds.
  func difference() throws -> ExitCode {
    let order = CloudOrder(policy: .ask, leavesMissing: true)
    let app = try call.app()
    let differences = try syncs(of: app).flatMap { sync in
      try sync.preview(order, by: deadline).map { row in
        Difference(
          app.place(at: LeafPath(row.key), in: sync.domain), left: row.here, right: row.cloud)
      }
    }
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}
