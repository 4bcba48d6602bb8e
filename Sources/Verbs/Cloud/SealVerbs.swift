import Settee
import SetteeFiles

extension Verb {
  package static let seal = Verb(
    "seal", "Encrypt the cloud mirror end to end with a passphrase",
    operands: [Operand("APP", .app, .optional)],
    options: [
      VerbOption("all", "sync all apps after encrypting the mirror"),
      VerbOption("secrets", "also sync the secrets of APP that its bundle allows to sync"),
    ] + SealCall.options,
    notes: [
      "Encrypts everything that you have stored in the mirror, for all apps, and then syncs APP. Your other devices can't sync until you run 'settee join' on them.",
      "Afterwards, a recovery code is shown once. Keep it: it is the only replacement for a forgotten passphrase. 'settee rekey' creates a new one.",
      "If the command was interrupted, run it again to finish. Running it again also deletes data that another device stored unencrypted before it joined.",
    ],
    examples: [
      "seal org.settee.mail --stdin < passphrase.txt", "seal --all --stdin < passphrase.txt",
    ]
  ) { call in
    guard call.has("all") == call.operands.isEmpty else {
      throw SetteeError(.usage, "Give either an APP or --all to settee seal.")
    }
    if call.has("all"), call.has("secrets") {
      throw SetteeError(
        .usage, "Can't combine --secrets with --all. Run 'settee seal APP --secrets' for each app.")
    }
    return try SealCall(call).seal()
  }

  package static let join = Verb(
    "join", "Add this device to an encrypted mirror with its passphrase or recovery code",
    options: SealCall.options,
    notes: ["After a wrong passphrase, there is a one-second delay."],
    examples: ["join", "join --stdin < passphrase.txt"]
  ) { call in
    try SealCall(call).join()
  }

  package static let rekey = Verb(
    "rekey", "Change the encryption key and passphrase, for example after losing a device",
    options: SealCall.options,
    notes: [
      "On every other device, run 'settee join' with the new passphrase. A lost device keeps the data that it has already read."
    ],
    examples: ["rekey --stdin < passphrase.txt"]
  ) { call in
    try SealCall(call).rekey()
  }

  package static let unseal = Verb(
    "unseal", "Decrypt the mirror; anyone with access to it can read it",
    options: SealCall.options,
    notes: [
      "Secrets are removed from the mirror and kept on this device. Data of apps that are not installed here stays encrypted, because Settee does not know which of it is secret."
    ],
    examples: ["unseal --stdin < passphrase.txt"]
  ) { call in
    try SealCall(call).unseal()
  }
}

/// A command that manages the encryption of the cloud mirror, which is `seal`, `join`, `rekey`, or
/// `unseal`.
private struct SealCall {
  static let options: [VerbOption] =
    [VerbOption("stdin", "read the passphrase from the first line of standard input")]
    + CloudCall.options

  let call: Call
  let cloud: CloudCall
  let account: SealedAccount

  init(_ call: Call) throws {
    self.call = call
    cloud = try CloudCall(call)
    account = SealedAccount(
      mirror: cloud.mirror, account: cloud.account, locations: cloud.locations)
    try account.check()
    // Turn off core dumps, because a dump would contain the recovery code and parts of the
    // encryption key.
    CurrentProcess.leavesNoCore()
  }

  private var place: String { cloud.mirror.displayAddress }

  /// The time limit for a single step of an encryption command, such as reading the state of the
  /// mirror.
  ///
  /// Each step has a separate time limit, because the user enters text between steps.
  private var deadline: CloudDeadline { .seconds(cloud.patience) }
  /// The time limit for a step that encrypts or decrypts all documents on the cloud mirror.
  private var longDeadline: CloudDeadline { .seconds(6 * cloud.patience) }

  // MARK: Commands

  func seal() throws -> ExitCode {
    let apps = try cloud.apps()
    let state = try account.state(by: deadline)
    if state.problem != nil { throw notJoined }
    let domains = Array(try account.domains(by: deadline).keys)
    let syncs = try apps.found.flatMap { app in try cloud.syncs(of: app).map { (app, $0) } }
    if call.has("dry-run") {
      for domain in Set(domains + syncs.map(\.1.domain.name.text)).sorted() {
        try call.console.line("\(state.isSealed ? "is encrypted" : "would encrypt")\t\(domain)")
      }
      return apps.exit
    }
    if call.has("secrets") { try allowSecrets(syncs) }
    if state.isSealed {
      call.console.report(
        "The mirror at \(place) is already encrypted, and its passphrase stays the same. To change it, "
          + "run 'settee rekey'.")
    } else {
      let passphrase = try newPassphrase()
      sayWhatChanges(domains)
      try activate(try account.newSeal(passphrase, by: deadline))
    }
    try sync(syncs)
    try finish()
    return apps.exit
  }

