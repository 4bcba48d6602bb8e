import Foundation
import SetteeTestSupport
import Testing

/// Root and another user change the same file with Settee.
@Suite(
  .serialized,
  .enabled(
    if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
    "NOTE: not root, or no setpriv: two users were not tried"))
struct TwoUsersFileTests {
  private static let user = 54_321
  private static let asUser = "setpriv --reuid=\(user) --regid=\(user) --clear-groups"

  /// Returns a device whose work folder belongs to the second user, with a file in it.
  private func machine(_ name: String, _ text: String) throws -> (Machine, path: String) {
    let machine = try Machine()
    let path = "\(machine.root)/files/\(name)"
    try machine.write(text, to: path)
    try FileManager.default.createDirectory(
      atPath: "\(machine.root)/second", withIntermediateDirectories: true)
    let made = try machine.shell(
      "cd \(machine.root) && chmod 755 . work && chown -R \(Self.user):\(Self.user) second files")
    #expect(made.code == 0, "\(made)")
    return (machine, path)
  }

  /// Returns a shell command that runs `line` as the second user.
  private func second(_ machine: Machine, _ line: String) -> String {
    "HOME=\(machine.root)/second \(Self.asUser) bash -c '\(line)'"
  }

  private func state(_ machine: Machine, _ path: String) throws -> String {
    try machine.shell(
      "stat -c '%a %u:%g' \(path); getfacl -cpn \(path) | grep . ; getfattr --absolute-names"
        + " -d -m - \(path) | grep -v posix_acl | grep = | sort"
    ).out
  }

  @Test(arguments: ["a.toml", ".gitconfig"])
  func `twenty concurrent processes of two users keep every change`(
    name: String
  ) throws {
    let isGit = name == ".gitconfig"
    let (machine, path) = try machine(name, "[a]\nx = 1 # mine\n")
    let prepared = try machine.shell(
      "chmod 640 \(path) && setfacl -m u:1:r \(path) && setfattr -n user.note -v x \(path)")
    #expect(prepared.code == 0, "\(prepared)")
    let before = try state(machine, path)
    let writers = try (0..<20).map { writer in
      // A command that fails because the file is busy is repeated.
      let set = "settee set \(path) w\(writer).k$i $i --type int >/dev/null"
      let line = "for i in 0 1 2 3; do \(set) || \(set) || \(set) || exit 1; done"
      return try machine.start([
        "/bin/bash", "-c", writer % 2 == 0 ? line : second(machine, line),
      ])
    }
    let loop =
      "for i in 0 1 2 3 4; do while ! git config -f \(path) g.k$i $i; do sleep 0.02; done; done"
    let git = isGit ? try machine.start(["/bin/bash", "-c", second(machine, loop)]) : nil
    for (number, writer) in writers.enumerated() {
      let end = writer.end()
      #expect(end.code == 0, "\(number): \(end)")
    }
    #expect(git?.end().code ?? 0 == 0)
    var wanted = ["a.x=1"] + (isGit ? (0..<5).map { "g.k\($0)=\($0)" } : [])
    for writer in 0..<20 { wanted += (0..<4).map { "w\(writer).k\($0)=\($0)" } }
    // Git can read this TOML file as well.
    let all = try machine.shell("git config -f \(path) -l | sort")
    #expect(all.out.split(separator: "\n").map(String.init) == wanted.sorted())
    // Git doesn't keep access control lists, so compare only without git.
    #expect(isGit ? true : try state(machine, path) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(machine.root)/files")
    #expect(names == [name])
  }

  @Test func `a security label is kept, or the change is rejected`() throws {
    let (machine, path) = try machine("a.toml", "a = 1\n")
    let label = "security.selinux"
    let labelled = try machine.shell("setfattr -n \(label) -v system_u:object_r:etc_t:s0 \(path)")
    guard labelled.code == 0 else {
      print("NOTE: the system takes no label: \(labelled.err)")
      return
    }
    let before = try state(machine, path)
    #expect(before.contains("etc_t"))
    #expect(try machine.settee("set", path, "a", "2").code == 0)
    #expect(try state(machine, path) == before)
    // The second user may not be allowed to set the label. In that case, nothing may change.
    let run = try machine.shell(second(machine, "settee set \(path) a 3"))
    #expect(run.code == 0 || run.code == 4 && run.err.contains(path), "\(run)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == (run.code == 0 ? "a = 3\n" : "a = 2\n"))
    #expect(try state(machine, path) == before)
  }

