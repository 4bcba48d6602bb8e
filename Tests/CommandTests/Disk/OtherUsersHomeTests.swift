import Foundation
import SetteeTestSupport
import Testing

/// Runs Settee as root in the home of another user, who has created symbolic links in it.
@Suite(.enabled(if: OtherUsersHome.canBeTried, "NOTE: not root: other users' homes were not tried"))
struct `Another user's home` {
  private static let reading = [
    "path", "list", "history", "show", "export", "describe APP k", "get APP k", "diff", "status",
    "undo --dry-run",
  ]

  @Test(arguments: ["garbage", "", "<plist>"])
  func `reading as root changes nothing, wherever the user's links point`(text: String) throws {
    let home = try OtherUsersHome()
    try home.write("vault/file", text)
    for link in [".config/org.example.app.plist", ".config/.GlobalPreferences.plist"] {
      try home.asUser("ln -s $VAULT/file $HOME/\(link)")
    }
    let before = try home.state(of: ".")
    for verb in Self.reading {
      let words = verb.split(separator: " ").map { $0 == "APP" ? "org.example.app" : String($0) }
      _ = try home.settee(words.count > 1 ? words : words + ["org.example.app"])
      #expect(try home.state(of: ".") == before, "\(verb)")
    }
  }

  @Test(arguments: [
    "ln -s $VAULT/file $HOME/.config/org.example.app.plist",
    "ln -s $VAULT/new $HOME/.config/org.example.app.plist",
    "rmdir $HOME/.config; ln -s $VAULT $HOME/.config",
    "ln -s $HOME/step $HOME/.config/org.example.app.plist; ln -s $VAULT/file $HOME/step",
    "rm -r $HOME/.local; ln -s $VAULT $HOME/.local",
    "ln -s $VAULT $HOME/.local/state/settee",
    "mkdir -p $HOME/.local/state/settee; ln -s $VAULT $HOME/.local/state/settee/org.example.app",
    "mkdir $HOME/.local/share; ln -s $VAULT $HOME/.local/share/settee",
    "mkdir -p $HOME/.local/state/settee/org.example.app; cd $HOME/.local/state/settee/org.example.app; ln -s $VAULT/file history; ln -s $VAULT/file user.last-good-1; ln -s $VAULT/file secrets.plist",
  ])
  func `writing as root follows no user's link into root's folder`(
    links: String
  ) throws {
    let home = try OtherUsersHome()
    try home.write("vault/file", EmptyPlist.empty)
    try home.asUser(links)
    let before = try home.state(of: "vault")
    for words in [
      ["set", "org.example.app", "k", "v", "--type", "string"], ["install", Sandbox.mail],
      ["set", Sandbox.mail, "account.name", "n"], ["push", Sandbox.mail], ["sync", Sandbox.mail],
      ["reset", "org.example.app", "k"], ["uninstall", "org.settee.mail"],
    ] {
      let outcome = try home.settee(words)
      #expect(try home.state(of: "vault") == before, "\(words): \(outcome)")
    }
  }

  @Test func `files that root creates belong to the user`() throws {
    let home = try OtherUsersHome()
    for words in [
      ["set", "org.example.app", "k", "v", "--type", "string"], ["install", Sandbox.mail],
      ["set", Sandbox.mail, "account.name", "n"], ["push", Sandbox.mail], ["sync", Sandbox.mail],
    ] {
      let outcome = try home.settee(words)
      #expect(outcome.code == 0, "\(words): \(outcome)")
    }
    let others = try home.state(of: "home").split(separator: "\n").filter {
      !$0.contains(" \(OtherUsersHome.user) ")
    }
    #expect(others.isEmpty)
  }

