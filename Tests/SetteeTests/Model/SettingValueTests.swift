import Foundation
import Settee
import Testing

private enum Raw: String, CaseIterable, SettingValue { case dark, veryLight }
private enum RawCodable: Int, Codable, CaseIterable, SettingValue { case one = 1, two }
private enum Plain: CaseIterable, SettingValue { case small, large }
private enum PlainCodable: CaseIterable, Codable, SettingValue { case small, large }
private enum Payload: Codable, Equatable, SettingValue { case none, some(Int) }
private struct Server: Codable, Equatable, SettingValue {
  var host = "h"
  var port = 80
  var tags: [String]? = nil
  var since = Date(timeIntervalSince1970: 1_700_000_000)
  var key = Data([1, 2, 3])
}

private struct Level: RawRepresentable, SettingValue { var rawValue = 1 }
private struct Bytes: RawBytes { var x: Float = 0 }
private struct Own: SettingValue {
  static let settingForm = SettingPresentation.text
  init() {}
  init?(settingValue stored: PropertyList) {}
  var settingValue: PropertyList? { "own" }
}

/// Expects a value to be unchanged after it is written and read.
private func expectRoundTrip<Value: SettingValue & Equatable>(
  _ value: Value, as stored: PropertyList, _ location: SourceLocation = #_sourceLocation
) throws {
  #expect(try value.settingValue == stored, sourceLocation: location)
  #expect(Value(settingValue: stored) == value, sourceLocation: location)
}

struct SettingValueTests {
  @Test func `numbers and Booleans are stored as themselves`() throws {
    try expectRoundTrip(42, as: 42)
    try expectRoundTrip(Int8.min, as: -128)
    try expectRoundTrip(UInt64.max, as: .bigInteger(.max))
    try expectRoundTrip(UInt64(7), as: 7)
    try expectRoundTrip(0.1, as: 0.1)
    try expectRoundTrip(Float(0.5), as: 0.5)
    try expectRoundTrip(true, as: true)
  }

  @Test func `strings, dates, data and UUIDs are stored as themselves`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let id = UUID()
    try expectRoundTrip("é", as: "é")
    try expectRoundTrip(date, as: .date(date))
    try expectRoundTrip(Data([0, 255]), as: .data(Data([0, 255])))
    try expectRoundTrip(id, as: .string(id.uuidString))
  }

  @Test func `a file URL is stored as its path, and another URL as a whole`() throws {
    try expectRoundTrip(URL(filePath: "/tmp/a b.txt"), as: "/tmp/a b.txt")
    let address = try #require(URL(string: "https://example.org:8080/x?y=1#z"))
    try expectRoundTrip(address, as: "https://example.org:8080/x?y=1#z")
  }

  @Test func `an enum is stored as its raw value, or else as the name of its case`() throws {
    try expectRoundTrip(Raw.veryLight, as: "veryLight")
    try expectRoundTrip(RawCodable.two, as: 2)
    try expectRoundTrip(Plain.large, as: "large")
    try expectRoundTrip(PlainCodable.large, as: "large")
    #expect(Raw(settingValue: "purple") == nil)
    #expect(Plain(settingValue: "huge") == nil)
  }

  @Test func `the cases of an enum are choices with readable titles`() throws {
    guard case .choice(let choices) = Raw.settingForm else {
      Issue.record("no choices")
      return
    }
    #expect(choices.map(\.title) == ["Dark", "Very light"])
    #expect(choices.map(\.value) == ["dark", "veryLight"])
  }

  @Test func `the row of a setting is derived from its type`() {
    func form<Value: SettingValue>(_ type: Value.Type) -> String { "\(type.settingForm)" }
    #expect(form(Bool.self) == "toggle")
    if case .integer(0, 255) = UInt8.settingForm {} else { Issue.record("no bounds") }
    #expect(form(Float.self) == "real" && form(Double?.self) == "real")
    #expect(form(String.self) == "text" && form(UUID.self) == "text")
    #expect(form(URL.self) == "url" && form(Date.self) == "date" && form(Data.self) == "data")
    #expect(form(Bytes.self) == "data" && form(Server.self) == "other")
    if case .list(.text) = Set<String>.settingForm {} else { Issue.record("a set isn't a list") }
    #expect(
      form(PlainCodable.self).hasPrefix("choice") && form(RawCodable.self).hasPrefix("choice"))
    #expect(form(Level.self) == form(Int.self), "an unlisted raw type is shown as its raw value")
    #expect(form([Int: Int].self) == "other" && form(PropertyList.self) == "other")
    #expect(form(Own.self) == "text", "a type can define its row")
  }

  @Test func `any Codable is stored like Foundation's encoder does`() throws {
    let server = Server()
    let stored = try #require(try server.settingValue)
    #expect(stored.dictionary?["port"] == 80)
    #expect(stored.dictionary?["tags"] == nil)
    #expect(Server(settingValue: stored) == server)
    #expect(Payload(settingValue: try #require(try Payload.some(3).settingValue)) == .some(3))
    #expect(Server(settingValue: "text") == nil)
  }

  @Test func `collections store their elements' values`() throws {
    try expectRoundTrip([1, 2], as: [1, 2])
    try expectRoundTrip([Raw.dark: 1], as: ["dark": 1])
    try expectRoundTrip([3: ["x": true]], as: ["3": ["x": true]])
    try expectRoundTrip(Set([3, 1, 2]), as: [1, 2, 3])
    try expectRoundTrip([Plain.small, .large], as: ["small", "large"])
    #expect([Int](settingValue: ["1", "two"]) == nil, "one invalid item invalidates the list")
    #expect(throws: (any Error).self) { try [1, nil, 3].settingValue }
    #expect(try ["a": 1, "b": nil].settingValue == ["a": 1])
  }

  @Test func `nil stores nothing`() throws {
    #expect(try Int?.none.settingValue == nil)
    #expect(try Int?.some(3).settingValue == 3)
    #expect(Int?(settingValue: 3) == .some(.some(3)))
    #expect(Int?(settingValue: "x") == .none)
  }

  @Test(arguments: [
    ("12", 12), ("12abc", 12), (" -7", -7), ("+3", 3), ("1e3", 1000), ("2.9", 2),
  ])
  func `a number is parsed from the start of a string`(text: String, number: Int) {
    #expect(Int(settingValue: .string(text)) == number)
  }

  @Test(arguments: ["", "abc", "-", ".", "e5", "+-1"])
  func `a string without a number is nil`(text: String) {
    #expect(Int(settingValue: .string(text)) == nil)
    #expect(Double(settingValue: .string(text)) == nil)
  }

  @Test(arguments: [
    ("YES", true), ("yes", true), ("true", true), ("1", true), ("-07", true), ("on", false),
    ("no", false), ("0", false), ("", false), (" T", true),
  ])
  func `a Boolean is parsed from a string like in Foundation`(text: String, truth: Bool) {
    #expect(Bool(settingValue: .string(text)) == truth)
    #expect((text as NSString).boolValue == truth, "Foundation agrees")
  }

  @Test func `a number that doesn't fit the type is nil`() {
    #expect(UInt8(settingValue: 256) == nil)
    #expect(UInt(settingValue: -1) == nil)
    #expect(Int(settingValue: 1e300) == nil)
    #expect(Int(settingValue: .real(.nan)) == nil)
    #expect(Int(settingValue: 2.9) == 2)
    #expect(Int(settingValue: true) == 1)
    #expect(Bool(settingValue: 2) == true)
    #expect(String(settingValue: 12) == "12")
    #expect(String(settingValue: true) == "1")
    #expect(Date(settingValue: "2026-01-01") == nil)
  }
}
