import Foundation
import SetteeTestSupport
import Testing

/// Users share an end-to-end encrypted mirror.
@Suite(.serialized) struct SealedMirrorTests {
  static let domain = "org.example.burrow"
  static let passphrase = "seven tame otters"

  /// Returns a device that has the app and uses `mirror`.
  private func machine(_ mirror: String) throws -> (Machine, String) {
    let machine = try Machine(mirror: mirror)
    let marks: [String: [String: Any]] = [
      "name": ["SetteeSync": "user"], "city": ["SetteeSync": "user"],
      "token": ["SetteeSync": "user", "IsSecure": true],
    ]
    return (machine, try machine.bundle(Self.domain, "name", "city", "token", marks: marks))
  }

  @discardableResult
  private func expect(
    _ code: Int32, _ run: Machine.Outcome, _ words: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) -> Machine.Outcome {
    #expect(
      run.code == code && (words.isEmpty || (run.out + run.err).contains(words)), "\(run)",
      sourceLocation: location)
    return run
  }

  private func value(_ key: String, _ machine: Machine) throws -> String? {
    try machine.values(Self.domain)[key] as? String
  }

  /// Runs `settee` in a terminal that stays open after the program exits.
  private func terminal(_ machine: Machine, _ words: String) throws -> TerminalScreen {
    try TerminalScreen(
      ["/bin/bash", "-c", "settee \(words); echo \"ended $?\"; sleep 60"],
      environment: machine.environment, columns: 100, rows: 30)
  }

  private func answer(_ screen: TerminalScreen, _ text: String) throws {
    try screen.type(text)
    try screen.press("Enter")
  }

  @Test func `devices join with passphrase or recovery code, and allowed secrets sync`()
    throws
  {
    let place = try Machine()
    let mirror = "folder:\(place.root)/mirror"
    let (one, app) = try machine(mirror)
    expect(0, try one.settee("set", app, "name", "Ann"))
    expect(0, try one.settee("set", app, "token", "--stdin", input: "hunter2"))
    expect(0, try one.settee("push", app))

    let sealing = try terminal(one, "seal '\(app)'")
    try sealing.wait(for: "New passphrase")
    try answer(sealing, Self.passphrase)
    try sealing.wait(for: "Repeat the passphrase")
    try answer(sealing, Self.passphrase)
    try sealing.wait(for: "Type the recovery code")
    let shown = try sealing.text()
    #expect(!shown.contains(Self.passphrase))
    let code = try #require(shown.firstMatch(of: /([0-9A-Z]{6}-){5}[0-9A-Z]{6}/)).output.0
    try answer(sealing, "000000-000000-000000-000000-000000-000000")
    try sealing.wait(for: "The code doesn't match")
    try answer(sealing, String(code))
    try sealing.wait(for: "ended 0")

    let (two, second) = try machine(mirror)
    expect(7, try two.settee("sync", second), "settee join")
    let joining = try terminal(two, "join")
    try joining.wait(for: "Passphrase or recovery code")
    try answer(joining, "six tame otters")
    try joining.wait(for: "Incorrect passphrase or recovery code")
    try answer(joining, Self.passphrase)
    try joining.wait(for: "ended 0")
    expect(0, try two.settee("sync", second))
    #expect(try value("name", two) == "Ann" && value("token", two) == nil)

    let (three, third) = try machine(mirror)
    let recovering = try terminal(three, "join")
    try recovering.wait(for: "Passphrase or recovery code")
    try answer(recovering, code.lowercased())
    try recovering.wait(for: "ended 0")
    expect(0, try three.settee("sync", third))
    #expect(try value("name", three) == "Ann")

    // The push page explains that the secret isn't sent because it isn't allowed.
    let page = try one.screen(app)
    try page.wait(for: "Token")
    try page.press("p")
    try page.wait(for: "not pushed: not allowed")
    #expect(try page.text().contains("encrypted"))
    try page.press("Escape")
    try page.wait(for: "not pushed: not allowed", gone: true)
    try page.press("q")
    try page.waitForEnd()
    expect(0, try one.settee("seal", app, "--secrets"))
    expect(0, try two.settee("sync", second), "taken\ttoken")
    #expect(try value("token", two) == "hunter2")
    expect(0, try two.settee("status", second), "sealed")
    for (name, data) in place.files(below: place.root + "/mirror") {
      for word in ["Ann", "hunter2", Self.domain, Self.passphrase, "token"] {
        #expect(!name.contains(word) && data.range(of: Data(word.utf8)) == nil, "\(name) \(word)")
      }
    }
  }

  @Test(arguments: ["folder", "etcd"])
  func `an encrypted mirror contains none of fifty plaintext words`(kind: String) throws {
    let place = try Machine()
    let etcd = kind == "etcd" ? try EtcdMember() : nil
    let mirror = etcd.map { "etcd://\($0.endpoint)/default" } ?? "folder:\(place.root)/mirror"
    let words = (0..<48).map { "planted\($0)word" }
    let (one, _) = try machine(mirror)
    let (two, _) = try machine(mirror)
    let domain = "org.plantedapp"
    for (machine, name) in [(one, "planteddevice"), (two, "plantedother")] {
      expect(
        0, try machine.settee("set", "org.settee.settee", "cloud.name", name, "--type", "string"))
      _ = try machine.bundle(domain, "plantedkey", "other")
    }
    let (app, second) = ("\(one.root)/\(domain).bundle", "\(two.root)/\(domain).bundle")
    expect(0, try one.settee("set", app, "plantedkey", words[..<24].joined(separator: " ")))
    expect(0, try one.settee("push", app))
    expect(0, try two.settee("set", second, "other", words[24...].joined(separator: " ")))
    expect(0, try two.settee("sync", second))
    func all() throws -> Data {
      guard let etcd else {
        return place.files(below: place.root + "/mirror").reduce(into: Data()) {
          $0 += Data($1.key.utf8) + $1.value
        }
      }
      let run = try place.run(
        [
          "/usr/bin/etcdctl", "--endpoints", etcd.endpoint, "get", "--prefix", "",
          "--write-out=fields",
        ])
      return Data(run.out.utf8)
    }
    #expect(try all().range(of: Data("planted".utf8)) != nil)
    expect(0, try one.settee("seal", app, "--stdin", input: Self.passphrase))
    expect(0, try two.settee("join", "--stdin", input: Self.passphrase))
    expect(0, try two.settee("sync", second))
    expect(0, try one.settee("sync", app))
    #expect(try one.values(domain)["other"] as? String == words[24...].joined(separator: " "))
    #expect(try all().range(of: Data("planted".utf8)) == nil)
  }

  @Test func `an unpushed value is never plaintext in any revision`() throws {
    let etcd = try EtcdMember()
    let (one, app) = try machine("etcd://\(etcd.endpoint)/default")
    expect(0, try one.settee("set", app, "name", "umbrella"))
    expect(0, try one.settee("seal", app, "--stdin", input: Self.passphrase))
    expect(0, try one.settee("set", app, "city", "umbrella"))
    expect(
      0, try one.settee("seal", app, "--stdin", input: "another passphrase\n"),
      "already encrypted, and its passphrase stays the same")
    var revisions = 0
    while true {
      let run = try one.run([
        "/usr/bin/etcdctl", "--endpoints", etcd.endpoint, "get", "--prefix", "",
        "--rev=\(revisions + 1)",
      ])
      guard run.code == 0 else { break }
      #expect(!run.out.contains("umbrella") && !run.out.contains(Self.domain))
      revisions += 1
    }
    #expect(revisions > 3)
  }

  @Test func `a dry run of join checks the passphrase and stores nothing`() throws {
    let place = try Machine()
    let mirror = "folder:\(place.root)/mirror"
    let (one, app) = try machine(mirror)
    expect(0, try one.settee("set", app, "name", "Ann"))
    expect(0, try one.settee("seal", app, "--stdin", input: Self.passphrase))
    let (two, second) = try machine(mirror)
    let (before, files) = (place.files(below: place.root), two.files(below: two.root))
    expect(
      0, try two.settee("join", "--dry-run", "--stdin", input: Self.passphrase), "would join")
    expect(4, try two.settee("join", "--dry-run", "--stdin", input: "six tame otters"))
    #expect(place.files(below: place.root) == before && two.files(below: two.root) == files)
    expect(7, try two.settee("sync", second), "settee join")
    expect(2, try one.settee("sync", app, "--follow", "--dry-run"), "--dry-run")
  }

  @Test func `unseal keeps values that the local panes don't define`() throws {
    let place = try Machine()
    let mirror = "folder:\(place.root)/mirror"
    let (one, app) = try machine(mirror)
    expect(0, try one.settee("set", app, "name", "Ann"))
    expect(0, try one.settee("set", app, "token", "--stdin", input: "hunter2"))
    expect(0, try one.settee("seal", app, "--secrets", "--stdin", input: Self.passphrase))
    let two = try Machine(mirror: mirror)
    let second = try two.bundle(Self.domain, "name", "city")
    expect(0, try two.settee("join", "--stdin", input: Self.passphrase))
    expect(0, try two.settee("sync", second))
    expect(0, try two.settee("unseal", "--dry-run"), "would stay encrypted")
    expect(0, try two.settee("unseal", "--stdin", input: Self.passphrase), "Still encrypted")
    expect(0, try two.settee("sync", second))
    expect(0, try one.settee("sync", app))
    expect(0, try two.settee("sync", second))
    for data in place.files(below: place.root + "/mirror").values {
      #expect(data.range(of: Data("hunter2".utf8)) == nil)
    }
    #expect(try value("token", one) == "hunter2" && value("name", two) == "Ann")
  }

  @Test func `without libsodium, one message names it and nothing changes`() throws {
    let place = try Machine()
    let (one, app) = try machine("folder:\(place.root)/mirror")
    expect(0, try one.settee("set", app, "name", "Ann"))
    expect(0, try one.settee("seal", app, "--stdin", input: Self.passphrase))
    let before = place.files(below: place.root)
    let hidden = [
      "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=openat:error=ENOENT",
    ]
    let paths = [
      "", "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib", "/usr/lib",
      "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
    ].flatMap { ["-P", "\($0)/libsodium.so.23"] }
    for words in [["sync", app], ["seal", app, "--stdin"], ["join", "--stdin"]] {
      let run = try one.run(
        hidden + paths + [ProgramUnderTest.path] + words, input: "some passphrase")
      #expect(run.code == 7 && run.err.contains("libsodium23"), "\(words) \(run)")
    }
    #expect(place.files(below: place.root) == before)
  }

  /// An strace option that kills the program at system calls whose effects other devices can see.
  private static let steps = "inject=/rename|unlink|mkdir|rmdir:signal=SIGKILL:when="

  @Test(arguments: ["seal", "rekey", "unseal"])
  func `a killed seal or unseal leaves a usable mirror and can be repeated`(verb: String) throws {
    let isLong = ProcessInfo.processInfo.environment["SETTEE_EVERY_STEP"] != nil
    let place = try Machine()
    let mirror = "\(place.root)/mirror"
    let (one, app) = try machine("folder:\(mirror)")
    let (two, second) = try machine("folder:\(mirror)")
    expect(0, try one.settee("set", app, "name", "first"))
    expect(0, try one.settee("sync", app))
    expect(0, try two.settee("set", second, "city", "Oslo"))
    expect(0, try two.settee("sync", second))
    expect(0, try one.settee("sync", app))
    if verb != "seal" {
      expect(0, try one.settee("seal", app, "--stdin", input: Self.passphrase))
      expect(0, try two.settee("join", "--stdin", input: Self.passphrase))
      expect(0, try two.settee("sync", second))
    }
    expect(0, try one.settee("set", app, "name", "newest"))
    let kept = [one.home, two.home, mirror]
    for path in kept { expect(0, try place.shell("cp -a '\(path)' '\(path).kept'")) }

    let passphrase = verb == "rekey" ? "eight wild ferrets" : Self.passphrase
    let words = [verb] + (verb == "seal" ? [app] : []) + ["--stdin"]
    var step = isLong ? 1 : 2
    while true {
      for path in kept {
        expect(0, try place.shell("rm -rf '\(path)' && cp -a '\(path).kept' '\(path)'"))
      }
      let run = try one.run(
        ["/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", Self.steps + "\(step)"]
          + [ProgramUnderTest.path] + words, input: passphrase)
      // At this time, the other device may read the old or the new value, or report an error.
      let between = try two.settee("sync", second)
      #expect([0, 7].contains(between.code), "\(verb) \(step): \(between)")
      #expect(try ["first", "newest"].contains(value("name", two)))
      #expect(try value("city", two) == "Oslo")
      expect(0, try one.run([ProgramUnderTest.path] + words, input: passphrase))
      if verb != "unseal" {
        expect(0, try two.settee("join", "--stdin", input: passphrase))
      }
      for _ in 0..<2 {
        expect(0, try one.settee("sync", app))
        expect(0, try two.settee("sync", second))
      }
      for machine in [one, two] {
        #expect(try value("name", machine) == "newest" && value("city", machine) == "Oslo")
      }
      let names = place.files(below: mirror)
      let isClear = names.values.contains { $0.range(of: Data("Oslo".utf8)) != nil }
      #expect(isClear == (verb == "unseal"), "\(verb) \(step): \(names.keys)")
      #expect(names.keys.contains { $0.hasSuffix(".sealed") } == (verb != "unseal"))
      if run.code == 0 { break }
      #expect(run.code == 137 || run.code == 9, "\(run)")
      step += isLong ? 1 : 3
    }
    #expect(step > 4, "no step was killed")
  }
}