  @Test(arguments: [
    "mkdir $HOME/dots; ln -s ../dots/app $HOME/.config/org.example.app.plist; cp $VAULT/file $HOME/dots/app",
    "mkdir $HOME/dots; ln -s ../dots/app $HOME/.config/org.example.app.plist",
    "mkdir $HOME/dots; rmdir $HOME/.config; ln -s dots $HOME/.config",
  ])
  func `a user's links to the user's files keep working`(links: String) throws {
    let home = try OtherUsersHome()
    try home.write("vault/file", EmptyPlist.empty)
    try home.asUser(links)
    let set = try home.settee(["set", "org.example.app", "k", "v", "--type", "string"])
    #expect(set.code == 0, "\(set)")
    #expect(try home.settee(["get", "org.example.app", "k"]).out == "v\n")
    #expect(
      try home.asUser("test -L $HOME/.config || test -L $HOME/.config/*.plist; echo $?") == "0\n")
    let others = try home.state(of: "home").split(separator: "\n").filter {
      !$0.contains(" \(OtherUsersHome.user) ")
    }
    #expect(others.isEmpty)
  }

  @Test func `a link that root created is followed`() throws {
    let home = try OtherUsersHome()
    let link = home.sandbox.path("home/.config/org.example.app.plist")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: home.sandbox.path("vault/app"))
    let set = try home.settee(["set", "org.example.app", "k", "v", "--type", "string"])
    #expect(set.code == 0, "\(set)")
    #expect(FileManager.default.fileExists(atPath: home.sandbox.path("vault/app")))
  }

  @Test func `only the owner, not root, repairs a corrupt file`() throws {
    let home = try OtherUsersHome()
    for value in ["1", "2"] {
      try home.asUser("'\(Sandbox.program)' set org.example.app k \(value) --type int")
    }
    try home.asUser("echo garbage >$HOME/.config/org.example.app.plist")
    let before = try home.state(of: ".")
    let get = try home.settee(["get", "org.example.app", "k"])
    #expect(get.code == 0 && get.out == "2\n" && get.err.contains("org.example.app.plist"))
    let set = try home.settee(["set", "org.example.app", "k", "3", "--type", "int"])
    #expect(set.code == 5 && set.err.contains("it belongs to another user"), "\(set)")
    #expect(try home.state(of: ".") == before)
    try home.asUser("'\(Sandbox.program)' set org.example.app j 4 --type int")
    #expect(try home.settee(["get", "org.example.app", "k"]).out == "2\n")
  }

  @Test(arguments: [false, true])
  func `status and devices report local data in read-only folders`(
    hasPushed: Bool
  ) throws {
    let home = try OtherUsersHome()
    try home.asUser("'\(Sandbox.program)' set '\(Sandbox.mail)' account.name n")
    if hasPushed { try home.asUser("'\(Sandbox.program)' push '\(Sandbox.mail)'") }
    try home.asUser("find $HOME -type d -exec chmod 555 {} +")
    let before = try home.state(of: "home")
    let status = try home.asUser("'\(Sandbox.program)' status '\(Sandbox.mail)'")
    #expect(status.contains("pending\taccount.name") != hasPushed, "\(status)")
    let devices = try home.asUser("'\(Sandbox.program)' devices '\(Sandbox.mail)'")
    #expect(devices.contains("this device") == hasPushed, "\(devices)")
    #expect(try home.state(of: "home") == before)
  }

  @Test func `replacing folders with links doesn't redirect a write as root`() throws {
    let home = try OtherUsersHome()
    try home.write("vault/file", EmptyPlist.empty)
    let before = try home.state(of: "vault")
    let swapping = try home.start(
      """
      while :; do mv $HOME/.config $HOME/c 2>/dev/null; ln -s $VAULT $HOME/.config 2>/dev/null
      rm $HOME/.config 2>/dev/null; mv $HOME/c $HOME/.config 2>/dev/null
      mv $HOME/.local $HOME/l 2>/dev/null; ln -s $VAULT $HOME/.local 2>/dev/null
      rm $HOME/.local 2>/dev/null; mv $HOME/l $HOME/.local 2>/dev/null; done
      """)
    defer { swapping.terminate() }
    for number in 0..<40 {
      _ = try home.settee(["set", "org.example.app", "k", "\(number)", "--type", "int"])
      #expect(try home.state(of: "vault") == before, "round \(number)")
    }
  }
}

/// A sandbox whose home belongs to another user, next to a folder of root's called the vault.
final class OtherUsersHome {
  static let user = 54321
  static let canBeTried =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  let sandbox: Sandbox

  init() throws { sandbox = try Self.made() }

  private static func made() throws -> Sandbox {
    var sandbox = try Sandbox()
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
      sandbox.environment[name] = nil
    }
    sandbox.environment["VAULT"] = sandbox.path("vault")
    for folder in ["vault", "home/.config", "home/.local/state"] {
      try FileManager.default.createDirectory(
        atPath: sandbox.path(folder), withIntermediateDirectories: true)
    }
    let made = try sandbox.shell("chmod 755 $HOME/..; chown -R \(Self.user):\(Self.user) $HOME")
    #expect(made.code == 0, "\(made)")
    return sandbox
  }

  func write(_ path: String, _ text: String) throws {
    try sandbox.write(path, text)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: sandbox.path(path))
  }

  /// Runs `settee` as root.
  func settee(_ words: [String]) throws -> Sandbox.Outcome { try sandbox.run(words) }

  private static func asUser(_ line: String) -> String {
    "exec setpriv --reuid=\(user) --regid=\(user) --clear-groups bash -c '"
      + line.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// Runs a shell command as the other user, and returns its output.
  @discardableResult
  func asUser(_ line: String) throws -> String {
    let outcome = try sandbox.shell("cd /; " + Self.asUser(line))
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return outcome.out
  }

  /// Starts a shell command as the other user.
  func start(_ line: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "cd /; " + Self.asUser(line)]
    process.environment = sandbox.environment
    try process.start()
    return process
  }

  /// Returns the type, mode, owner, modification time, and contents of each file in a folder.
  func state(of folder: String) throws -> String {
    let outcome = try sandbox.shell(
      """
      cd '\(sandbox.path(folder))' || exit; find . -path ./work -prune -o ! -path './out-*' \
      ! -path './err-*' ! -path './in-*' ! -path . -printf '%p %y %m %U %G %l %C@ \\n' | sort
      find . -path ./work -prune -o -type f ! -path './out-*' ! -path './err-*' ! -path './in-*' \
      -exec cksum {} + | sort | sed 's/^/sum 54321 /; s/$/ 54321 /'
      """)
    #expect(outcome.code == 0, "\(outcome)")
    return outcome.out
  }
}

enum EmptyPlist {
  /// A property list without values.
  static let empty = "<plist version=\"1.0\"><dict/></plist>\n"
}
