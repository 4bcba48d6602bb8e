import Settee

extension CloudWords {
  // MARK: Status

  static func status(_ call: Call) throws -> ExitCode {
    let cloud = try CloudCall(call)
    let syncs = try cloud.syncs(of: try call.app())
    try tellSentSecrets(syncs, call)
    let all = try syncs.map { try $0.status(by: cloud.deadline) }
    guard let first = all.first else { return .done }
    let trouble = all.compactMap(\.trouble).first
    tell(all.flatMap(\.warnings), call)
    if call.has("json") {
      try call.write(
        .object(ofPresent: [
          "mirror": .string(first.mirror), "reachable": .boolean(trouble == nil),
          "revision": first.revision.map(JSON.string),
          "pending": keys(named(.pending, of: all)), "incoming": keys(named(.incoming, of: all)),
          "conflicts": keys(named(.conflict, of: all)),
          "missing": keys(named(.missing, of: all)),
          "held": present(named(.held, of: all)),
          "sealed": first.isSealed ? .boolean(true) : nil,
          "last": all.compactMap(\.last).max().map(time),
        ]))
    } else {
      try lines(all).forEach { try call.console.line($0) }
    }
    if let trouble { throw Failure(.mirror, trouble) }
    return .done
  }

  private static func named(_ state: CloudRow.State, of all: [CloudStatus]) -> [String] {
    all.flatMap(\.rows).filter { $0.state == state }.map(\.key)
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

  static func follow(_ call: Call) throws -> ExitCode {
    let cloud = try CloudCall(call)
    let inJSON = call.has("json")
    let syncs = try cloud.apps().found.flatMap { try cloud.syncs(of: $0) }
      .filter { !$0.marks.isEmpty }
    let queue = try EventQueue<(domain: String, event: CloudEvent)>()
    let followers = syncs.map { sync in
      sync.follow { event in queue.put((sync.domain.name.text, event)) }
    }
    defer { followers.forEach { $0.stop() } }
    // A mirror that went back, or has a damaged document, is told of once.
    var warned: Set<String> = []
    while let events = queue.take(watchesReader: false) {
      for (domain, event) in events {
        if case .synced(let report) = event {
          warned = tell(report.warnings, after: warned, call)
        }
        try tell(domain, event, inJSON, call)
      }
      try call.console.flush()
    }
    return .done
  }

  private static func tell(
    _ domain: String, _ event: CloudEvent, _ inJSON: Bool, _ call: Call
  ) throws {
    switch event {
    case .trouble(let error, _): call.console.say(error.message)
    case .wentBack(let sentence): call.console.say(sentence)
    case .synced(let report):
      if report.sent.isEmpty, report.taken.isEmpty, report.conflicts.isEmpty { return }
      if inJSON { return try call.console.line(json([report]).text()) }
      try lines(report, isDry: false).forEach { try call.console.line("\(domain)\t\($0)") }
    }
  }

  // MARK: What other verbs ask

  /// The keys of an app that differ from the last synced state; the mirror is not asked.
  static func unpushed(_ app: App, _ call: Call) throws -> [String] {
    try CloudCall(call).syncs(of: app).flatMap { try $0.pending() }
  }

  /// `diff --cloud`: what is stored here against what the mirror holds.
  static func difference(_ call: Call) throws -> ExitCode {
    let cloud = try CloudCall(call)
    let order = CloudOrder(policy: .ask, leavesMissing: true)
    let app = try call.app()
    let differences = try cloud.syncs(of: app).flatMap { sync in
      try sync.preview(order, by: cloud.deadline).map { row in
        Difference(
          app.place(at: LeafPath(row.key), in: sync.domain), left: row.here, right: row.cloud)
      }
    }
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}
