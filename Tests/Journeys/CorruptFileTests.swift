import Foundation
import SetteeTestSupport
import Testing

/// Another program corrupts a file, which each command reports without losing data.
@Suite(.serialized) struct CorruptFileTests {
  static let domain = "org.example.notes"
  static let damages = ["", "<?xml version=\"1.0\"?>\n<plist><dict><key>na", "\u{0}\u{1}garbage"]

  /// Returns a device with a mirror and two values in its file.
  private func machine() throws -> (Machine, app: String) {
    let machine = try Machine()
    machine.environment["SETTEE_MIRROR"] = "folder:\(machine.root)/mirror"
    let app = try machine.bundle(Self.domain, "name", "city")
    for (key, value) in [("name", "Ann"), ("city", "Rome")] {
      #expect(try machine.settee("set", app, key, value).code == 0)
    }
    #expect(try machine.settee("push", app).code == 0)
    return (machine, app)
  }

  @Test(arguments: damages)
  func `a reading command reports it, uses the backup, and changes nothing`(damage: String)
    throws
  {
    let (machine, app) = try machine()
    try machine.write(damage, to: machine.file(Self.domain))
    for (words, shows) in [
      (["get", app, "name"], "Ann"), (["list", app], "Rome"), (["show", app], "Rome"),
      (["describe", app, "name"], "Ann"), (["export", app], "Rome"), (["diff", app], "Ann"),
      (["snapshot", app], "Rome"), (["history", app], "name"), (["status", app], "mirror"),
      (["set", app, "name", "x", "--dry-run"], "Ann"),
    ] {
      let before = machine.files(below: machine.home + "/.config")
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.out.contains(shows), "\(words): \(run)")
      #expect(run.err.contains(machine.file(Self.domain)), "\(words): \(run)")
      #expect(machine.files(below: machine.home + "/.config") == before, "\(words)")
    }
  }

  @Test(arguments: damages)
  func `a writing command saves the corrupt bytes and restores the backup`(damage: String)
    throws
  {
    for (words, expected) in [
      (["set", "name", "Ada"], ["name": "Ada", "city": "Rome"]),
      (["reset", "name"], ["city": "Rome"]),
      (["import", "-"], ["name": "Eve", "city": "Rome"]),
    ] {
      let (machine, app) = try machine()
      try machine.write(damage, to: machine.file(Self.domain))
      let run = try machine.run(
        [ProgramUnderTest.path, words[0], app] + words.dropFirst(), input: #"{"name": "Eve"}"#)
      #expect(run.code == 0, "\(words): \(run)")
      #expect(run.err.contains(machine.file(Self.domain)), "\(words): \(run)")
      #expect(try machine.values(Self.domain) == expected as NSDictionary, "\(words)")
      let aside = machine.files(below: machine.home + "/.config").filter {
        $0.key.contains("corrupt")
      }
      #expect(aside.values.first == Data(damage.utf8) || damage.isEmpty, "\(words): \(aside.keys)")
      let quiet = try machine.settee("get", app, "city")
      #expect(quiet.out == "Rome\n" && quiet.err.isEmpty, "\(words): \(quiet)")
    }
  }

  @Test(arguments: ["sync", "pull", "push", "get", "set"])
  func `a restored backup is never pushed over newer values`(verb: String) throws {
    let (machine, app) = try machine()
    let other = try Machine(mirror: machine.environment["SETTEE_MIRROR"])
    #expect(try other.settee("sync", app).code == 0)
    // Write with another program, so that no backup of this version exists, and push it.
    try machine.write(["name": "Ada", "city": "Rome"], to: machine.file(Self.domain))
    #expect(try machine.settee("push", app).code == 0)
    #expect(try other.settee("sync", app).code == 0)
    try machine.write("", to: machine.file(Self.domain))
    let words = [verb, app] + (verb == "get" ? ["name"] : verb == "set" ? ["city", "Oslo"] : [])
    let first = try machine.run([ProgramUnderTest.path] + words)
    #expect(first.err.contains(machine.file(Self.domain)), "\(first)")
    for one in [machine, other, machine, other] {
      let sync = try one.settee("sync", app, "--keep", "newest")
      #expect(sync.code == 0, "\(sync)")
    }
    for one in [machine, other] {
      #expect(try one.values(Self.domain)["name"] as? String == "Ada", "after \(words)")
    }
  }

  @Test func `a failed write changes nothing and is reported`() throws {
    let (machine, app) = try machine()
    let before = try Data(contentsOf: URL(fileURLWithPath: machine.file(Self.domain)))
    // A file size limit has the same effect as a full disk.
    let long = String(repeating: "x", count: 4000)
    let run = try machine.shell("ulimit -f 1; settee set '\(app)' name \(long)")
    #expect(run.code == 5, "\(run)")
    #expect(run.err.contains(Self.domain) && run.err.split(separator: "\n").count == 1, "\(run)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: machine.file(Self.domain))) == before)
    #expect(try machine.settee("get", app, "name").out == "Ann\n")
  }

  @Test(arguments: [["set", "name", "Eva"], ["push"], ["sync"], ["reset", "name"]])
  func `with a file size limit of 0, no command crashes or leaves files`(words: [String]) throws {
    let (machine, app) = try machine()
    // Make sure that a change is pending.
    #expect(try machine.settee("set", app, "city", "Oslo").code == 0)
    let state = machine.home + "/.local/state"
    let before = try Data(contentsOf: URL(fileURLWithPath: machine.file(Self.domain)))
    let names = Set(machine.files(below: state).keys)
    let line = ([words[0], "'\(app)'"] + words.dropFirst()).joined(separator: " ")
    let run = try machine.shell(
      "(ulimit -f 0; exec env --default-signal=XFSZ settee \(line)) 2>&1 | cat; exit ${PIPESTATUS[0]}"
    )
    #expect(run.code == 5 || run.code == 7, "\(run)")
    #expect(run.out.hasPrefix("settee: ") && run.out.split(separator: "\n").count == 1, "\(run)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: machine.file(Self.domain))) == before)
    #expect(Set(machine.files(below: state).keys).subtracting(names).isEmpty)
    #expect(!machine.files(below: machine.root + "/mirror").keys.contains { $0.hasSuffix(".new") })
  }

  @Test func `temporary files of a killed sync are deleted later`() throws {
    let (machine, app) = try machine()
    let folder = machine.home + "/.local/state/settee/\(Self.domain)/cloud"
    try machine.write("half", to: folder + "/.clock.1.new")
    try machine.write("half", to: folder + "/.clock.2.new")
    #expect(try machine.shell("touch -d '2 hours ago' '\(folder)/.clock.1.new'").code == 0)
    #expect(try machine.settee("push", app).code == 0)
    let left = machine.files(below: folder).keys.filter { $0.hasSuffix(".new") }
    // A recent temporary file may belong to another process.
    #expect(left.count == 1 && left.first?.hasSuffix(".clock.2.new") == true, "\(left)")
  }

  @Test func `a command killed at any time leaves the old file or the new one`() throws {
    let machine = try Machine()
    let keys = (0..<200).map { "key\($0)" }
    func values(_ text: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: keys.map { ($0, text) })
    }
    try machine.write(values("0"), to: machine.file(Self.domain))
    for round in 1...20 {
      let json = try JSONSerialization.data(withJSONObject: values("\(round)"))
      let run = try machine.start(
        [ProgramUnderTest.path, "import", Self.domain, "-"],
        input: String(decoding: json, as: UTF8.self))
      usleep(UInt32(round) * 1500)
      run.send(SIGKILL)
      run.end()
      let found = Set(try machine.values(Self.domain).allValues.compactMap { $0 as? String })
      #expect(found.count == 1, "round \(round): \(found)")
      #expect(try machine.values(Self.domain).count == keys.count)
    }
  }
}
