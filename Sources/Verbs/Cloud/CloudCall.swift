package import Settee
import SetteeFiles

extension TLSFiles {
  /// Checks that the files are readable, because the error messages of the TLS library don't suggest
  /// a solution.
  fileprivate func checkReadable() throws {
    let files = [
      (authority, "certificate authority", "--ca or the setting cloud.ca"),
      (certificate, "certificate", "--cert or the setting cloud.certificate"),
      (key, "key file", "--key-file or the setting cloud.key"),
    ]
    for case (let path?, let what, let source) in files where access(path, R_OK) != 0 {
      let reason = String(cString: strerror(errno))
      throw CloudError(
        .unreachable,
        "Can't read the \(what) \(path): \(reason). Check \(source). Nothing was sent or fetched.")
    }
  }
}

/// The cloud mirror that a command uses, and the apps that the command syncs.
package struct CloudCall {
  let call: Call
  let mirror: CloudMirror
  let account: String
  let deadline: CloudDeadline
  /// The time limit for a single request in seconds, for commands that wait for the user between
  /// requests.
  let patience: Double
  /// The name that the user has given to this device, or `nil` for an unnamed device.
  let name: String?
  let locations: SettingsDirectories

  package static let connection: [VerbOption] = [
    VerbOption("ca", "certificate authority of the mirror", .file("FILE")),
    VerbOption("cert", "client certificate", .file("FILE")),
    VerbOption("key-file", "private key of the client certificate", .file("FILE")),
    VerbOption("timeout", "time out after S seconds (default: 10)", .text("S")),
  ]

  static let options: [VerbOption] = connection + [.json]

  /// The command-line option that determines how conflicts are resolved during a sync.
  static let keep = VerbOption(
    "keep", "value to keep if both sides changed a key", .oneOf(["here", "cloud", "newest"]))

  package init(_ call: Call) throws {
    self.call = call
    locations = try SettingsDirectories(environment: call.environment)
    // If the file with Settee's own settings is corrupt, it is ignored so that a push still works.
    let own = OwnSettings.load(from: locations).cloud
    name = own.name.isEmpty ? nil : own.name
    let timeout = call.value(of: "timeout") ?? "10"
    guard let seconds = Double(timeout), seconds > 0, seconds < 1e6 else {
      throw SetteeError(
        .usage, "Invalid timeout '\(timeout)'. Use a number of seconds greater than 0.")
    }
    patience = seconds
    deadline = .seconds(seconds)
    (mirror, account) = try Self.open(call, own, locations)
  }

  /// Connects to the cloud mirror that the command uses.
  ///
  /// The mirror is specified by the option `--mirror`, the variable `SETTEE_MIRROR`, or Settee's
  /// own settings. Otherwise, it is the default folder mirror.
  private static func open(
    _ call: Call, _ own: OwnSettings.Cloud, _ locations: SettingsDirectories
  ) throws -> (CloudMirror, String) {
    func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    let given = call.value(of: "mirror") ?? filled(call.environment["SETTEE_MIRROR"])
    guard let url = given ?? filled(own.mirror) else {
      return (.folder(at: locations.data + "/mirror"), own.account)
    }
    if url.hasPrefix("folder:") {
      let path = try folder(url, home: call.environment["HOME"])
      if given == nil { try checkOwner(of: path, from: own.$mirror, "cloud.mirror", locations) }
      return (.folder(at: path), own.account)
    }
    guard let openServer = call.openServer, url.hasPrefix("etcd://") || url.hasPrefix("etcds://")
    else {
      throw CloudError(
        .usage,
        "Invalid mirror '\(url)'. Use folder:PATH, etcd://HOST:PORT/ACCOUNT, or "
          + "etcds://HOST:PORT/ACCOUNT.")
    }
    let key = call.value(of: "key-file")
    if key == nil, !own.key.isEmpty {
      try checkOwner(of: own.key, from: own.$key, "cloud.key", locations)
    }
    let files = TLSFiles(
      authority: call.value(of: "ca") ?? filled(own.ca),
      certificate: call.value(of: "cert") ?? filled(own.certificate), key: key ?? filled(own.key))
    let credentials = try CloudCredentials.load(environment: call.environment, from: locations)
    try files.checkReadable()
    return try openServer(url, files, credentials)
  }

  /// Throws an error if a path from Settee's own settings can't be trusted.
  ///
  /// If root uses the settings of another user, for example, that user must own the path.
  /// Otherwise, a user could make root write to root's directories or transfer files that only root
  /// can read.
  private static func checkOwner(
    of path: String, from setting: Setting<String>, _ key: String, _ locations: SettingsDirectories
  ) throws {
    let user = FileSystem.live.owner(of: locations.configuration)
    let isUsers = [.user, .global].contains(setting.origin)
    let isTrusted = !isUsers || user == 0 || user == CurrentProcess.userID
    if isTrusted || FileSystem.live.owner(of: path) == user { return }
    throw CloudError(
      .local,
      "The setting \(key) in another user's home names \(path), which that user doesn't own."
        + " Specify it with an option, or run settee as that user.")
  }

  /// Returns the path of a mirror in a directory, with `~` and `$HOME` replaced by the home
  /// directory.
  ///
  /// A path relative to the current directory is rejected, because all programs of the user share
  /// the mirror.
  static func folder(_ url: String, home: String?) throws -> String {
    let path = url.dropFirst("folder:".count)
    if path.hasPrefix("/") { return String(path) }
    for prefix in ["~", "$HOME", "${HOME}"] where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count)
      guard rest.isEmpty || rest.hasPrefix("/") else { continue }
      guard let home, home.hasPrefix("/") else {
        throw CloudError(
          .usage, "Can't find the mirror '\(url)': HOME is not set. Use an absolute path.")
      }
      return home + rest
    }
    throw CloudError(
      .usage,
      path.isEmpty
        ? "The mirror '\(url)' has no path. Use folder:/PATH or folder:~/PATH."
        : "The mirror '\(url)' has a relative path. Use an absolute path (folder:/PATH) or one in your "
          + "home (folder:~/PATH).")
  }

  /// Returns the objects that sync each domain of an app with the cloud mirror.
  package func syncs(of app: App) throws -> [CloudSync] {
    try Self.syncs(of: app, mirror, account: account, name: name, locations: locations)
  }

  /// A function that counts the settings of an app that haven't been pushed.
  ///
  /// Other threads can call it.
  package var unpushedCount: @Sendable (App) -> Int {
    let (mirror, account, name, locations) = (mirror, account, name, locations)
    return { app in
      let syncs = try? Self.syncs(
        of: app, mirror, account: account, name: name, locations: locations)
      return (syncs ?? []).reduce(0) { $0 + (((try? $1.pending()) ?? []).count) }
    }
  }

  private static func syncs(
    of app: App, _ mirror: CloudMirror, account: String, name: String?,
    locations: SettingsDirectories
  ) throws -> [CloudSync] {
    if let file = app.domains.first(where: { $0.name.isFile }) {
      throw SetteeError(
        .usage, "Can't sync \(file.name): settings files of other programs aren't synced."
      )
    }
    // Don't read sync rules from the panes of an app without a bundle, because these panes were
    // generated. The rows of a bundle have literal keys, so their sync rules can be read directly
    // from the panes.
    let panes = app.bundle == nil ? [] : app.panes
    let controls = SyncRules(controls: panes.lazy.flatMap(\.groups).flatMap(\.controls))
    // Create the table of rows only if it is needed, because it can use 2 MB of memory.
    let rows = OnDemand {
      Dictionary(grouping: panes.flatMap(\.controls).filter { $0.key != nil }) {
        Key($0.key ?? "")
      }
    }
    return try app.domains.map { domain in
      var marks = controls
      marks.merge(try SyncRules.load(for: domain.name, locations: locations))
      return try CloudSync(
        domain, mirror: mirror.backend, account: account, marks: marks, locations: locations,
        name: name
      ) { key, value in
        // Accept a value from the mirror if any row for its key allows it, or if the key doesn't
        // have a row.
        rows.content[Key(key)]?.contains { $0.check(value) == nil } ?? true
      }
    }
  }

  /// Explains why a command for one app syncs nothing.
  func tellIfNothingSyncs(_ syncs: [CloudSync]) {
    guard !call.has("all"), let name = syncs.first?.domain.name, syncs.allSatisfy(\.marks.isEmpty)
    else { return }
    call.console.report(
      "Nothing to sync: neither a bundle nor a program declares settings of \(name) that are synced."
    )
  }

  /// Returns all apps that can be opened, except for the settings files of other programs, which
  /// aren't synced.
  func everyApp(orTell tell: (DomainName, SetteeError) -> Void = { _, _ in }) throws -> [App] {
    let finder = try call.finder(watches: call.has("follow"))
    return finder.domainNames().compactMap { domain -> App? in
      do { return try finder.open(domain) } catch {
        tell(domain, SetteeError(error))
        return nil
      }
    }.filter { !$0.domains[0].name.isFile }
  }

  /// Returns the app that the command specifies, or all apps if the option `--all` is given.
  ///
  /// Errors from opening an app are reported to the user and reflected in the exit code.
  func apps() throws -> (found: [App], exit: ExitCode) {
    guard call.has("all") else { return ([try call.app()], .done) }
    var exit = ExitCode.done
    let found = try everyApp { domain, failure in
      call.console.report("\(domain): \(failure.message)")
      exit = ExitCode(failure)
    }
    return (found, exit)
  }
}
