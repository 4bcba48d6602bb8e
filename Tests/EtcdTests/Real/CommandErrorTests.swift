import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEtcd

/// Tests how each sync command handles each failure: its exit code, a single message, and no data
/// loss.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct CommandErrorTests {
  /// The exit codes of push, pull, sync, status, and diff --cloud.
  private typealias Codes = (push: Int32, pull: Int32, sync: Int32, status: Int32, diff: Int32)

  /// The exit codes if the mirror can't be read.
  private static let deaf: Codes = (7, 7, 7, 7, 7)
  /// The exit codes if the mirror can be read but not written.
  ///
  /// The difference remains in this case.
  private static let readOnly: Codes = (7, 0, 7, 0, 1)

  @Test func `a wrong password is reported`() throws {
    let server = try EtcdServer.locked()
    let machine = try Machine(
      mirror: try server.address().description,
      ["SETTEE_MIRROR_USER": "ada", "SETTEE_MIRROR_PASSWORD": "hunter2"])
    try check(machine, Self.deaf, says: "authentication failed", "check SETTEE_MIRROR_USER")
  }

  @Test func `a token that always expires is reported`() throws {
    let odd = try FaultyServer(
      .replies { request in
        request.contains("/auth/authenticate")
          ? FaultyServer.answer("200 OK", #"{"token":"abc"}"#)
          : FaultyServer.answer(
            "401 Unauthorized", #"{"code":16,"message":"etcdserver: invalid auth token"}"#)
      })
    defer { odd.close() }
    let machine = try Machine(
      mirror: "etcd://127.0.0.1:\(odd.port)/ada",
      ["SETTEE_MIRROR_USER": "ada", "SETTEE_MIRROR_PASSWORD": "hunter2"])
    try check(machine, Self.deaf, says: "the token that it issued is invalid")
  }

  @Test func `a certificate from an unknown authority is reported`() throws {
    let files = try Certificates()
    let server = try EtcdServer(
      ["--cert-file", files.path("server.crt"), "--key-file", files.path("server.key")],
      isSecure: true)
    let machine = try Machine(mirror: try server.address().description)
    try check(
      machine, Self.deaf, ["--ca", files.path("other.crt"), "--timeout", "600"], says: "certificate"
    )
  }

  @Test func `a full database is reported`() throws {
    let server = try EtcdServer(["--quota-backend-bytes", "1"])
    let machine = try Machine(mirror: try server.address().description)
    try check(
      machine, Self.readOnly, says: "database space exceeded", "compact and defragment")
  }

  @Test func `a request that exceeds the size limit is reported`() throws {
    let server = try EtcdServer(["--max-request-bytes", "100"])
    let machine = try Machine(mirror: try server.address().description)
    try check(machine, Self.readOnly, says: "request is too large", "--max-request-bytes")
  }

  @Test func `a compacted history is not an error`() throws {
    let server = try EtcdServer()
    let machine = try Machine(mirror: try server.address().description)
    let app = try machine.bundle("org.settee.faults", ["name"])
    for number in 0..<5 {
      _ = try machine.settee("set", app, "name", "Ada \(number)")
      #expect(try machine.settee("push", app).code == 0)
    }
    try server.control("compact", "5")
    try check(machine, (0, 0, 0, 0, 0))
    #expect(try machine.settee("status", app, "--json").keys("pending").isEmpty)
  }

  @Test(arguments: [FaultyServer.Manner.isSilent, .drips])
  func `a server that is silent or very slow times out`(manner: FaultyServer.Manner) throws {
    let odd = try FaultyServer(manner)
    defer { odd.close() }
    let machine = try Machine(mirror: "etcd://127.0.0.1:\(odd.port)/ada")
    try check(machine, Self.deaf, ["--timeout", "1"], says: "Can't reach the mirror")
  }

  @Test(arguments: [
    ("200 OK", "hello", "isn't in etcd's format"), ("404 Not Found", "", "no JSON gateway"),
    ("500 Oops", "<html>", "HTTP status 500"),
    ("200 OK", #"{"header":{"revision":"1"},"kvs":[{"value":"!!!"}]}"#, "it has no value"),
    (
      "200 OK", #"{"header":{"revision":"1"},"kvs":[{"mod_revision":"1","value":"AAAA"}]}"#,
      "can't be read"
    ),
  ])
  func `an invalid response is reported`(status: String, body: String, says: String) throws {
    let odd = try FaultyServer(.replies { _ in FaultyServer.answer(status, body) })
    defer { odd.close() }
    let machine = try Machine(mirror: "etcd://127.0.0.1:\(odd.port)/ada")
    try check(machine, Self.deaf, says: says)
  }

  @Test func `a closed port is reported`() throws {
    let port = try LoopbackPort.free()
    let machine = try Machine(mirror: "etcd://127.0.0.1:\(port)/ada")
    try check(machine, Self.deaf, ["--timeout", "1"], says: "Can't reach the mirror")
  }

  // MARK: Helpers

  private func check(
    _ machine: Machine, _ codes: Codes, _ options: [String] = [], says clauses: String...
  ) throws {
    let app = try machine.bundle("org.settee.faults", ["name"])
    #expect(try machine.settee("set", app, "name", "Ada").code == 0)
    let rows: [(verb: [String], code: Int32)] = [
      (["push", app], codes.push), (["pull", app], codes.pull),
      (["status", app], codes.status), (["diff", app, "--cloud"], codes.diff),
      (["sync", app], codes.sync),
    ]
    for (verb, code) in rows {
      let run = try machine.run([ProgramUnderTest.path] + verb + options)
      #expect(run.code == code, "\(verb[0]): \(run.err)")
      guard code == 7 else {
        #expect(run.err.isEmpty, "\(verb[0]): \(run.err)")
        continue
      }
      let lines = run.err.split(separator: "\n")
      let ends = [".\n", "?\n"].contains { run.err.hasSuffix($0) }
      #expect(lines.count == 1 && ends, "\(verb[0]): \(run.err)")
      #expect(!run.err.hasSuffix("?.\n"), "\(verb[0]): \(run.err)")
      for clause in clauses { #expect(run.err.contains(clause), "\(verb[0]): \(run.err)") }
      #expect(!run.err.contains("hunter2"))
    }
    #expect(try machine.settee("get", app, "name").out == "Ada\n")
  }
}
