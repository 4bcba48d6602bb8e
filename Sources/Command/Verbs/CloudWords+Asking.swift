import Settee
import SetteeEditor

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CloudWords {
  // MARK: Status

  static func status(_ call: Call) throws -> ExitCode {
    let cloud = try CloudCall(call)
    let syncs = try cloud.syncs(of: try call.app())
    try tellSentSecrets(syncs, call)
    let all = try syncs.map { try $0.status(by: cloud.deadline) }
    guard let first = all.first else { return .done }
    let isReachable = all.allSatisfy(\.isReachable)
    if call.has("json") {
      try call.write(
        .object(ofPresent: [
          "mirror": .string(first.mirror), "reachable": .boolean(isReachable),
          "revision": first.revision.map { .string($0.text) },
          "pending": keys(all.flatMap(\.pending)), "incoming": keys(all.flatMap(\.incoming)),
          "conflicts": keys(all.flatMap(\.conflicts)), "missing": keys(all.flatMap(\.missing)),
          "held": present(all.flatMap(\.held)),
          "last": all.compactMap(\.last).max().map(time),
        ]))
    } else {
      try lines(all).forEach { try call.console.line($0) }
    }
    let trouble = all.compactMap(\.trouble).first
    if !isReachable { throw Failure(.mirror, trouble ?? "The mirror cannot be reached.") }
    if let trouble { call.console.say(trouble) }
    return .done
  }

  private static func lines(_ all: [CloudStatus]) -> [String] {
    var lines = all.prefix(1).map { "mirror\t\($0.mirror)\t\($0.account)" }
    for (word, keys) in [
      ("pending", all.flatMap(\.pending)), ("incoming", all.flatMap(\.incoming)),
      ("conflict", all.flatMap(\.conflicts)), ("missing", all.flatMap(\.missing)),
      ("held", all.flatMap(\.held)),
    ] {
      lines += keys.map { "\(word)\t\(SafeText.line($0.text))" }
    }
    // A round that was killed before it could say so has decided them all the same.
    for conflict in all.flatMap(\.recentConflicts) {
      guard let kept = conflict.kept else { continue }
      lines.append("decided\t\(SafeText.line(conflict.key.text))\tkept \(kept.rawValue)")
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
      .filter { !$0.marks.sent.isEmpty }
    let events = FollowedEvents()
    let followers = syncs.map { sync in
      sync.follow { event in events.add(sync.domain.name.text, event) }
    }
    defer { followers.forEach { $0.stop() } }
    while true {
      for (domain, event) in events.take() { try tell(domain, event, inJSON, call) }
      try call.console.flush()
      FollowedEvents.rest()
    }
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
    try CloudCall(call).syncs(of: app).flatMap { try $0.pending().map(\.text) }
  }

  /// `diff --cloud`: what is stored here against what the mirror holds.
  static func difference(_ call: Call) throws -> ExitCode {
    let cloud = try CloudCall(call)
    let order = CloudOrder(policy: .ask, leavesMissing: true)
    let app = try call.app()
    let differences = try cloud.syncs(of: app).flatMap { sync in
      try sync.preview(order, by: cloud.deadline).map { row in
        Difference(
          app.place(at: LeafPath(row.key.text), in: sync.domain), left: row.here, right: row.cloud)
      }
    }
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}
