import Foundation
import Testing

/// The mirror's verbs as scripts see them: two machines, the real program, a folder between them.
@Suite struct CloudVerbsTests {
  let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("settee-verbs-\(UUID().uuidString)").path

  /// What a run printed and how it ended.
  struct Run {
    let code: Int32
    let output: String
    let errors: String

    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:]
    }

    func strings(_ key: String) -> [String] { json[key] as? [String] ?? [] }
  }

  private func run(_ machine: String, _ words: String..., input: String = "") throws -> Run {
    let process = Process()
    let (output, errors, feed) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("settee")
    process.arguments = words
    process.environment = [
      "HOME": root, "XDG_CONFIG_HOME": "\(root)/\(machine)/config",
      "XDG_STATE_HOME": "\(root)/\(machine)/state", "XDG_DATA_HOME": "\(root)/\(machine)/data",
      "SETTEE_ROOT": "\(root)/system", "SETTEE_MIRROR": "folder:\(root)/mirror",
    ]
    process.environment?["LLVM_PROFILE_FILE"] =
      ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, feed)
    try process.run()
    feed.fileHandleForWriting.write(Data(input.utf8))
    try feed.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(code: process.terminationStatus, output: text, errors: said)
  }

  private func bundle() throws -> String {
    let rows = ["name", "size", "word"].map { key -> [String: Any] in
      [
        "Type": "PSTextFieldSpecifier", "Title": key, "Key": key, "IsSecure": key == "word",
      ]
    }
    let path = "\(root)/org.settee.verbs.bundle"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["PreferenceSpecifiers": rows], format: .xml, options: 0)
    try plist.write(to: URL(fileURLWithPath: path + "/Root.plist"))
    for machine in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(machine)/config", withIntermediateDirectories: true)
    }
    return path
  }

  @Test func `push, pull and status tell in JSON what they did`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let app = try bundle()
    #expect(try run("one", "set", app, "name", "Ada").code == 0)
    let dry = try run("one", "push", app, "--dry-run", "--json")
    #expect(dry.strings("sent") == ["name"])
    #expect(try run("one", "status", app, "--json").strings("pending") == ["name"])
    let push = try run("one", "push", app, "--json")
    #expect(push.code == 0)
    #expect(push.strings("sent") == ["name"])
    #expect(try run("two", "status", app, "--json").strings("incoming") == ["name"])
    #expect(try run("two", "pull", app, "--json").strings("taken") == ["name"])
    #expect(try run("two", "get", app, "name").output == "Ada\n")
  }

  @Test func `a conflict exits 6 and changes nothing, until --keep says which side`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let app = try bundle()
    for (machine, name) in [("one", "Ada"), ("two", "Bob")] {
      _ = try run(machine, "set", app, "name", name)
    }
    #expect(try run("one", "sync", app).code == 0)
    let stopped = try run("two", "sync", app)
    #expect(stopped.code == 6)
    #expect(stopped.errors.contains("--keep"))
    #expect(try run("two", "get", app, "name").output == "Bob\n")
    #expect(try run("two", "diff", app, "--cloud").code == 1)
    let kept = try run("two", "sync", app, "--keep", "cloud", "--json")
    #expect(kept.strings("taken") == ["name"])
    #expect(try run("two", "get", app, "name").output == "Ada\n")
    #expect(try run("two", "diff", app, "--cloud").code == 0)
  }

  @Test func `a secure field never reaches the mirror`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let app = try bundle()
    #expect(try run("one", "set", app, "word", "--stdin", input: "geheim\n").code == 0)
    _ = try run("one", "set", app, "name", "Ada")
    _ = try run("one", "set", app, "stray", "--type", "string", "planted")
    #expect(try run("one", "sync", app, "--all").code == 2)
    #expect(try run("one", "sync", app, "--json").strings("sent") == ["name"])
    let mirror = FileManager.default.enumerator(atPath: root + "/mirror")
    for case let name as String in mirror ?? .init() {
      let bytes = FileManager.default.contents(atPath: "\(root)/mirror/\(name)") ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("geheim") && !text.contains("planted"), "\(name)")
    }
  }

  @Test func `a mirror that does not answer exits 7, and status tells what it knows`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let app = try bundle()
    _ = try run("one", "set", app, "name", "Ada")
    let nobody = "etcd://127.0.0.1:1/ann"
    let push = try run("one", "push", app, "--mirror", nobody, "--timeout", "1")
    #expect(push.code == 7)
    let status = try run("one", "status", app, "--mirror", nobody, "--timeout", "1", "--json")
    #expect(status.code == 7)
    #expect(status.strings("pending") == ["name"])
    #expect(try run("one", "push", app, "--mirror", "gopher://x").code == 2)
  }
}
