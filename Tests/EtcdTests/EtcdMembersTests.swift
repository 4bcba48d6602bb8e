import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEtcd

/// Tests clusters in which one member misbehaves and the others work.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdMembersTests {
  private static let page = "<html>hello</html>"

  /// The possible behaviors of the first member.
  private static let strangers: KeyValuePairs<String, FaultyServer.Manner> = [
    "silent": .isSilent, "a web page": .answers(FaultyServer.answer("200 OK", page)),
    "an error page": .answers(FaultyServer.answer("500 Oops", page)),
    "a redirect": .answers("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n"),
    "somebody's JSON": .answers(FaultyServer.answer("200 OK", "{}")), "nothing": .answers(""),
  ]

  /// The parts of a response that arrive before the connection is closed.
  private static let cuts: KeyValuePairs<String, String> = [
    "nothing": "", "no body": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "half of a body": "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"header\":{\"revi",
    "less than was said": "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"header\"",
    "a proxy's page": FaultyServer.answer("502 Bad Gateway", page),
    "half of a head": "HTTP/1.1 200 O",
  ]

  @Test(arguments: strangers.map(\.key))
  func `an unresponsive first member is skipped, also for later requests`(name: String) throws {
    let server = try EtcdServer()
    let manner = try #require(Self.strangers.first { $0.key == name }?.value)
    let odd = try FaultyServer(manner)
    defer { odd.close() }
    let mirror = EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(odd.port),\(server.endpoint)/ada"))
    let address = try mailAddress()
    #expect(try mirror.pull(address, by: .seconds(10)).document == nil)
    let visits = odd.visits
    let revision = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(revision != nil)
    #expect(try mirror.pull(address, by: .seconds(10)).document != nil)
    #expect(odd.visits == visits)
  }

  @Test func `a first member that stops responding between requests is skipped`() throws {
    let (first, second) = (try EtcdServer(), try EtcdServer())
    let mirror = EtcdClient(
      try EtcdAddress("etcd://\(first.endpoint),\(second.endpoint)/ada"))
    let address = try mailAddress()
    _ = try mirror.pull(address, by: .seconds(10))
    first.freeze(true)
    let revision = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(revision != nil)
  }

  @Test(arguments: cuts.map(\.key))
  func `a request with a truncated response is retried`(name: String) throws {
    let server = try EtcdServer()
    let cut = try #require(Self.cuts.first { $0.key == name }?.value)
    let odd = try FaultyServer(.passes, before: server.port)
    defer { odd.close() }
    let (endpoint, address) = ("etcd://127.0.0.1:\(odd.port)/ada", try mailAddress())
    for _ in 1...2 {
      // Open a new connection each time, because only its first response is truncated.
      odd.behave(.cutsNextReply(cut))
      let reading = EtcdClient(try EtcdAddress(endpoint))
      let revision = try reading.pull(address, by: .seconds(10)).revision
      odd.behave(.cutsNextReply(cut))
      let writing = EtcdClient(try EtcdAddress(endpoint))
      let put = try writing.push(
        document(), to: address, from: device, expecting: revision, by: .seconds(10))
      #expect(put != nil)
    }
  }

  @Test func `a command doesn't wait for an unresponsive first member`() throws {
    let server = try EtcdServer()
    let odd = try FaultyServer(.isSilent)
    defer { odd.close() }
    let machine = try Machine(
      mirror: "etcd://127.0.0.1:\(odd.port),\(server.endpoint)/ada")
    let bundle = try machine.bundle("org.settee.members", ["name"])
    #expect(try machine.settee("set", bundle, "name", "Ada").code == 0)
    let push = try machine.settee("push", bundle)
    #expect(push.code == 0, "\(push.err)")
    #expect(push.out == "sent\tname\n")
    for verb in ["status", "pull", "sync"] {
      #expect(try machine.settee(verb, bundle).code == 0, "\(verb)")
    }
  }

  @Test func `a request is canceled when its caller stops waiting`() throws {
    let odd = try FaultyServer(.isSilent)
    defer { odd.close() }
    let mirror = EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(odd.port)/ada"))
    let (address, deadline) = (try mailAddress(), CloudDeadline.seconds(600))
    Thread.detachNewThread {
      while odd.visits == 0 { usleep(10_000) }
      deadline.stop()
    }
    #expect(throws: CloudError.self) { try mirror.pull(address, by: deadline) }
    #expect(deadline.isOver)
  }
}