  @Test func `a reader's lock doesn't stop root, but the owner's lock does`() throws {
    let (machine, path) = try machine("a.toml", "a = 1\n")
    func set(whileLockedBy user: Int) throws -> Machine.Outcome {
      try machine.shell(
        """
        setpriv --reuid=\(user) --regid=\(user) --clear-groups flock -F \(path) sleep 60 \
          >/dev/null 2>&1 & lock=$!
        while flock -n \(path) true; do kill -0 $lock || exit 99; sleep 0.01; done
        timeout 3 settee set \(path) a 2; code=$?
        kill $lock; exit $code
        """)
    }
    #expect(try set(whileLockedBy: Self.user).code == 124)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 1\n")
    let passed = try set(whileLockedBy: Self.user + 1)
    #expect(passed.code == 0, "\(passed)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 2\n")
  }

  @Test func `a write without permission is rejected with the command to run instead`() throws {
    let (machine, path) = try machine("a.toml", "a = 1\n")
    #expect(try machine.shell("chown -R root:root \(machine.root)/files").code == 0)
    let before = try state(machine, path)
    let refused = try machine.shell(second(machine, "settee set \(path) a \"2 3\" --type string"))
    #expect(refused.code == 4, "\(refused)")
    let command = try #require(refused.err.split(separator: "or run: ").last).dropLast()
    #expect(command.hasSuffix("settee set \(path) --type string a '2 3'"), "\(refused)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 1\n")
    #expect(try withSudo(machine, String(command)).code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = \"2 3\"\n")
    #expect(try state(machine, path) == before)
  }

  @Test(arguments: ["d 5", "a.b 3", "a 2"])
  func `a change that root can't make either doesn't suggest sudo`(words: String) throws {
    let (machine, path) = try machine("a.toml", "a = 1\nd = 07:32:00\n")
    if words == "a 2" { _ = try machine.shell("ln \(path) \(machine.root)/second/link") }
    let refused = try machine.shell(second(machine, "settee set \(path) \(words)"))
    // The file can't contain the number 5 as a time.
    let code: Int32 = words == "d 5" ? 3 : 4
    #expect(refused.code == code && !refused.err.contains("sudo"), "\(refused)")
  }

  /// Runs a command with `sudo`, which keeps HOME and resets the rest of the environment.
  private func withSudo(_ machine: Machine, _ line: String) throws -> Machine.Outcome {
    var sudo = "sudo -n --preserve-env=HOME "
    if try machine.shell("command -v sudo").code != 0 {
      print("NOTE: no sudo: root ran the command without it")
      sudo = "env -i HOME=$HOME "
    }
    return try machine.shell(line.replacingOccurrences(of: "sudo ", with: sudo))
  }

  @Test func `files that root writes in another user's home belong to that user`() throws {
    let (machine, path) = try machine("a.toml", "a = 1\n")
    let home = "\(machine.root)/second"
    let line = "HOME=\(home); sudo"
    for words in ["set \(path) a 2", "set \(path) a 3", "undo \(path)"] {
      let run = try withSudo(machine, "\(line) \(ProgramUnderTest.path) \(words)")
      #expect(run.code == 0, "\(run)")
    }
    let found = try machine.shell("find \(home) \(machine.root)/files -not -user \(Self.user)")
    #expect(found.out == "", "\(found)")
    #expect(try machine.shell("find \(home) -name history").out != "")
    #expect(try machine.shell(second(machine, "settee set \(path) a 4")).code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 4\n")
  }

  @Test func `write permission only from an access control list is handled`() throws {
    let (machine, path) = try machine("a.toml", "a = 1\n")
    let prepared = try machine.shell(
      "chown -R root:root \(machine.root)/files && chmod 600 \(path)"
        + " && setfacl -m u:\(Self.user):rw \(path) && setfacl -m u:\(Self.user):rwx \(machine.root)/files"
    )
    #expect(prepared.code == 0, "\(prepared)")
    let before = try state(machine, path)
    let run = try machine.shell(second(machine, "settee set \(path) a 2"))
    // The write would change the owner, so it is rejected.
    #expect(run.code == 4, "\(run)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a = 1\n")
    #expect(try state(machine, path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(machine.root)/files") == ["a.toml"])
    #expect(try machine.settee("set", path, "a", "3").code == 0)
    #expect(try state(machine, path) == before)
  }
}
