import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEtcd

/// Large documents go over gRPC itself, and through the gateway wherever that fails.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdDirectTests {
  private let key = "settee/ada/org.settee.mail"
  private let large = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)

  @Test func `a large put is taken at its revision and beaten at another`() throws {
    let server = try EtcdServer()
    let client = try client(server)
    let first = try client.putDirectly(large, key, 0, .seconds(20))
    guard case .taken(let revision)? = first else {
      Issue.record("it was not taken: \(String(describing: first))")
      return
    }
    #expect(try client.entry(key, by: .seconds(10)) == EtcdEntry(bytes: large, revision: revision))
    let other = large + [1]
    #expect(try client.putDirectly(other, key, 0, .seconds(20)) == .beaten)
    #expect(try client.putDirectly(other, key, revision + 5, .seconds(20)) == .beaten)
    // Our own, sent by a try whose reply was lost.
    #expect(try client.putDirectly(large, key, 0, .seconds(20)) == .taken(revision: revision))
    let second = try client.put(other, under: key, expecting: revision, by: .seconds(20))
    #expect(try client.entry(key, by: .seconds(10))?.bytes == other)
    #expect(second != .beaten)
    #expect(client.triesGRPC, "each was a clear answer")
  }

  @Test func `a lost reply is settled by reading back`() throws {
    let server = try EtcdServer()
    let line = try OddServer(.losesNextReply, before: server.port)
    defer { line.close() }
    let client = try client(line)
    let put = try client.put(large, under: key, expecting: 0, by: .seconds(30))
    let entry = try self.client(server).entry(key, by: .seconds(10))
    #expect(entry?.bytes == large)
    #expect(entry.map { EtcdPut.taken(revision: $0.revision) } == put)
    #expect(!client.triesGRPC)
    #expect(
      try server.control("get", key, "-w", "json").contains(#""version":1"#), "it was made once")
  }

  @Test func `whoever speaks no HTTP 2 is asked as a gateway`() throws {
    let odd = try OddServer(
      .replies { request in
        if request.hasPrefix("PRI") { return OddServer.answer("400 Bad Request", "no") }
        if request.contains("/kv/range") {
          return OddServer.answer("200 OK", #"{"header":{"revision":"1"}}"#)
        }
        return OddServer.answer("200 OK", #"{"header":{"revision":"2"},"succeeded":true}"#)
      })
    defer { odd.close() }
    let client = try client(odd)
    let put = try client.put(
      [1, 2, 3], under: key, expecting: 0, by: .seconds(20), directFrom: 0)
    #expect(put == .taken(revision: 2))
    #expect(!client.triesGRPC)
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "garbage", ""])
  func `odd answers leave the gateway to say what is wrong`(answer: String) throws {
    let odd = try OddServer(.answers(answer))
    defer { odd.close() }
    let client = try client(odd)
    #expect(refusal(client)?.exitCode == 7)
  }

  @Test func `who says nothing is given up in time`() throws {
    let odd = try OddServer(.isSilent)
    defer { odd.close() }
    let client = try client(odd)
    #expect(refusal(client)?.kind == .unreachable)
  }

  @Test func `a user puts with the token, and none where it may not`() throws {
    let server = try EtcdServer.locked()
    let client = EtcdClient(
      address: try server.address(), security: TLSFiles(),
      credentials: CloudCredentials(user: "ada", password: "analytical"))
    #expect(try client.putDirectly(large, key, 0, .seconds(20)) == nil, "there is no token yet")
    #expect(try client.entry(key, by: .seconds(10)) == nil)
    #expect(try client.putDirectly(large, key, 0, .seconds(20)) != nil)
    #expect(client.triesGRPC)
    let error = #expect(throws: CloudError.self) {
      try client.put(
        large, under: "settee/bob/org.settee.mail", expecting: 0, by: .seconds(20))
    }
    #expect(error?.message.contains("permission denied") == true)
  }

  @Test func `with certificates it goes over TLS`() throws {
    let files = try Certificates()
    let server = try EtcdServer(
      [
        "--cert-file", files.path("server.crt"), "--key-file", files.path("server.key"),
        "--client-cert-auth", "--trusted-ca-file", files.path("ca.crt"),
      ], isSecure: true)
    let security = TLSFiles(
      authority: files.path("ca.crt"), certificate: files.path("client.crt"),
      key: files.path("client.key"))
    let client = EtcdClient(
      address: try server.address(), security: security, credentials: nil)
    let put = try client.putDirectly(large, key, 0, .seconds(20))
    #expect(client.triesGRPC)
    let entry = try client.entry(key, by: .seconds(10))
    #expect(entry?.bytes == large)
    #expect(entry.map { EtcdPut.taken(revision: $0.revision) } == put)
  }

  @Test func `answers are read as they are, and damaged ones not at all`() {
    let answer: [UInt8] = [
      0, 0, 0, 0, 12, 0x0A, 6, 0x08, 0xFD, 0x01, 0x18, 0xAC, 0x02, 0x10, 1, 0x1A, 0,
    ]
    #expect(EtcdMessage.result(answer) == EtcdMessage.Result(succeeded: true, revision: 300))
    for count in 0..<answer.count { #expect(EtcdMessage.result(Array(answer[..<count])) == nil) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var damaged = answer
      for _ in 0..<3 {
        damaged[Int.random(in: 5..<damaged.count, using: &random)] = UInt8.random(in: 0...255)
      }
      _ = EtcdMessage.result(damaged)
    }
  }

  /// What a small put over gRPC, and then the gateway, ends with.
  private func refusal(_ client: EtcdClient) -> CloudError? {
    #expect(throws: CloudError.self) {
      try client.put([1], under: key, expecting: 0, by: .seconds(2), directFrom: 0)
    }
  }

  private func client(_ server: OddServer) throws -> EtcdClient {
    EtcdClient(
      address: try EtcdAddress("etcd://127.0.0.1:\(server.port)/ada"), security: TLSFiles(),
      credentials: nil)
  }

  private func client(_ server: EtcdServer) throws -> EtcdClient {
    EtcdClient(address: try server.address(), security: TLSFiles(), credentials: nil)
  }
}