  func join() throws -> ExitCode {
    if try account.state(by: deadline).isSealed {
      call.console.report("This device has already joined the mirror at \(place).")
      return .done
    }
    let seal = try account.sealToOpen(by: deadline).name(of: cloud.account)
    let isDry = call.has("dry-run")
    let attempts = call.has("stdin") ? 1 : 3
    for attempt in 1...attempts {
      let passphrase = try passphrase("Passphrase or recovery code: ")
      if passphrase.count == 0 { throw emptyPassphrase }
      if try costing({ try account.join(passphrase, isDryRun: isDry, by: deadline) }) {
        call.console.report(
          isDry
            ? "Dry run; this device would join the mirror at \(place)."
            : "This device has joined the mirror at \(place). Now run 'settee sync --all'.")
        return .done
      }
      if attempt == attempts { break }
      call.console.report("Incorrect passphrase or recovery code. Try again.")
    }
    throw SetteeError(
      .denied,
      "The passphrase doesn't match key \(seal) of the mirror at \(place); no changes were made."
        + " Type the passphrase again, or use the recovery code."
    )
  }

  func rekey() throws -> ExitCode {
    try checkSealed()
    if call.has("dry-run") {
      for domain in try account.domains(by: deadline).keys.sorted() {
        try call.console.line("would encrypt again\t\(domain)")
      }
      return .done
    }
    try activate(try account.newSeal(try newPassphrase(), by: deadline))
    call.console.report("On every other device, run 'settee join' with the new passphrase.")
    try finish()
    return .done
  }

  func unseal() throws -> ExitCode {
    let state = try call.has("dry-run") ? nil : account.state(by: deadline)
    if let state, !state.isSealed, state.problem == nil, try account.isUnsealed(by: deadline) {
      _ = try account.finish(by: longDeadline)
      call.console.report("The mirror at \(place) is no longer encrypted.")
      return .done
    }
    try checkSealed()
    let secrets = try secretsOfApps()
    let domains = try account.domains(by: deadline)
    let kept = domains.keys.filter { secrets($0, domains[$0] ?? []) == nil }.sorted()
    if call.has("dry-run") {
      for domain in domains.keys.sorted() {
        try call.console.line(
          "\(kept.contains(domain) ? "would stay encrypted" : "would decrypt")\t\(domain)")
      }
      return .done
    }
    let passphrase = try passphrase("Passphrase of the mirror to decrypt: ")
    if passphrase.count == 0 { throw emptyPassphrase }
    let isDone = try costing {
      try account.unseal(passphrase, leaving: secrets, by: longDeadline)
    }
    if !isDone {
      throw SetteeError(
        .denied,
        "Incorrect passphrase for the mirror at \(place); no changes were made. Try again."
      )
    }
    if !kept.isEmpty {
      call.console.report(
        "Still encrypted, because this device can't tell which of their settings are secret: "
          + "\(kept.joined(separator: ", ")). Devices with their panes will send them unencrypted.")
    }
    call.console.report("Anyone with access to \(place) can read it now.")
    return .done
  }

  // MARK: Steps

  private var emptyPassphrase: SetteeError {
    SetteeError(
      .denied,
      "The passphrase is empty; no changes were made. Give it on the first line of standard input."
    )
  }

  /// Activates the new encryption of the cloud mirror and then shows the recovery code.
  ///
  /// The recovery code is shown last, because the mirror might reject the new encryption.
  private func activate(_ new: SealedAccount.NewSeal) throws {
    do {
      try account.activate(new, by: longDeadline)
    } catch {
      if account.isInEffect(new) { try show(new.recovery) }
      throw error
    }
    try show(new.recovery)
  }

  private var notJoined: SetteeError {
    SetteeError(
      .unreachable,
      "The mirror at \(place) is encrypted. Run 'settee join' and enter its passphrase.")
  }

  private func checkSealed() throws {
    let state = try account.state(by: deadline)
    if state.problem != nil { throw notJoined }
    guard state.isSealed else {
      throw SetteeError(.missing, "The mirror at \(place) is not encrypted. See 'settee seal'.")
    }
  }

