import Foundation
import SetteeTestSupport
import Testing

/// Runs Settee as root in the home of a user who tries to get files of root's sent or stored.
@Suite(.enabled(if: OtherUsersHome.canBeTried, "NOTE: not root: other users' homes were not tried"))
struct `Reading as root in another user's home` {
  /// Returns a home, and a vault with settings, a history, and a mirror that only root may read.
  private func homeAndVault() throws -> OtherUsersHome {
    let home = try OtherUsersHome()
    let made = try home.sandbox.shell(
      """
      chmod 700 $VAULT; export XDG_CONFIG_HOME=$VAULT/c XDG_STATE_HOME=$VAULT/s XDG_DATA_HOME=$VAULT/d
      settee set '\(Sandbox.mail)' account.name ROOTVALUE && settee push '\(Sandbox.mail)' \
      && settee set '\(Sandbox.mail)' account.name OTHER && chmod -R go= $VAULT
      """)
    #expect(made.code == 0, "\(made)")
    return home
  }

  private func holdsRootsValue(_ home: OtherUsersHome) throws -> String {
    try home.sandbox.shell("grep -rla -e ROOTVALUE -e OTHER --no-messages $HOME").out
  }

  private static let mirror = "$HOME/.local/share/settee/mirror"

  @Test(arguments: [
    "ln -s $VAULT/c/org.settee.mail.plist $HOME/.config/",
    "mkdir $HOME/.config/ByHost; ln -s $VAULT/c/org.settee.mail.plist $HOME/.config/ByHost/org.settee.mail..plist",
    "ln -s ../step $HOME/.config/org.settee.mail.plist; ln -s $VAULT/c/org.settee.mail.plist $HOME/step",
    "rmdir $HOME/.config; ln -s $VAULT/c $HOME/.config",
    "mkdir -p $HOME/.local/state/settee/org.settee.mail; ln -s $VAULT/s/settee/org.settee.mail/history $HOME/.local/state/settee/org.settee.mail/",
    "mkdir -p $HOME/.local/share/settee; ln -s $VAULT/d/settee/mirror \(mirror)",
    "mkdir -p \(mirror)/default/org.settee.mail; ln -s $VAULT/d/settee/mirror/$MARK \(mirror)/; ln -s $VAULT/d/settee/mirror/default/org.settee.mail/$VIEW \(mirror)/default/org.settee.mail/",
  ])
  func `data behind a user's link is neither sent nor stored`(links: String) throws {
    let home = try homeAndVault()
    func only(_ name: String, in folder: String) throws -> String {
      try home.sandbox.shell("cd $VAULT/d/settee/mirror/\(folder) && ls -d \(name)").out
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let names =
      "MARK=\(try only("settee-mirror-*.plist", in: ".")); "
      + "VIEW=\(try only("*.plist", in: "default/org.settee.mail")); "
    try home.asUser(names + links)
    for verb in ["push", "undo", "pull", "sync"] {
      let outcome = try home.settee([verb, verb == "undo" ? "org.settee.mail" : Sandbox.mail])
      #expect(try holdsRootsValue(home) == "", "\(verb): \(outcome)")
    }
  }

  @Test func `a file behind a user's link is rejected, and the error names the link`() throws {
    let home = try homeAndVault()
    try home.asUser("ln -s $VAULT/c/org.settee.mail.plist $HOME/.config/")
    for verb in ["push", "sync", "list"] {
      let outcome = try home.settee([verb, Sandbox.mail])
      #expect(
        outcome.code == 5 && outcome.err.contains(".config/org.settee.mail.plist"), "\(outcome)")
    }
  }

