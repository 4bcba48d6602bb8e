import Foundation
import Settee
import Testing

@testable import SetteeEtcd

/// Tests push, pull, and watch with a real etcd.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdMirrorTests {
  @Test func `pull returns the pushed document`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    let empty = try mirror.pull(address, by: .seconds(10))
    #expect(empty.document == nil)
    #expect(empty.revision == CloudSnapshot.noRevision)

    let revision = try #require(
      try mirror.push(
        document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10)
      ))
    let pulled = try mirror.pull(address, by: .seconds(10))
    #expect(pulled.revision == revision)
    #expect(try pulled.document?.bytes() == document().bytes())
  }

  @Test func `a push based on an older revision is rejected`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    let first = try mirror.push(
      document("one"), to: address, from: device, expecting: CloudSnapshot.noRevision,
      by: .seconds(10))
    #expect(first != nil)
    let late = try mirror.push(
      document("two"), to: address, from: device, expecting: CloudSnapshot.noRevision,
      by: .seconds(10))
    #expect(late == nil)
    let stored = try mirror.pull(address, by: .seconds(10)).document
    #expect(try stored?.bytes() == document("one").bytes())
  }

  @Test func `accounts and domains have separate keys`() throws {
    let server = try EtcdServer()
    let mirror = try server.mirror()
    let ada = try CloudAddress(account: "ada", domain: "org.settee.mail")
    let bob = try CloudAddress(account: "bob", domain: "org.settee.mail")
    _ = try mirror.push(
      document(), to: ada, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(try mirror.pull(bob, by: .seconds(10)).document == nil)
    #expect(try server.control("get", "--prefix", "", "--keys-only").contains("settee/ada/org."))
  }

  @Test func `a lost response is resolved by reading the key`() throws {
    let server = try EtcdServer()
    let line = try FaultyServer(.losesNextReply, before: server.port)
    defer { line.close() }
    let mirror = EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(line.port)/ada"))
    let address = try mailAddress()
    let revision = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(20))
    let stored = try server.mirror().pull(address, by: .seconds(10))
    #expect(revision == stored.revision)
    #expect(
      try server.control("get", address.blobKey, "-w", "json").contains(
        #""version":1"#), "the put was made once")
  }

  @Test func `an unreachable member is skipped`() throws {
    let server = try EtcdServer()
    let dead = try LoopbackPort.free()
    let mirror = EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(dead),\(server.endpoint)/ada"))
    #expect(try mirror.pull(mailAddress(), by: .seconds(20)).revision == CloudSnapshot.noRevision)
  }

  @Test func `a value that isn't a settings document is rejected`() throws {
    let server = try EtcdServer()
    let address = try mailAddress()
    try server.control("put", address.blobKey, "not a property list")
    let error = #expect(throws: CloudError.self) {
      try server.mirror().pull(address, by: .seconds(10))
    }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("settee/ada/org.settee.mail") == true)
  }
}
