package import Settee
import SetteeFiles

/// A mirror that is a server, as a call names it, and the files that it takes to be let in.
package struct MirrorServer {
  /// Opens one; the result is the mirror and the account there.
  package typealias Opener = (MirrorServer) throws -> (CloudMirror, String)

  package let url: String
  package let authority: String?
  package let certificate: String?
  package let key: String?
  package let credentials: CloudCredentials?

  /// Checks that the files can be read: the library that opens them doesn't say what to do.
  fileprivate func checkFiles() throws(CloudError) {
    let files = [
      (authority, "certificate authority", "--ca or the setting cloud.ca"),
      (certificate, "certificate", "--cert or the setting cloud.certificate"),
      (key, "key file", "--key-file or the setting cloud.key"),
    ]
    for case (let path?, let what, let source) in files where access(path, R_OK) != 0 {
      let reason = String(cString: strerror(errno))
      throw CloudError(
        .unreachable,
        "Can't read the \(what) \(path): \(reason); check \(source). Nothing was sent or taken.")
    }
  }
}

/// The mirror that a call is about, and the apps joined to it.
package struct CloudCall {
  let call: Call
  let mirror: CloudMirror
  let account: String
  let deadline: CloudDeadline
  /// How long a request may take, in seconds: for calls that ask the user in between.
  let patience: Double
  /// What the user calls this device.
  let name: String?
  let locations: SettingsDirectories

  package static let connection: [VerbOption] = [
    VerbOption("ca", "the authority that signed the mirror's certificate", .file("FILE")),
    VerbOption("cert", "this client's certificate", .file("FILE")),
    VerbOption("key-file", "the key of that certificate", .file("FILE")),
    VerbOption("timeout", "give up after so many seconds (default 10)", .text("S")),
  ]

  static let options: [VerbOption] = connection + [.json]

  /// What to keep where both sides changed a key.
  static let keep = VerbOption(
    "keep", "where both sides changed a key, keep this one", .oneOf(["here", "cloud", "newest"]))

  package init(_ call: Call) throws {
    self.call = call
    locations = try SettingsDirectories(environment: call.environment)
    let own = Self.ownSettings(locations)
    name = own("cloud.name")?.text
    let timeout = call.value(of: "timeout") ?? "10"
    guard let seconds = Double(timeout), seconds > 0, seconds < 1e6 else {
      throw CommandError(
        .usage, "Invalid timeout '\(timeout)'. Use a number of seconds greater than 0.")
    }
    patience = seconds
    deadline = .seconds(seconds)
    (mirror, account) = try Self.open(call, own, locations)
  }

  /// Settee's own settings, which `settee settee` edits; a damaged file must not stop a push.
  private static func ownSettings(_ locations: SettingsDirectories) -> (String) -> OwnSetting? {
    let options = DomainOptions(watches: false)
    let domain = try? Domain(
      DomainName(AppFinder.ownDomain), locations: locations, options: options)
    return { key in
      guard let found = domain?.value(for: key), let text = found.value.string, !text.isEmpty
      else { return nil }
      return OwnSetting(key: key, text: text, isUsers: [.user, .global].contains(found.origin))
    }
  }

  /// The mirror of `--mirror`, else `$SETTEE_MIRROR`, else Settee's own setting, else the folder.
  private static func open(
    _ call: Call, _ own: (String) -> OwnSetting?, _ locations: SettingsDirectories
  ) throws -> (CloudMirror, String) {
    let account = own("cloud.account")?.text ?? "default"
    let environment = call.environment["SETTEE_MIRROR"].flatMap { $0.isEmpty ? nil : $0 }
    let given = call.value(of: "mirror") ?? environment
    let named = given == nil ? own("cloud.mirror") : nil
    guard let url = given ?? named?.text else {
      return (.folder(at: locations.data + "/mirror"), account)
    }
    if url.hasPrefix("folder:") {
      let path = try folder(url, home: call.environment["HOME"])
      return (.folder(at: try named?.checked(path, locations) ?? path), account)
    }
    guard let openServer = call.openServer, url.hasPrefix("etcd://") || url.hasPrefix("etcds://")
    else {
      throw CloudError(
        .usage,
        "“\(url)” is no mirror: write folder:PATH, etcd://HOST:PORT/ACCOUNT or "
          + "etcds://HOST:PORT/ACCOUNT.")
    }
    let server = MirrorServer(
      url: url, authority: call.value(of: "ca") ?? own("cloud.ca")?.text,
      certificate: call.value(of: "cert") ?? own("cloud.certificate")?.text,
      key: try call.value(of: "key-file")
        ?? own("cloud.key").map { try $0.checked($0.text, locations) },
      credentials: try CloudCredentials.find(
        environment: call.environment, locations: locations))
    try server.checkFiles()
    return try openServer(server)
  }

  /// The path of a folder mirror, in which `~` and `$HOME` stand for the user's home.
  ///
  /// All commands and programs of a user share the mirror, so it can't depend on the current folder.
  static func folder(_ url: String, home: String?) throws(CloudError) -> String {
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

  /// The domains of an app, joined to the mirror.
  package func syncs(of app: App) throws -> [CloudSync] {
    if let file = app.domains.first(where: { $0.name.isFile }) {
      throw CommandError(
        .usage, "\(file.name) is the settings file of another program; such files are not mirrored."
      )
    }
    // A bare domain's rows are guesses of ours, not controls that anybody made. Those of a bundle
    // are joined to their literal keys, so nobody need join them to know what goes to the cloud.
    let panes = app.bundle == nil ? [] : app.panes
    let controls = SyncRules(controls: panes.lazy.flatMap(\.groups).flatMap(\.controls))
    // Those who only ask what waits need not gather thousands of rows: they take 2 MB.
    let rows = OnDemand {
      Dictionary(grouping: panes.flatMap(\.controls).filter { $0.key != nil }) {
        CloudKey($0.key ?? "")
      }
    }
    return try app.domains.map { domain in
      var marks = controls
      marks.merge(try SyncRules.load(for: domain.name, locations: locations))
      return try CloudSync(
        domain, mirror: mirror.backend, account: account, marks: marks, locations: locations,
        name: name
      ) { key, value in
        // Some row of the key may have it, or no row knows of the key.
        rows.content[CloudKey(key)]?.contains { $0.check(value) == nil } ?? true
      }
    }
  }

  /// Every app that can be opened, but for the files of other programs, which are in no mirror.
  func everyApp(orTell tell: (DomainName, CommandError) -> Void = { _, _ in }) throws -> [App] {
    let finder = try call.finder(watches: call.has("follow"))
    return finder.domainNames().compactMap { domain -> App? in
      do { return try finder.open(domain) } catch {
        tell(domain, CommandError(error))
        return nil
      }
    }.filter { !$0.domains[0].name.isFile }
  }

  /// The apps that the call is about: one, or with `--all` every one with something to sync.
  ///
  /// One of all that cannot be opened is told of, and the run ends with its exit code.
  func apps() throws -> (found: [App], exit: ExitCode) {
    guard call.has("all") else { return ([try call.app()], .done) }
    var exit = ExitCode.done
    let found = try everyApp { domain, failure in
      call.console.say("\(domain): \(failure.sentence)")
      exit = failure.code
    }
    return (found, exit)
  }
}

/// One of Settee's own settings; `isUsers` where a file in the user's home says so.
private struct OwnSetting {
  let key: String
  let text: String
  let isUsers: Bool

  /// A path that the setting names, where it may be followed.
  ///
  /// A place that a setting in another user's home names is taken only where it is that user's: else a
  /// user could have root fill a folder of root's, or send and receive what root alone may read.
  func checked(_ path: String, _ locations: SettingsDirectories) throws(CloudError) -> String {
    let user = FileSystem.live.owner(of: locations.configuration)
    let isTrusted = !isUsers || user == 0 || user == CurrentProcess.userID
    if isTrusted || FileSystem.live.owner(of: path) == user { return path }
    throw CloudError(
      .local,
      "The setting \(key) in another user's home names \(path), which is not that user's;"
        + " name it as an option, or work as that user.")
  }
}