  @Test func `a credentials file behind a user's link is not used`() throws {
    let home = try homeAndVault()
    try home.write("vault/credentials", "user = root\npassword = hunter2\n")
    _ = try home.sandbox.shell("chmod 600 $VAULT/credentials")
    let set =
      "'\(Sandbox.program)' set org.settee.settee cloud.mirror etcd://127.0.0.1:1/a --type string"
    try home.asUser(
      "mkdir $HOME/.config/settee; \(set); ln -s $VAULT/credentials $HOME/.config/settee/")
    let status = try home.settee(["push", Sandbox.mail])
    #expect(status.code == 5 && status.err.contains("settee/credentials"), "\(status)")
    // Root uses files of the user and files behind root's own links. Exit code 7 means that the
    // credentials were used and no server responded.
    for line in [
      "cp $VAULT/credentials $HOME/.config/settee/own; chown \(OtherUsersHome.user) $HOME/.config/settee/own; ln -sf own $HOME/.config/settee/credentials; chown -h \(OtherUsersHome.user) $HOME/.config/settee/credentials",
      "ln -sf $VAULT/credentials $HOME/.config/settee/credentials",
    ] {
      _ = try home.sandbox.shell(line)
      let own = try home.settee(["push", Sandbox.mail])
      #expect(own.code == 7, "\(own)")
    }
  }

  @Test(arguments: ["$VAULT/new", "$VAULT/d/settee/mirror", "$HOME/m"])
  func `a mirror that the user configured but does not own is rejected`(
    folder: String
  ) throws {
    let home = try homeAndVault()
    let set =
      "'\(Sandbox.program)' set org.settee.settee cloud.mirror folder:\(folder) --type string"
    try home.asUser(set + (folder == "$HOME/m" ? "; ln -s $VAULT/d/settee/mirror $HOME/m" : ""))
    let before = try home.state(of: "vault")
    for verb in ["push", "sync", "pull", "status"] {
      let outcome = try home.settee([verb, Sandbox.mail])
      #expect(outcome.code == 5 && outcome.err.contains("cloud.mirror"), "\(verb): \(outcome)")
      #expect(try holdsRootsValue(home) == "", "\(verb): \(outcome)")
      #expect(try home.state(of: "vault") == before, "\(verb): \(outcome)")
    }
    let chosen = try home.settee([
      "push", Sandbox.mail, "--mirror", "folder:" + home.sandbox.path("vault/new"),
    ])
    #expect(chosen.code == 0, "\(chosen)")
  }

  @Test func `a missing mirror is created and belongs to the user`() throws {
    let home = try OtherUsersHome()
    try home.asUser(
      "'\(Sandbox.program)' set org.settee.settee cloud.mirror folder:$HOME/m --type string")
    _ = try home.settee(["set", Sandbox.mail, "account.name", "n"])
    let push = try home.settee(["push", Sandbox.mail])
    #expect(push.code == 0, "\(push)")
    #expect(try home.asUser("test -O $HOME/m/settee-mirror-*.plist; echo $?") == "0\n")
  }

  @Test func `a log file behind a user's link is not written`() throws {
    let home = try OtherUsersHome()
    try home.write("vault/file", "root's")
    try home.asUser("ln -s $VAULT/file $HOME/log; ln -s $VAULT $HOME/logs; mkfifo $HOME/pipe")
    let before = try home.state(of: "vault")
    for log in ["$HOME/log", "$HOME/logs/file", "$HOME/logs/new", "$HOME/pipe"] {
      let outcome = try home.sandbox.shell("SETTEE_LOG=debug:\(log) settee path org.example.app")
      #expect(outcome.code == 0 && outcome.err.contains("Can't write the log"), "\(outcome)")
      #expect(try home.state(of: "vault") == before, "\(log)")
    }
    let plain = try home.sandbox.shell(
      "SETTEE_LOG=debug:$HOME/new settee path org.example.app && stat -c %u $HOME/new")
    #expect(plain.out.hasSuffix("\(OtherUsersHome.user)\n") && plain.err.isEmpty, "\(plain)")
    let device = try home.sandbox.shell("SETTEE_LOG=debug:/dev/stderr settee path org.example.app")
    #expect(device.code == 0 && device.err.contains("settee["), "\(device)")
  }
}