  /// Returns a function that looks up the secret keys of a domain in the installed panes.
  ///
  /// The function returns `nil` if the panes don't declare all keys of the domain. The panes might
  /// be older than a setting, or they might have been removed while the settings are still stored.
  private func secretsOfApps() throws -> SealedAccount.Secrets {
    var secrets: [String: Set<Key>] = [:]
    var sent: [String: Set<Key>] = [:]
    for sync in try cloud.everyApp().flatMap({ try cloud.syncs(of: $0) }) {
      secrets[sync.domain.name.text, default: []].formUnion(sync.marks.secrets)
      sent[sync.domain.name.text, default: []].formUnion(sync.marks.sent)
    }
    return { domain, keys in
      guard let secrets = secrets[domain], let sent = sent[domain] else { return nil }
      return keys.isSubset(of: sent.union(secrets)) ? secrets : nil
    }
  }

  private func allowSecrets(_ syncs: [(App, CloudSync)]) throws {
    guard syncs.contains(where: { !$0.1.marks.secrets.isEmpty }) else {
      throw SetteeError(
        .usage,
        "\(syncs.first?.0.name ?? "The app") has no secrets that can be synced. A pane allows this with "
          + "IsSecure and SetteeSync user.")
    }
    for (_, sync) in syncs where !sync.marks.secrets.isEmpty { try sync.allowSecrets() }
  }

  private func sayWhatChanges(_ domains: [String]) {
    call.console.report(
      domains.isEmpty
        ? "The mirror at \(place) is empty. All settings that are pushed to it will be encrypted."
        : "The settings of \(domains.joined(separator: ", ")) in \(place) will be encrypted, and "
          + "their unencrypted copies will be removed.")
    call.console.report(
      place.hasPrefix("folder:")
        ? "Unencrypted copies may remain outside the folder: in the history of a git remote, in earlier "
          + "versions at a cloud provider, or in backups."
        : "Unencrypted copies remain in the cluster's earlier revisions until it is compacted, and "
          + "in its backups.")
  }

  private func sync(_ syncs: [(App, CloudSync)]) throws {
    for (app, sync) in syncs where !sync.marks.isEmpty {
      let report = try sync.syncUnacknowledged(SyncOptions(conflictPolicy: .ask), by: deadline)
      if report.needsResolution { throw try cloud.failure(of: report, app, after: []) }
      cloud.printWarnings(report.warnings)
      sync.acknowledge(report.conflicts)
    }
  }

  private func finish() throws {
    let left = try account.finish(by: longDeadline)
    if left > 0 {
      call.console.report(
        "Not everything is encrypted yet: other devices have \(left) unencrypted "
          + "\(left == 1 ? "document" : "documents") in the mirror until they join and sync.")
    }
    if !call.has("json") { try call.console.line("sealed\t\(place)\t\(cloud.account)") }
  }

  // MARK: Passphrases

  /// Runs a closure that checks whether the user entered the correct passphrase or recovery code.
  ///
  /// After an incorrect entry, this method waits for the rest of a second to slow down guessing.
  private func costing(_ body: () throws -> Bool) throws -> Bool {
    let end = Monotonic.now + .milliseconds(1000)
    if try body() { return true }
    while Monotonic.now < end { Monotonic.sleep(nanoseconds: end - Monotonic.now) }
    return false
  }

  private func passphrase(_ prompt: String) throws -> SecretBytes {
    if call.has("stdin") { return try call.console.readPassphrase() }
    guard let typed = try call.console.askPassphrase(prompt), typed.count > 0 else {
      throw SetteeError(.missing, "No passphrase entered; no changes were made.")
    }
    return typed
  }

  private func newPassphrase() throws -> SecretBytes {
    let first = try passphrase("New passphrase for the mirror: ")
    guard first.count >= 8 else {
      throw SetteeError(
        .invalid,
        "The passphrase is too short. Use at least 8 characters, for example several words.")
    }
    if try call.has("stdin") || first == passphrase("Repeat the passphrase: ") { return first }
    throw SetteeError(.invalid, "The passphrases don't match; no changes were made.")
  }

  /// Shows the recovery code.
  ///
  /// In a terminal, the user must type the recovery code to confirm that it has been written down.
  private func show(_ code: RecoveryCode) throws {
    try call.answer(["recovery": .string(code.text)], ["recovery\t\(code.text)"])
    try call.console.flush()
    call.console.report(
      "Write down the recovery code and keep it away from this device. It is shown only once, and "
        + "replaces a forgotten passphrase.")
    if call.has("stdin") { return }
    for _ in 1...3 {
      guard let typed = try? passphrase("Type the recovery code: ") else { break }
      if let read = RecoveryCode(typed: typed), read == code { return }
      call.console.report("The code doesn't match the one above. Check what you wrote down.")
    }
    call.console.report(
      "The recovery code was not confirmed; keep the one above, or run 'settee rekey' for a new one."
    )
  }
}
