import Foundation
import Settee
import SetteeTestSupport
import Testing

/// Pushes a store of the maximum size, and verifies that one more key or byte is rejected as a
/// whole.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"), .serialized)
struct LimitsTests {
  private static let keys = (0..<1024).map { "key\(1000 + $0)" }

  /// Strings that total one megabyte together with their keys.
  private static var full: [String: String] {
    // Each of the 1,024 entries takes 1,024 bytes: 7 for the key, 4 for the header, and the rest
    // for the string.
    Dictionary(
      uniqueKeysWithValues: keys.map { ($0, String(repeating: "x", count: 1024 - 7 - 4)) })
  }

  private func put(_ values: [String: String], on machine: Machine, _ path: String) throws {
    let json = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
    let run = try machine.settee("import", path, "-", input: json)
    #expect(run.code == 0, "\(run.err)")
  }

  private func check(_ mirror: String) throws {
    let (here, there) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let names = Self.keys + ["key9999"]
    let path = try here.bundle("org.settee.full", names)
    try put(Self.full, on: here, path)

    try put(["key1500": String(repeating: "x", count: 1024 - 7 - 4 + 1)], on: here, path)
    let tooLong = try here.settee("push", path, "--timeout", "60")
    #expect(tooLong.code == 3)
    #expect(tooLong.err.contains("'key2023'"), "\(tooLong.err)")
    #expect(tooLong.err.contains("1048577 bytes; the limit is 1048576"), "\(tooLong.err)")

    try put(["key1500": "x", "key9999": "x"], on: here, path)
    let tooMany = try here.settee("push", path, "--timeout", "60")
    #expect(tooMany.code == 3)
    #expect(tooMany.err.contains("'key9999' is the first one over it"), "\(tooMany.err)")

    // Neither rejected push may have sent any values.
    let other = try there.bundle("org.settee.full", names)
    #expect(try there.settee("pull", other, "--json").keys("taken").isEmpty)

    #expect(try here.settee("reset", path, "key9999").code == 0)
    try put(Self.full, on: here, path)
    let sent = try here.settee("push", path, "--json", "--timeout", "60")
    #expect(sent.code == 0, "\(sent.err)")
    #expect(sent.keys("sent").count == 1024)
    let taken = try there.settee("pull", other, "--json", "--timeout", "60")
    #expect(taken.code == 0, "\(taken.err)")
    #expect(taken.keys("taken").count == 1024)
    #expect(
      try there.settee("get", other, "key2023").out == Self.full["key2023", default: ""] + "\n")
  }

  @Test func `a folder mirror accepts a full store, and rejects one more key or byte`() throws {
    let shared = try Folder()
    try check("folder:\(shared.path)/full")
  }

  @Test func `an etcd mirror accepts a full store, and rejects one more key or byte`() throws {
    let server = try EtcdServer()
    try check("etcd://\(server.endpoint)/ann")
  }
}
