import Settee
import Testing

@testable import SetteeEtcd

/// Against a real etcd: a document that is known is not carried again, and is known for certain.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdKnownTests {
  private let server: EtcdServer
  private let mirror: EtcdMirror
  private let address: CloudAddress
  private let key: String

  init() throws {
    server = try EtcdServer()
    (mirror, address) = (try server.mirror(), try mailAddress())
    key = EtcdMirror.key(of: address)
  }

  @Test func `what is known is told to be the same, without its bytes`() throws {
    let known = try push("one", nonce: 1)
    #expect(try ask(known) == .same)
    let pulled = try mirror.pull(address, knowing: known, by: .seconds(10))
    #expect(pulled.revision == known.revision)
    #expect(try pulled.document?.bytes() == known.document.bytes())
    #expect(pulled.mirror == "m")
  }

  @Test func `a later document is carried`() throws {
    let known = try push("one", nonce: 1)
    let later = try push("two", nonce: 2, after: known)
    guard case .other(let entry?) = try ask(known) else {
      Issue.record("it was not carried")
      return
    }
    #expect(entry.bytes == (try later.document.bytes()))
    let pulled = try mirror.pull(address, knowing: known, by: .seconds(10))
    #expect(pulled.revision == later.revision)
    #expect(try pulled.document?.bytes() == later.document.bytes())
  }

  @Test func `another document under the known revision is carried`() throws {
    // So it is in a cluster that was put back to a backup and has counted on from there.
    let there = try push("theirs", nonce: 2)
    for nonce in [UInt64(1), 20, 0x2F] {
      let known = CloudKnown(document: try written("ours", nonce), revision: there.revision)
      let pulled = try mirror.pull(address, knowing: known, by: .seconds(10))
      #expect(try pulled.document?.bytes() == there.document.bytes())
    }
  }

  @Test func `the known document under another revision is carried`() throws {
    let known = try push("one", nonce: 1)
    // What somebody wrote by hand leaves the writes as they are.
    let changed = try written("by hand", 1)
    #expect(
      try mirror.push(
        changed, to: address, from: device, expecting: known.revision, by: .seconds(10)) != nil)
    let pulled = try mirror.pull(address, knowing: known, by: .seconds(10))
    #expect(try pulled.document?.bytes() == changed.bytes())
  }

  @Test func `a key that is gone is told to be gone`() throws {
    let known = try push("one", nonce: 1)
    try server.control("del", key)
    #expect(try ask(known) == .other(nil))
    let pulled = try mirror.pull(address, knowing: known, by: .seconds(10))
    #expect(pulled.document == nil)
    #expect(pulled.revision == .none)
  }

  @Test func `the start of a document holds the writes of all devices`() throws {
    var document = try written("text", 0xAB)
    for number in 101...140 {
      document.devices[CloudDevice(random: UInt64(number))] = CloudDeviceEntry(
        written: CloudWrite(sequence: Int64(number), nonce: UInt64(number) << 40), time: 1)
    }
    let known = CloudKnown(document: document, revision: CloudRevision("3"))
    let start = try #require(EtcdMirror.start(of: known))
    #expect(try document.bytes().starts(with: start))
    let text = String(decoding: start, as: UTF8.self)
    for write in known.writes { #expect(text.contains(write)) }
    #expect(known.writes.count == 41)
  }

  // MARK: Steps

  private func written(_ text: String, _ nonce: UInt64) throws -> CloudDocument {
    var document = try document(text)
    document.devices[device] = CloudDeviceEntry(
      written: CloudWrite(sequence: 1, nonce: nonce), time: 1)
    return document
  }

  private func push(
    _ text: String, nonce: UInt64, after known: CloudKnown? = nil
  ) throws -> CloudKnown {
    let document = try written(text, nonce)
    let revision = try mirror.push(
      document, to: address, from: device, expecting: known?.revision ?? .none, by: .seconds(10))
    return CloudKnown(document: document, revision: try #require(revision))
  }

  private func ask(_ known: CloudKnown) throws -> EtcdFound {
    let client = EtcdClient(
      address: try server.address(), security: TLSFiles(), credentials: nil)
    let start = try #require(EtcdMirror.start(of: known))
    let revision = try #require(Int64(known.revision.text))
    return try client.entry(key, unless: revision, beginsWith: start, by: .seconds(10))
  }
}
