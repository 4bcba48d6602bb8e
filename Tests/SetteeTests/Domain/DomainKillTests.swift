import Foundation
import Settee
import Testing

/// Kills a process while it writes, which must leave either the old file or the new one.
@Suite struct DomainKillTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private let old: NSDictionary = ["value": "old", "other": 1, "kept": "kept"]
  private let new: NSDictionary = ["value": "new", "kept": "kept"]

  @Test func `SIGKILL before or after any call leaves the old or the new content`() throws {
    let text = DomainPlace.plist(
      "<key>kept</key><string>kept</string><key>other</key><integer>1</integer>"
        + "<key>value</key><string>old</string>")
    try place.write(text)
    // The first commit also creates folders, so count the calls of the second one.
    try DomainToolRun.run(place, "steps", DomainPlace.name)
    try place.write(text)
    let output = try DomainToolRun.run(place, "steps", DomainPlace.name)
    let moments = try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(moments > 30, "a commit makes more calls than \(moments / 2)")
    var outcomes: Set<String> = []
    for moment in 0..<moments {
      try place.write(text)
      let run = try DomainToolRun(place, ["step", DomainPlace.name, "\(moment)"])
      // A run may finish a few calls early if it reuses files left by a killed process.
      if run.wait() != -SIGKILL { #expect(moment > moments - 8, "moment \(moment)") }
      let stored = place.stored as NSDictionary
      #expect(stored == old || stored == new, "torn at moment \(moment): \(stored)")
      outcomes.insert(stored == old ? "old" : "new")
      // A later process must be able to write.
      if moment % 16 == 0 { try place.domain().set(.integer(Int64(moment)), for: "after") }
    }
    #expect(outcomes == ["old", "new"], "the kills came too early or too late")
  }

  @Test func `SIGKILL at a random time leaves a complete file`() throws {
    let isLong = DomainProcessesTests.isLong
    let (keys, rounds) = isLong ? (2000, 1000) : (500, 15)
    for round in 0..<rounds {
      let run = try DomainToolRun(place, ["rewrite", DomainPlace.name, "\(keys)"])
      #expect(run.line() == "ready")
      Thread.sleep(forTimeInterval: Double.random(in: 0.001...0.04))
      kill(run.process.processIdentifier, SIGKILL)
      run.wait()
      guard let data = place.read() else { continue }
      let stored = try PropertyListSerialization.propertyList(from: data, format: nil)
      let values = Set((stored as? [String: Int] ?? [:]).values)
      #expect((stored as? NSDictionary)?.count == keys, "round \(round)")
      #expect(values.count == 1, "round \(round): two commits in one file: \(values)")
    }
  }
}
