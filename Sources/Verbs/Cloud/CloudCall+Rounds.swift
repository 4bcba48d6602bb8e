import Settee

/// Methods that sync apps with the cloud mirror and report the results.
extension CloudCall {
  static let keepNotes = [
    "A conflict is a key that changed both on this device and in the mirror. If there is one, nothing is sent or fetched, and the exit status is 6. To resolve all conflicts, run the command with --keep here (the values of this device), --keep cloud (the values in the mirror), or --keep newest (the values that changed last).",
    "A key that disappeared from this device without being reset, for example because another program rewrote the file, is also a conflict: --keep here deletes it everywhere, and --keep cloud and --keep newest restore it.",
  ]

  /// Syncs all domains of the specified apps with the cloud mirror.
  func exchange(takes: Bool, sends: Bool) throws -> ExitCode {
    let policy = call.value(of: "keep").flatMap(CloudPolicy.init) ?? .ask
    var order = SyncOptions(pulls: takes, pushes: sends, conflictPolicy: policy)
    let isDry = call.has("dry-run")
    var reports: [(report: SyncResult, sync: CloudSync)] = []
    let apps = try self.apps()
    for app in apps.found {
      let joined = try syncs(of: app)
      tellIfNothingSyncs(joined)
      try tellSentSecrets(joined)
      let syncs = joined.filter { !$0.marks.isEmpty }
      // Do a dry run of all domains first, so that a conflict in one domain doesn't leave the
      // others half synced.
      for asks in syncs.count > 1 && !isDry ? [true, false] : [isDry] {
        order.isDryRun = asks
        for sync in syncs {
          let report = try sync.syncUnacknowledged(order, by: deadline)
          if report.needsResolution {
            throw try failure(of: report, app, after: reports.map(\.report))
          }
          if asks == isDry { reports.append((report, sync)) }
        }
      }
    }
    try write(reports.map(\.report))
    try call.console.flush()
    if !isDry { for (report, sync) in reports { sync.acknowledge(report.conflicts) } }
    // The policy doesn't delete keys if the whole settings file may have been lost.
    let kept = policy == .keepingLocal ? reports.flatMap(\.report.missing) : []
    if !kept.isEmpty {
      let keys = kept.count == 1 ? "1 missing key" : "\(kept.count) missing keys"
      throw SetteeError(
        .conflict,
        "--keep here didn't delete \(keys), because most keys are missing here. Use the Push page of the editor."
      )
    }
    return apps.exit
  }

  /// Prints the results up to a conflict, and returns the error that reports the conflict.
  func failure(of report: SyncResult, _ app: App, after done: [SyncResult]) throws -> SetteeError {
    // The JSON output lists the conflicts together with the results.
    if call.has("json") {
      try call.write(Self.json(done + [report]))
    } else if !done.isEmpty {
      try write(done)
    }
    let isFirst = call.has("dry-run") || done.allSatisfy { $0.sent.isEmpty && $0.received.isEmpty }
    let open = report.conflicts.filter { $0.kept == nil }.map { SafeText.line($0.key) }
    let keys = open.prefix(3).joined(separator: ", ") + (open.count > 3 ? " and more" : "")
    return SetteeError(
      .conflict,
      "Conflict: \(keys) of \(app.name) changed both here and in the cloud; "
        + "\(isFirst ? "nothing" : "nothing else") was sent or fetched. Use --keep here, "
        + "--keep cloud, or --keep newest.")
  }

  private func write(_ reports: [SyncResult]) throws {
    printWarnings(reports.flatMap(\.warnings))
    printKeys(
      "Missing here, but never deleted", reports.flatMap(\.missing),
      "To restore them, sync or pull with --keep cloud. To delete them everywhere, sync or push with "
        + "--keep here; if most keys are missing, only the Push page of the editor can do this."
    )
    printKeys(
      "Kept here, neither sent nor removed", reports.flatMap(\.withheld),
      "A value that was restored from a backup is sent when you set it again. If the mirror lost most "
        + "of its values at the same time, --keep cloud removes them here too.")
    printKeys(
      "The mirror has invalid values, which were not fetched", reports.flatMap(\.refused),
      "Update the app on this device, or set the key and push with --keep here.")
    let isDry = call.has("dry-run")
    try call.answer(Self.json(reports), reports.flatMap { Self.lines($0, isDry: isDry) })
    if isDry { call.console.report("Dry run; nothing was sent or fetched.") }
  }

  /// Prints each warning that hasn't been printed before, and returns all warnings printed so far.
  @discardableResult
  func printWarnings(_ warnings: [String], after told: Set<String> = []) -> Set<String> {
    var told = told
    for warning in warnings where told.insert(warning).inserted { call.console.report(warning) }
    return told
  }

  /// Prints a message that lists some keys, unless the list is empty.
  private func printKeys(_ what: String, _ keys: [String], _ remedy: String) {
    let names = keys.map { SafeText.line($0) }.joined(separator: ", ")
    if !keys.isEmpty { call.console.report("\(what): \(names). \(remedy)") }
  }

  /// Warns the user about values that were sent to the cloud mirror before they became secrets.
  ///
  /// A value that other devices have already read from the cloud mirror can't be made secret again.
  func tellSentSecrets(_ syncs: [CloudSync]) throws {
    printKeys(
      "The mirror has values of settings that are secret now",
      try syncs.flatMap { try $0.sentSecrets() },
      "Change them here; new values aren't sent.")
  }

  /// Returns a line of output for each key that a sync has changed or, in a dry run, would change.
  static func lines(_ report: SyncResult, isDry: Bool) -> [String] {
    let words = isDry ? ("would send", "would take", "would keep") : ("sent", "taken", "kept")
    return report.sent.map { "\(words.0)\t\(SafeText.line($0))" }
      + report.received.map { "\(words.1)\t\(SafeText.line($0))" }
      + report.conflicts.map {
        "conflict\t\(SafeText.line($0.key))\t\(words.2) \($0.kept?.rawValue ?? "neither")"
      }
  }

  static func json(_ reports: [SyncResult]) -> JSON {
    .object(ofPresent: [
      "sent": keys(reports.flatMap(\.sent)), "taken": keys(reports.flatMap(\.received)),
      "conflicts": .array(reports.flatMap(\.conflicts).map(json)),
      "held": present(reports.flatMap(\.withheld)),
      "revision": reports.last.map { .string($0.revision) },
    ])
  }

  private static func json(_ conflict: SyncDifference) -> JSON {
    .object(ofPresent: [
      "key": .string(conflict.key),
      "here": conflict.isSecret ? nil : conflict.localValue.map { JSON($0) },
      "cloud": conflict.isSecret ? nil : conflict.remoteValue.map { JSON($0) },
      "kept": conflict.kept.map { .string($0.rawValue) },
    ])
  }

  static func present(_ held: [String]) -> JSON? { held.isEmpty ? nil : keys(held) }

  static func keys(_ keys: [String]) -> JSON { .array(keys.map(JSON.string)) }
}
