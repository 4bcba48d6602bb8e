import Foundation
import SetteeTestSupport
import Testing

/// A daemon is notified when another process changes its settings.
@Suite(.serialized) struct DaemonTests {
  static let domain = "org.example.daemon"

  /// A daemon that reads and logs the port when it receives SIGHUP.
  private static let daemon = """
    trap 'settee get \(domain) port >>reloads' HUP
    echo $$ >pid
    while :; do sleep 0.05 & wait $!; done
    """

  @Test func `watch reloads a daemon when any program changes its port`() throws {
    let machine = try Machine()
    let mirror = "folder:\(machine.root)/mirror"
    machine.environment["SETTEE_MIRROR"] = mirror
    let app = try machine.bundle(Self.domain, "port", "name")
    let (reloads, pid) = (machine.root + "/work/reloads", machine.root + "/work/pid")
    let daemon = try machine.start(["/bin/bash", "-c", Self.daemon])
    defer { daemon.send(SIGKILL) }
    try waitUntil("the daemon has started") {
      FileManager.default.contents(atPath: pid)?.isEmpty == false
    }
    let watch = try machine.start([
      ProgramUnderTest.path, "watch", app, "port", "--exec", "kill -HUP $(cat '\(pid)')",
    ])
    func last() -> String {
      let text = FileManager.default.contents(atPath: reloads) ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init)
        ?? ""
    }
    func expectReload(_ port: String) throws {
      try waitUntil("the daemon has \(port), not \(last()); \(watch.complained)") { last() == port }
    }
    // Changes made before the watch is ready are missed, so change the value until it is noticed.
    var number = 0
    try waitUntil("the daemon is notified; \(watch.complained)") {
      number += 1
      _ = try machine.settee("set", app, "port", "start \(number)")
      Thread.sleep(forTimeInterval: 0.1)
      return !last().isEmpty
    }

    #expect(try machine.settee("set", app, "port", "9090").code == 0)
    try expectReload("9090")
    let editor = try machine.screen(app)
    try editor.wait(for: "9090")
    try editor.enter("9091")
    try expectReload("9091")
    var values = try #require(try machine.values(Self.domain) as? [String: Any])
    values["port"] = "9092"
    try machine.write(values, to: machine.file(Self.domain) + ".new")
    rename(machine.file(Self.domain) + ".new", machine.file(Self.domain))
    try expectReload("9092")
    try editor.wait(for: "9092")
    let other = try Machine(mirror: mirror)
    #expect(try machine.settee("push", app).code == 0)
    #expect(try other.settee("pull", app).code == 0)
    #expect(try other.settee("set", app, "port", "9093").code == 0)
    #expect(try other.settee("push", app).code == 0)
    #expect(try machine.settee("pull", app).code == 0)
    try expectReload("9093")

    // A change to another key must not be reported. The signal then ends the watch.
    let before = last()
    #expect(try machine.settee("set", app, "name", "x").code == 0)
    watch.send(SIGTERM)
    #expect(watch.end().code == 128 + SIGTERM)
    #expect(last() == before)
    #expect(try machine.values(Self.domain) == ["port": "9093", "name": "x"])
  }

  @Test func `watch prints a line for each change with its source`() throws {
    let machine = try Machine()
    let watch = try machine.start([ProgramUnderTest.path, "watch", Self.domain, "--json"])
    var number = 0
    try waitUntil("a line for a change; \(watch.complained)") {
      number += 1
      _ = try machine.settee("set", Self.domain, "n", "\(number)", "--type", "int")
      Thread.sleep(forTimeInterval: 0.1)
      return watch.said.contains("\n")
    }
    #expect(try machine.settee("set", Self.domain, "last", "yes", "--type", "string").code == 0)
    #expect(try machine.settee("reset", Self.domain, "last").code == 0)
    try waitUntil("both changes are printed: \(watch.said)") {
      watch.said.components(separatedBy: #""last""#).count >= 3
    }
    for line in watch.said.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["source"] as? String == "process", "\(line)")
    }
    watch.send(SIGTERM)
    watch.end()
  }
}
