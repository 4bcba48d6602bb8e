import Foundation
import SetteeTestSupport
import Testing

/// A server syncs automatically with the desktop of a user.
@Suite(.serialized) struct ServerTests {
  static let domain = "org.example.service"

  @Test(arguments: ["folder", "etcd"])
  func `a following server pulls pushed values and sends values set on it`(kind: String)
    throws
  {
    let shared = try Machine()
    let member = kind == "etcd" ? try EtcdMember() : nil
    let mirror = member.map { "etcd://\($0.endpoint)/ann" } ?? "folder:\(shared.root)/mirror"
    let (server, desktop) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let app = try shared.bundle(Self.domain, "port", "greeting")
    #expect(try server.settee("set", app, "port", "80").code == 0)
    let follower = try server.start([ProgramUnderTest.path, "sync", app, "--follow"])

    // Earlier values, and values that another process sets later, must reach the desktop.
    for port in ["80", "8080"] {
      if port != "80" { #expect(try server.settee("set", app, "port", port).code == 0) }
      try waitUntil("port \(port) of the server is on the desktop; \(follower.complained)") {
        let pull = try desktop.settee("pull", app)
        guard pull.code == 0 else { return false }
        return try desktop.values(Self.domain)["port"] as? String == port
      }
    }
    // Values must also reach the server from the desktop, repeatedly.
    for greeting in ["hello", "good day", "hello"] {
      #expect(try desktop.settee("set", app, "greeting", greeting).code == 0)
      #expect(try desktop.settee("push", app).code == 0)
      try waitUntil("“\(greeting)” is on the server; \(follower.complained)") {
        try server.values(Self.domain)["greeting"] as? String == greeting
      }
    }
    follower.send(SIGTERM)
    #expect(follower.end().code == 128 + SIGTERM)
    #expect(try server.values(Self.domain) == ["port": "8080", "greeting": "hello"])
    #expect(try desktop.values(Self.domain) == ["port": "8080", "greeting": "hello"])
    #expect(try server.settee("status", app, "--json").code == 0)
  }

  @Test func `a follower continues after its etcd was suspended, killed and restarted`() throws {
    let member = try EtcdMember()
    let mirror = "etcd://\(member.endpoint)/ann"
    let (server, desktop) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let app = try server.bundle(Self.domain, "greeting")
    let follower = try server.start([ProgramUnderTest.path, "sync", app, "--follow"])
    func greet(_ text: String) throws {
      #expect(try desktop.settee("set", app, "greeting", text).code == 0)
      try waitUntil("the desktop has pushed “\(text)”") {
        try desktop.settee("push", app, "--timeout", "3").code == 0
      }
      try waitUntil("“\(text)” is on the server; \(follower.complained)", within: 60) {
        try server.values(Self.domain)["greeting"] as? String == text
      }
    }
    try greet("hello")
    member.freeze()
    #expect(try desktop.settee("set", app, "greeting", "unheard").code == 0)
    let refused = try desktop.settee("push", app, "--timeout", "1")
    #expect(refused.code == 7 && refused.err.contains(member.endpoint), "\(refused.err)")
    member.thaw()
    try greet("after standing still")
    member.kill()
    #expect(try desktop.settee("push", app, "--timeout", "1").code == 7)
    try member.start()
    try greet("after its death")
    follower.send(SIGTERM)
    follower.end()
  }
}
