import Foundation
import Testing

/// Tests how `settee devices` lists and removes the devices of a mirror.
@Suite struct DevicesTests {
  private func rows(_ outcome: Sandbox.Outcome) throws -> [[String: Any]] {
    try #require(try outcome.json() as? [[String: Any]])
  }

  @Test func `devices are listed, removed, and join again as new devices`() throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.set("size", "two", on: "two")
    try pair.run("push", on: "two", expecting: 0)
    let listed = try rows(try pair.run("devices", "--json", on: "one", expecting: 0))
    #expect(listed.count == 2)
    #expect(listed.count { $0["this"] as? Bool == true } == 1)
    #expect(listed.allSatisfy { $0["seen"] is String && $0["name"] == nil })
    func id(_ isThis: Bool) throws -> String {
      try #require(listed.first { $0["this"] as? Bool == isThis }?["id"] as? String)
    }
    let (own, other) = (try id(true), try id(false))
    #expect(try pair.one.run("devices", "forget", own).code == 2)
    #expect(try pair.one.run("devices", "forget", "0123").code == 2)
    #expect(try pair.one.run("devices", "forget", other, "--dry-run").code == 0)
    try pair.set("name", "not pushed", on: "one")
    #expect(try pair.one.run("devices", "forget", other).code == 0)
    let file = pair.one.path("mirror/default/org.settee.verbs/\(other).plist")
    #expect(!FileManager.default.fileExists(atPath: file))
    let status = try pair.run("status", "--json", on: "one", expecting: 0)
    #expect(status.strings("pending") == ["name"])
    #expect(try rows(try pair.run("devices", "--json", on: "one", expecting: 0)).count == 1)
    #expect(try pair.one.run("devices", "forget", other).code == 1)
    try pair.set("more", "back", on: "two")
    try pair.expectEnd("name", "not pushed")
    try pair.expectEnd("more", "back")
    try pair.expectEnd("size", "two")
    #expect(try rows(try pair.run("devices", "--json", on: "one", expecting: 0)).count == 2)
  }
}
