import Foundation
import Testing

/// Runs commands in environments that lack resources, where each must work or print an error.
@Suite struct LimitedEnvironmentTests {
  @Test func `without any app, the message names two commands to try`() throws {
    let outcome = try Sandbox().run([])
    #expect(outcome.code == 1 && outcome.err.isEmpty)
    #expect(
      outcome.out.contains("Run 'settee FILE' or 'settee PATH/Settings.bundle'"), "\(outcome)")
  }

  @Test func `without a home folder nothing is written, and other commands work`() throws {
    var sandbox = try Sandbox()
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
      sandbox.environment[name] = nil
    }
    for words in [
      [], [Sandbox.mail], ["get", Sandbox.mail, "mail.sort"], ["apps"], ["push", Sandbox.mail],
    ] {
      let outcome = try sandbox.run(words)
      #expect(outcome.code == 2 && outcome.out.isEmpty, "\(words): \(outcome)")
      #expect(outcome.err.contains("Set HOME or XDG_"), "\(words): \(outcome)")
    }
    #expect(try sandbox.run("check", Sandbox.mail).code == 0)
    #expect(try sandbox.run("--version").code == 0)
    #expect(try sandbox.run("help").code == 0 && sandbox.run("man").code == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("work"))
    #expect(left.isEmpty)
  }

  /// Runs shell commands in new namespaces, where they can mount file systems.
  private func mounted(_ options: String, _ lines: String, _ sandbox: borrowing Sandbox) throws
    -> Sandbox.Outcome
  {
    try sandbox.shell(
      """
      export HOME="$TMPDIR/disk" XDG_CONFIG_HOME= XDG_STATE_HOME= XDG_DATA_HOME= MAIL='\(Sandbox.mail)'
      mkdir -p "$HOME"
      unshare --user --map-root-user --mount bash -c '
        mount -t tmpfs -o \(options) disk "$HOME" || exit 99
        \(lines)'
      """)
  }

  /// Whether a user can mount file systems in a namespace on this computer.
  static let canMount: Bool = {
    let outcome = try? Sandbox().shell(
      "unshare --user --map-root-user --mount mount -t tmpfs none \"$TMPDIR\"")
    return outcome?.code == 0
  }()

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a full disk keeps the old value and suggests freeing space`() throws {
    let outcome = try mounted(
      "size=64k",
      """
      settee set "$MAIL" mail.textSize 18 >/dev/null
        head -c 100000 /dev/zero > "$HOME/fill" 2>/dev/null
        settee set "$MAIL" mail.textSize 20; echo "code $?"
        settee get "$MAIL" mail.textSize
        printf "8 = 22\\nq\\n" | settee --plain "$MAIL" | grep "^> Text"
        find "$HOME" -name "*.new"
      """, try Sandbox())
    #expect(outcome.out.hasPrefix("code 5\n18\n> Text size: 18 pt"), "\(outcome)")
    #expect(outcome.out.contains("No space left on device; free up space and try again."))
    #expect(!outcome.out.contains(".new\n"), "something was left behind: \(outcome)")
    #expect(outcome.err.hasSuffix("No space left on device; free up space and try again.\n"))
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a read-only home can be read, and a write suggests a fix`() throws {
    let outcome = try mounted(
      "size=64k",
      """
      settee set "$MAIL" mail.textSize 18 >/dev/null
        mount -o remount,ro "$HOME"
        settee get "$MAIL" mail.textSize; settee set "$MAIL" mail.textSize 20; echo "code $?"
        printf "8 = 22\\nq\\n" | settee --plain "$MAIL" | grep "^> Text"
      """, try Sandbox())
    #expect(outcome.out.hasPrefix("18\ncode 5\n> Text size: 18 pt"), "\(outcome)")
    #expect(outcome.err.contains("Read-only file system; make it writable"), "\(outcome)")
  }

  @Test func `in a pipe the editor reads commands from standard input and prints lines`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell("printf '8 = 16\\nq\\n' | settee '\(Sandbox.mail)' | cat")
    #expect(outcome.code == 0 && outcome.err.isEmpty)
    #expect(outcome.out.contains("> Text size: 16 pt") && !outcome.out.contains("\u{1B}"))
    #expect(try sandbox.run("get", Sandbox.mail, "mail.textSize").out == "16\n")
  }

  @Test(arguments: ["C", "POSIX", "de_XX.ISO-8859-1"])
  func `without UTF-8, messages are ASCII and values are unchanged`(
    locale: String
  ) throws {
    var sandbox = try Sandbox()
    sandbox.environment["LANG"] = nil
    sandbox.environment["LC_ALL"] = locale
    let refused = try sandbox.run("set", Sandbox.mail, "mail.textSize", "99")
    #expect(refused.err.contains("Invalid value '99'."), "\(refused)")
    let lines = try sandbox.shell("printf '8 = 99\\n\\nq\\n' | settee --plain '\(Sandbox.mail)'")
    #expect(lines.code == 0 && lines.out.utf8.allSatisfy { $0 < 0x80 }, "\(lines)")
    #expect(try sandbox.run("set", Sandbox.mail, "account.name", "Zoë").code == 0)
    #expect(try sandbox.run("get", Sandbox.mail, "account.name").out == "Zoë\n")
  }

  @Test func `an unreadable key script is an error message`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell(
      "script -qec \"settee '\(Sandbox.mail)' --keys /nowhere\" /dev/null < /dev/null")
    #expect(outcome.out.contains("settee: ") && !outcome.out.contains("Failure("), "\(outcome)")
  }

  @Test func `a relocated program finds its own panes next to it`() throws {
    let sandbox = try Sandbox()
    let there = sandbox.path("work/settee")
    let outcome = try sandbox.shell(
      """
      mkdir -p '\(there)/bin' '\(there)/share/settee/bundles'
      cp '\(Sandbox.program)' '\(there)/bin/settee'
      cp -R '\(Sandbox.panes)/Settee.bundle' '\(there)/share/settee/bundles/org.settee.settee.bundle'
      '\(there)/bin/settee' show org.settee.settee && '\(there)/bin/settee' apps
      """)
    #expect(outcome.code == 0 && outcome.out.contains("Theme"), "\(outcome)")
    #expect(!outcome.out.contains("org.settee.settee.bundle"), "no other is found so: \(outcome)")
  }

  @Test func `an unpacked program finds the program bundles next to it`() throws {
    let sandbox = try Sandbox()
    let there = sandbox.path("work/settee")
    let outcome = try sandbox.shell(
      """
      mkdir -p '\(there)/bin' '\(there)/share/settee/bundles'
      cp '\(Sandbox.program)' '\(there)/bin/settee'
      cp -R '\(Sandbox.panes)/Programs/sshd.bundle' '\(there)/share/settee/bundles/'
      printf 'Port 22\\n' > sshd_config
      unset SETTEE_ROOT SETTEE_PATH
      '\(there)/bin/settee' set ./sshd_config Port 99999
      """)
    #expect(outcome.code == 3 && outcome.err.contains("65535"), "\(outcome)")
  }
}
