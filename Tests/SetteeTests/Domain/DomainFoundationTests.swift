import Foundation
import Settee
import Testing

/// Shares a file with `UserDefaults` in another process, in both directions and with every type.
@Suite struct DomainFoundationTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private static let values: PropertyListDictionary = [
    "array": .array([.integer(1), .string("two"), .array([])]),
    "big": .integer(.max), "data": .data(Data([0, 1, 255])),
    "date": .date(Date(timeIntervalSinceReferenceDate: 790_000_000)),
    "dictionary": .dictionary(["inner": .dictionary(["leaf": .boolean(false)])]),
    "false": .boolean(false), "integer": .integer(-42), "real": .real(0.1),
    "string": .string("é <&> \u{1F600}\n\t"), "true": .boolean(true), "whole": .real(2),
    "zero": .integer(0), "é": .string("key"),
  ]

  @Test func `UserDefaults reads values from Settee, and the bytes are Foundation's`() throws {
    let domain = try place.domain()
    var change = ChangeSet()
    for (key, value) in Self.values { change[SettingPath(key)] = value }
    try domain.apply(change)
    let ours = try #require(place.read())
    let seen = try PropertyListSerialization.propertyList(
      from: Data(DomainToolRun.run(place, "foundation-read", DomainPlace.name).utf8), format: nil)
    let stored = try PropertyListSerialization.propertyList(from: ours, format: nil)
    #expect(seen as? NSDictionary == stored as? NSDictionary)
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: stored, format: .xml, options: 0)
    #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
  }

  @Test func `Settee reads values from UserDefaults`() throws {
    let run = try DomainToolRun(place, ["foundation-value", DomainPlace.name])
    run.send(String(decoding: try PropertyList.dictionary(Self.values).xml(), as: UTF8.self))
    run.closeInput()
    #expect(run.wait() == 0)
    let domain = try place.domain()
    for (key, value) in Self.values {
      // `UserDefaults` may store 2.0 as an integer, so compare values with `matches`.
      #expect(domain.value(for: key)?.value.matches(value) == true, "\(key)")
    }
    try domain.set(.string("after"), for: "settee")
    #expect(place.stored.count == Self.values.count + 1)
  }

  @Test func `while a program writes in place, no file is torn and no write fails`() throws {
    let count = DomainProcessesTests.isLong ? 100 : 25
    let ours = try DomainToolRun(place, ["keep", DomainPlace.name, "\(count)"])
    let theirs = try DomainToolRun(place, ["foundation", DomainPlace.name, "f", "\(count)"])
    #expect(theirs.wait() == 0)
    #expect(ours.wait() == 0, "\(ours.complaint)")
    let stored = place.stored
    let kept = stored.keys.filter { $0.hasPrefix("settee.") }.count
    let foundation = stored.keys.filter { $0.hasPrefix("f.") }.count
    print("beside UserDefaults: \(kept) of \(count) of ours and \(foundation) of theirs kept")
    #expect(try PropertyList(reading: [UInt8](place.read() ?? Data())).dictionary != nil)
  }
}
