import Foundation
import Settee
import Testing

@testable import SetteeEtcd

@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdWatchTests {
  @Test func `a push by another device is reported`() throws {
    let server = try EtcdServer()
    let address = try mailAddress()
    let notices = Notices()
    let stop = try server.mirror().changes(
      at: address, after: CloudSnapshot.noRevision, notice: notices.take)
    defer { stop() }
    _ = try server.mirror().push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(notices.wait { $0.contains(.changed) }, "\(notices.all)")
  }

  @Test func `a change from before the watch started is reported`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    _ = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    let notices = Notices()
    let stop = mirror.changes(at: address, after: CloudSnapshot.noRevision, notice: notices.take)
    defer { stop() }
    #expect(notices.wait { $0.contains(.changed) }, "\(notices.all)")
  }

  @Test func `the watch continues after a server restart`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    let notices = Notices()
    let stop = mirror.changes(at: address, after: CloudSnapshot.noRevision, notice: notices.take)
    defer { stop() }
    usleep(300_000)
    server.kill()
    #expect(notices.wait { $0.contains { $0.isTrouble } }, "\(notices.all)")
    try server.start()
    _ = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(20))
    #expect(notices.wait { $0.contains(.changed) }, "\(notices.all)")
  }

  @Test func `a compacted history is reported as a change`() throws {
    let server = try EtcdServer()
    let address = try mailAddress()
    for word in 1...5 { try server.control("put", "other", "\(word)") }
    try server.control("compact", "5")
    let notices = Notices()
    let stop = try server.mirror().changes(
      at: address, after: "1", notice: notices.take)
    defer { stop() }
    #expect(notices.wait { $0.contains(.changed) }, "\(notices.all)")
    _ = try server.mirror().push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(notices.wait { $0.filter { $0 == .changed }.count >= 2 }, "\(notices.all)")
  }

  @Test func `a cluster restored from a backup is reported, and the watch continues`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    let old = try server.backup()
    for number in 1...5 { try server.control("put", "other", "\(number)") }
    let revision = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(20))
    let notices = Notices()
    let stop = mirror.changes(at: address, after: try #require(revision), notice: notices.take)
    defer { stop() }
    try server.restore(old)
    #expect(notices.wait { $0.contains(where: \.isRolledBack) }, "\(notices.all)")
    // When the watch reopens, it reports a change. The push can only cause a later change.
    #expect(notices.wait { $0.contains(.changed) }, "\(notices.all)")
    let before = notices.all.count { $0 == .changed }
    _ = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(20))
    #expect(notices.wait { $0.count { $0 == .changed } > before }, "\(notices.all)")
  }

  @Test func `nothing is reported after a stop`() throws {
    let server = try EtcdServer()
    let (mirror, address) = (try server.mirror(), try mailAddress())
    let (stopped, other) = (Notices(), Notices())
    let stop = mirror.changes(at: address, after: CloudSnapshot.noRevision, notice: stopped.take)
    let stopWitness = mirror.changes(
      at: address, after: CloudSnapshot.noRevision, notice: other.take)
    defer { stopWitness() }
    stop()
    _ = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(other.wait { $0.contains(.changed) })
    #expect(stopped.all.isEmpty)
  }
}
