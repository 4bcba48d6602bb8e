import Foundation
import Testing

/// Runs the sync commands of the real program on two devices with a shared folder, as scripts do.
@Suite struct CloudCommandTests: ~Copyable {
  let one: Sandbox
  let two: Sandbox
  /// The path of the panes, which both devices use.
  let app: String

  init() throws {
    var first = try Sandbox()
    var second = try Sandbox()
    let mirror = "folder:\(first.path("mirror"))"
    first.environment["SETTEE_MIRROR"] = mirror
    second.environment["SETTEE_MIRROR"] = mirror
    let rows = ["name", "size", "word"].map { key -> [String: Any] in
      ["Type": "PSTextFieldSpecifier", "Title": key, "Key": key, "IsSecure": key == "word"]
    }
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["PreferenceSpecifiers": rows], format: .xml, options: 0)
    try first.write(
      "org.settee.verbs.bundle/Root.plist", String(decoding: plist, as: UTF8.self))
    app = first.path("org.settee.verbs.bundle")
    one = first
    two = second
  }

  @Test func `a sync of an app without declared settings reports that it does nothing`() throws {
    _ = try one.run("set", "org.settee.bare", "a", "1", "--type", "int")
    for verb in ["push", "pull", "sync", "status"] {
      let outcome = try one.run(verb, "org.settee.bare")
      #expect(outcome.code == 0 && outcome.err.contains("Nothing to sync"), "\(verb): \(outcome)")
    }
    #expect(try one.run("sync", "--all").err.isEmpty)
    #expect(try one.run("sync", app).err.isEmpty)
  }

  @Test func `push, pull and status report their results as JSON`() throws {
    #expect(try one.run("set", app, "name", "Ada").code == 0)
    let dry = try one.run("push", app, "--dry-run", "--json")
    #expect(dry.strings("sent") == ["name"])
    #expect(try one.run("status", app, "--json").strings("pending") == ["name"])
    let push = try one.run("push", app, "--json")
    #expect(push.code == 0)
    #expect(push.strings("sent") == ["name"])
    #expect(try two.run("status", app, "--json").strings("incoming") == ["name"])
    #expect(try two.run("pull", app, "--json").strings("taken") == ["name"])
    #expect(try two.run("get", app, "name").out == "Ada\n")
  }

  @Test func `a conflict exits 6 and changes nothing until --keep chooses a side`() throws {
    _ = try one.run("set", app, "name", "Ada")
    _ = try two.run("set", app, "name", "Bob")
    #expect(try one.run("sync", app).code == 0)
    let stopped = try two.run("sync", app)
    #expect(stopped.code == 6)
    #expect(stopped.err.contains("--keep"))
    #expect(try two.run("get", app, "name").out == "Bob\n")
    #expect(try two.run("diff", app, "--cloud").code == 1)
    let kept = try two.run("sync", app, "--keep", "cloud", "--json")
    #expect(kept.strings("taken") == ["name"])
    #expect(try two.run("get", app, "name").out == "Ada\n")
    #expect(try two.run("diff", app, "--cloud").code == 0)
    try two.write("work/a.json", #"{"name": "Eve"}"#)
    let both = try two.run("diff", app, "a.json", "--cloud")
    #expect(both.code == 2 && both.out.isEmpty && both.err.contains("--cloud"), "\(both)")
  }

  @Test func `a conflict in one domain of an app leaves its other domains unchanged`() throws {
    func plist(_ domain: String, _ rows: [[String: Any]]) throws -> String {
      String(
        decoding: try PropertyListSerialization.data(
          fromPropertyList: [
            "ApplicationGroupContainerIdentifier": domain, "PreferenceSpecifiers": rows,
          ], format: .xml, options: 0), as: UTF8.self)
    }
    func row(_ key: String) -> [String: Any] {
      ["Type": "PSTextFieldSpecifier", "Title": key, "Key": key]
    }
    let child: [String: Any] = ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"]
    try one.write("Two.bundle/Root.plist", plist("org.example.a", [row("left"), child]))
    try one.write("Two.bundle/More.plist", plist("org.example.b", [row("right")]))
    let app = one.path("Two.bundle")
    _ = try one.run("set", app, "right", "Ada")
    #expect(try one.run("sync", app).code == 0)
    _ = try two.run("set", app, "right", "Bob")
    _ = try two.run("set", app, "left", "new")
    let stopped = try two.run("sync", app)
    #expect(stopped.code == 6 && stopped.out.isEmpty)
    #expect(stopped.err.contains("; nothing was sent or fetched."))
    #expect(try two.run("status", app, "--json").strings("pending") == ["left"])
    #expect(try one.run("sync", app, "--json").strings("taken") == [])
  }

  @Test func `--all reports what was done before the conflict that stopped it`() throws {
    for (key, domain) in [("a", "org.example.a"), ("b", "org.example.b")] {
      let row = ["Type": "PSTextFieldSpecifier", "Title": key, "Key": key]
      let plist = try PropertyListSerialization.data(
        fromPropertyList: ["PreferenceSpecifiers": [row]], format: .xml, options: 0)
      for sandbox in [one.root, two.root] {
        let folder = sandbox.appendingPathComponent("data/settee/bundles/\(domain).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try plist.write(to: folder.appendingPathComponent("Root.plist"))
      }
    }
    _ = try one.run("set", "org.example.b", "b", "Ada")
    #expect(try one.run("sync", "--all").code == 0)
    _ = try two.run("set", "org.example.a", "a", "new")
    _ = try two.run("set", "org.example.b", "b", "Bob")
    let stopped = try two.run("sync", "--all")
    #expect(stopped.code == 6 && stopped.out == "sent\ta\n")
    #expect(stopped.err.contains("; nothing else was sent or fetched."))
  }

  @Test func `--all reports an app that can't be opened and syncs the other apps`() throws {
    let row = ["Type": "PSTextFieldSpecifier", "Title": "a", "Key": "a"]
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["PreferenceSpecifiers": [row]], format: .xml, options: 0)
    let bundles = "data/settee/bundles/org.example"
    try one.write("\(bundles).a.bundle/Root.plist", String(decoding: plist, as: UTF8.self))
    _ = try one.run("set", "org.example.a", "a", "Ada")
    try one.write("\(bundles).b.bundle/Root.plist", "garbage")
    let alone = try one.run("sync", "org.example.b")
    let all = try one.run("sync", "--all")
    #expect(alone.code != 0 && all.code == alone.code)
    #expect(all.out == "sent\ta\n" && all.err.contains("org.example.b"), "\(all)")
  }

  @Test func `a change is saved and the file is named when its journals can't be written`() throws {
    for key in ["name", "size"] { _ = try one.run("set", app, key, "old") }
    #expect(try one.run("sync", app).code == 0)
    for name in ["cloud/edits", "history"] {
      let path = one.path("state/settee/org.settee.verbs/\(name)")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    }
    let outcome = try one.run("reset", app, "name")
    #expect(outcome.code == 0)
    for name in ["/cloud/edits", "/history"] { #expect(outcome.err.contains(name), "\(outcome)") }
    #expect(try one.run("get", app, "name").code == 1)
  }

  @Test func `a secure field is never sent to the mirror`() throws {
    #expect(try one.run("set", app, "word", "--stdin", input: "geheim\n").code == 0)
    _ = try one.run("set", app, "name", "Ada")
    _ = try one.run("set", app, "stray", "--type", "string", "planted")
    #expect(try one.run("sync", app, "--all").code == 2)
    #expect(try one.run("sync", app, "--json").strings("sent") == ["name"])
    let mirror = FileManager.default.enumerator(atPath: one.path("mirror"))
    for case let name as String in mirror ?? .init() {
      let bytes = FileManager.default.contents(atPath: one.path("mirror/\(name)")) ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("geheim") && !text.contains("planted"), "\(name)")
    }
  }

  @Test func `a key that becomes secret is reported until its value changes`() throws {
    let sandbox = try Sandbox()
    let bundle = sandbox.path("work/org.example.app.bundle")
    func write(isSecure: Bool) throws {
      try sandbox.write(
        "work/org.example.app.bundle/Root.plist",
        """
        <plist version="1.0"><dict>        <key>PreferenceSpecifiers</key><array><dict><key>Type</key>
        <string>PSTextFieldSpecifier</string><key>Title</key><string>Token</string>
        <key>Key</key><string>token</string><key>IsSecure</key><\(isSecure)/></dict></array>
        </dict></plist>
        """)
    }
    try write(isSecure: false)
    let set = try sandbox.run("set", bundle, "token", "geheim")
    #expect(set.code == 0, "\(set)")
    #expect(try sandbox.run("push", bundle).out == "sent\ttoken\n")
    try write(isSecure: true)
    for verb in ["push", "status", "sync"] {
      let told = try sandbox.run(verb, bundle)
      #expect(told.code == 0 && told.err.contains("that are secret now: token"), "\(told)")
      #expect(!told.err.contains("geheim"))
    }
    _ = try sandbox.run("set", bundle, "token", "--stdin", input: "anders\n")
    for verb in ["push", "status"] {
      #expect(try !sandbox.run(verb, bundle).err.contains("token"), "\(verb)")
    }
    #expect(try sandbox.shell("grep -rla anders $XDG_DATA_HOME").out.isEmpty)
  }

  @Test func `the path of a folder mirror must be absolute or in the home folder`() throws {
    _ = try one.run("set", app, "name", "Ada")
    for path in ["", "m", "./m", "~ada/m", "$HOMES/m", "~m"] {
      let outcome = try one.run("push", app, "--mirror", "folder:\(path)")
      #expect(outcome.code == 2 && outcome.err.contains("folder:~/PATH"), "\(outcome)")
    }
    for (index, prefix) in ["~", "$HOME", "${HOME}"].enumerated() {
      let outcome = try one.run("push", app, "--mirror", "folder:\(prefix)/m\(index)")
      #expect(outcome.code == 0 && outcome.out == "sent\tname\n", "\(outcome)")
      let names = try FileManager.default.contentsOfDirectory(atPath: one.path("home/m\(index)"))
      #expect(names.contains("default"))
    }
    let panes = "\(Sandbox.panes)/Settee.bundle"
    #expect(try one.run("set", panes, "cloud.mirror", "folder:m").code == 3)
    #expect(try one.run("set", panes, "cloud.mirror", "folder:~/Sync").code == 0)
    #expect(try one.run("push", app, "--timeout", "0").err.contains("greater than 0"))
  }

  @Test func `an unreadable certificate file is reported with its option`() throws {
    let mirror = "etcds://127.0.0.1:1/ann"
    let push = try one.run("push", app, "--mirror", mirror, "--ca", "/nonexistent")
    #expect(push.code == 7 && push.err.contains("Check --ca"), "\(push)")
  }

  @Test func `a mirror that does not respond exits 7, and status reports local data`() throws {
    _ = try one.run("set", app, "name", "Ada")
    let nobody = "etcd://127.0.0.1:1/ann"
    let push = try one.run("push", app, "--mirror", nobody, "--timeout", "1")
    #expect(push.code == 7)
    let status = try one.run("status", app, "--mirror", nobody, "--timeout", "1", "--json")
    #expect(status.code == 7)
    #expect(status.strings("pending") == ["name"])
    #expect(try one.run("push", app, "--mirror", "gopher://x").code == 2)
  }
}
