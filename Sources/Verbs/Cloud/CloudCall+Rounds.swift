import Settee

/// Rounds with the mirror, and what is said of them.
extension CloudCall {
  static let keepNote =
    "Where both sides changed a key, or a key is missing here that nobody deleted, --keep says "
    + "which side counts; for a missing key, here deletes it everywhere, cloud and newest bring it "
    + "back. What a push or a pull keeps against its own way goes with the next one or sync. Without "
    + "--keep a conflict stops the verb: nothing is sent or taken, and it exits 6."

  /// Runs one round for each domain of each app.
  func exchange(takes: Bool, sends: Bool) throws -> ExitCode {
    let policy = call.value(of: "keep").flatMap(CloudPolicy.init) ?? .ask
    var order = SyncOptions(takes: takes, sends: sends, policy: policy)
    let isDry = call.has("dry-run")
    var reports: [(report: SyncResult, sync: CloudSync)] = []
    let apps = try self.apps()
    for app in apps.found {
      let joined = try syncs(of: app)
      try tellSentSecrets(joined)
      let syncs = joined.filter { !$0.marks.isEmpty }
      // All domains are asked first, so that a conflict in one leaves the others as they were too.
      for asks in syncs.count > 1 && !isDry ? [true, false] : [isDry] {
        order.isDryRun = asks
        for sync in syncs {
          let report = try sync.runUntold(order, by: deadline)
          if report.isStopped { throw try failure(of: report, app, after: reports.map(\.report)) }
          if asks == isDry { reports.append((report, sync)) }
        }
      }
    }
    try write(reports.map(\.report))
    try call.console.flush()
    if !isDry { for (report, sync) in reports { sync.told(report.conflicts) } }
    return apps.exit
  }

  /// Tells what was done before a round that stopped, and why it did: somebody has to choose.
  func failure(of report: SyncResult, _ app: App, after done: [SyncResult]) throws -> CommandError {
    // A program learns from the report which keys somebody has to choose.
    if call.has("json") {
      try call.write(Self.json(done + [report]))
    } else if !done.isEmpty {
      try write(done)
    }
    let isFirst = call.has("dry-run") || done.allSatisfy { $0.sent.isEmpty && $0.taken.isEmpty }
    let open = report.conflicts.filter { $0.kept == nil }.map { SafeText.line($0.key) }
    let keys = open.prefix(3).joined(separator: ", ") + (open.count > 3 ? " and more" : "")
    return CommandError(
      .conflict,
      "\(keys) of \(app.name) changed both here and in the cloud: add --keep here, --keep cloud or "
        + "--keep newest; \(isFirst ? "nothing" : "nothing else") was sent or taken.")
  }

  private func write(_ reports: [SyncResult]) throws {
    tell(reports.flatMap(\.warnings))
    say(
      "Missing here, and deleted by nobody", reports.flatMap(\.missing),
      "Add --keep cloud to a sync or a pull to bring back, --keep here to a sync or a push to delete "
        + "everywhere; where most is gone at once, only the editor's push page deletes it everywhere."
    )
    say(
      "Held here, neither sent nor removed", reports.flatMap(\.held),
      "A value that came back with a good copy is sent when it is set again; what the cloud has lost "
        + "with most others at once goes here too with --keep cloud.")
    say(
      "The cloud has a value that is none here, and it was not taken", reports.flatMap(\.refused),
      "Update the app here, or set the key and push with --keep here.")
    let isDry = call.has("dry-run")
    try call.answer(Self.json(reports), reports.flatMap { Self.lines($0, isDry: isDry) })
    if isDry { call.console.say("Nothing was sent or taken; this is what would be.") }
  }

  /// Tells each sentence once; returns all that were told.
  @discardableResult
  func tell(_ warnings: [String], after told: Set<String> = []) -> Set<String> {
    var told = told
    for warning in warnings where told.insert(warning).inserted { call.console.say(warning) }
    return told
  }

  /// Says what there is to say of keys, where there are any.
  private func say(_ what: String, _ keys: [String], _ remedy: String) {
    let names = keys.map { SafeText.line($0) }.joined(separator: ", ")
    if !keys.isEmpty { call.console.say("\(what): \(names). \(remedy)") }
  }

  /// What a mirror was sent cannot be taken back from whoever has read it.
  func tellSentSecrets(_ syncs: [CloudSync]) throws {
    say(
      "The mirror has a value from before it was a secret",
      try syncs.flatMap { try $0.sentSecrets() },
      "Change it here; the new value stays here.")
  }

  /// What a round did, or would do, a line for each key.
  static func lines(_ report: SyncResult, isDry: Bool) -> [String] {
    let words = isDry ? ("would send", "would take", "would keep") : ("sent", "taken", "kept")
    return report.sent.map { "\(words.0)\t\(SafeText.line($0))" }
      + report.taken.map { "\(words.1)\t\(SafeText.line($0))" }
      + report.conflicts.map {
        "conflict\t\(SafeText.line($0.key))\t\(words.2) \($0.kept?.rawValue ?? "neither")"
      }
  }

  static func json(_ reports: [SyncResult]) -> JSON {
    .object(ofPresent: [
      "sent": keys(reports.flatMap(\.sent)), "taken": keys(reports.flatMap(\.taken)),
      "conflicts": .array(reports.flatMap(\.conflicts).map(json)),
      "held": present(reports.flatMap(\.held)),
      "revision": reports.last.map { .string($0.revision) },
    ])
  }

  private static func json(_ conflict: SyncDifference) -> JSON {
    .object(ofPresent: [
      "key": .string(conflict.key),
      "here": conflict.isSecret ? nil : conflict.here.map { JSON($0) },
      "cloud": conflict.isSecret ? nil : conflict.cloud.map { JSON($0) },
      "kept": conflict.kept.map { .string($0.rawValue) },
    ])
  }

  static func present(_ held: [String]) -> JSON? { held.isEmpty ? nil : keys(held) }

  static func keys(_ keys: [String]) -> JSON { .array(keys.map(JSON.string)) }
}
