import Foundation
import Settee
import Testing

@testable import SetteeEtcd

/// Tests network and server failures, which must cause a single message and no data loss.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdErrorTests {
  private func fault(
    _ mirror: EtcdClient, _ document: CloudDocument? = nil, within seconds: Double = 10
  ) throws -> CloudError {
    let address = try mailAddress()
    return try #require(
      #expect(throws: CloudError.self) {
        guard let document else { return _ = try mirror.pull(address, by: .seconds(seconds)) }
        _ = try mirror.push(
          document, to: address, from: device, expecting: CloudSnapshot.noRevision,
          by: .seconds(seconds))
      })
  }

  @Test func `a closed port is reported`() throws {
    let port = try LoopbackPort.free()
    let error = try fault(
      EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(port)/ada")), within: 3600)
    #expect(error.code == .unreachable)
    #expect(error.message.hasPrefix("Can't reach the mirror at 127.0.0.1:\(port): "))
    #expect(error.message.hasSuffix("; check the address and whether etcd is running there."))
  }

  @Test func `a full database is reported`() throws {
    let server = try EtcdServer(["--quota-backend-bytes", "1"])
    let error = try fault(try server.mirror(), document())
    #expect(error.code == .refused)
    #expect(error.message.contains("database space exceeded; ask its administrator to compact"))
  }

  @Test func `a request that exceeds the size limit is reported`() throws {
    let server = try EtcdServer(["--max-request-bytes", "100000"])
    let error = try fault(
      try server.mirror(), document(String(repeating: "x", count: 120_000)))
    #expect(error.message.contains("--max-request-bytes"), "\(error.message)")
  }

  @Test func `a server that is silent or sends one byte at a time times out`() throws {
    for manner in [FaultyServer.Manner.isSilent, .drips] {
      let odd = try FaultyServer(manner)
      defer { odd.close() }
      let error = try fault(
        EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(odd.port)/ada")), within: 1)
      #expect(error.code == .unreachable)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 500 Oops\r\nContent-Length: 6\r\n\r\n<html>",
    "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{\"kvs\":[{\"value\":\"!!!\"} ]}",
  ])
  func `an invalid response is reported`(answer: String) throws {
    let odd = try FaultyServer(.answers(answer))
    defer { odd.close() }
    let error = try fault(EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(odd.port)/ada")))
    #expect(error.code == .refused, "\(error.message)")
    #expect(!error.message.hasSuffix("?."), "\(error.message)")
  }

  @Test func `control characters in a server's message are removed`() throws {
    let body = #"{"code":3,"message":"no\u001b[2J\u202Eway"}"#
    let odd = try FaultyServer(
      .answers("HTTP/1.1 400 Bad\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
    defer { odd.close() }
    let error = try fault(EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(odd.port)/ada")))
    #expect(error.message.contains("no [2J way"), "\(error.message)")
  }
}
