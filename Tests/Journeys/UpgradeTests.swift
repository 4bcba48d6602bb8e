import Foundation
import SetteeTestSupport
import Testing

/// Homes and a mirror from commit 1802399 are upgraded to this version, and shared with the old
/// one.
@Suite(.serialized) struct UpgradeTests {
  static let domain = "org.example.upgrade"
  static let old = ProcessInfo.processInfo.environment["SETTEE_OLD_PROGRAM"]

  /// Returns the two devices of the fixture with a copy of its mirror.
  private func machines() throws -> (ann: Machine, bob: Machine) {
    let (ann, bob) = (try Machine(), try Machine())
    let mirror = ann.root + "/mirror"
    let fixture = ProjectFolder.path("Tests/Journeys/Upgrade")
    for (name, place) in [("ann", ann.home), ("bob", bob.home), ("mirror", mirror)] {
      try? FileManager.default.removeItem(atPath: place)
      try FileManager.default.copyItem(atPath: "\(fixture)/\(name)", toPath: place)
      for file in FileManager.default.subpaths(atPath: place) ?? [] {
        try refreshIfStale("\(place)/\(file)", mirror: mirror)
      }
    }
    for machine in [ann, bob] { machine.environment["SETTEE_MIRROR"] = "folder:\(mirror)" }
    return (ann, bob)
  }

  /// Updates the last-seen times in a device file, and replaces the stored path of the mirror.
  private func refreshIfStale(_ path: String, mirror: String) throws {
    let url = URL(fileURLWithPath: path)
    guard let data = FileManager.default.contents(atPath: path) else { return }
    if path.hasSuffix("places.plist") {
      var form = PropertyListSerialization.PropertyListFormat.binary
      let list = try PropertyListSerialization.propertyList(from: data, format: &form)
      var places = try #require(list as? [String: Any])
      let mirrors = try #require(places["mirrors"] as? [String: Any])
      places["mirrors"] = Dictionary(
        uniqueKeysWithValues: mirrors.map {
          ($0.replacingOccurrences(of: "/srv/settee-upgrade/mirror", with: mirror), $1)
        })
      try PropertyListSerialization.data(fromPropertyList: places, format: form, options: 0)
        .write(to: url)
      return
    }
    guard path.contains("/mirror/"), let text = String(data: data, encoding: .utf8) else { return }
    let now = Int(Date().timeIntervalSince1970 * 1000)
    let fresh = text.replacing(/<key>time<\/key>\s*<integer>\d+/) { _ in
      "<key>time</key><integer>\(now)"
    }
    try fresh.write(to: url, atomically: true, encoding: .utf8)
  }

  private func strings(_ machine: Machine, _ words: String...) throws -> [String: [String]] {
    let run = try machine.run([ProgramUnderTest.path] + words + ["--json"])
    #expect(run.code == 0, "\(words): \(run)")
    let object = try #require(try run.json() as? [String: Any])
    return object.compactMapValues { $0 as? [String] }
  }

  @Test
  func `values, history and the sync state are kept`()
    throws
  {
    let (ann, bob) = try machines()
    #expect(
      try ann.settee("list", "upgrade", "--modified").out == """
        name\t"Ann"\tuser
        city\t"Rome"\tuser
        colour\t"red"\tuser
        password\t{"$secret": true}\tuser
        loud\ttrue\tuser
        size\t2.5\tuser
        raw\t{"$data": "aGk="}\tuser
        since\t{"$date": "2026-01-02T03:04:05Z"}\tuser

        """)
    #expect(try ann.settee("history", "upgrade").out.split(separator: "\n").count == 11)
    #expect(try ann.settee("undo", "upgrade").code == 0)
    #expect(try ann.settee("get", "upgrade", "colour").out == "green\n")
    #expect(try ann.settee("set", "upgrade", "colour", "red").code == 0)

    // Only changes made since the last sync may be listed and sent.
    let status = try strings(ann, "status", "upgrade")
    #expect(status["pending"] == ["colour"] && status["conflicts"] == [], "\(status)")
    #expect(status["incoming"] == [] && status["missing"] == [], "\(status)")
    let sent = try strings(ann, "sync", "upgrade")
    #expect(sent["sent"] == ["colour"] && sent["taken"] == [], "\(sent)")
    let other = try strings(bob, "sync", "upgrade")
    #expect(other["sent"] == ["city"] && other["taken"] == ["colour"], "\(other)")
    #expect(try strings(ann, "sync", "upgrade")["taken"] == ["city"])
    for machine in [ann, bob] {
      let values = try machine.values(Self.domain)
      #expect(values["city"] as? String == "Oslo" && values["colour"] as? String == "red")
      #expect(values["gone"] == nil)
    }
  }

  @Test func `this version writes mirror files that the old version reads`() throws {
    let (ann, bob) = try machines()
    let mirror = ann.root + "/mirror"
    func views() throws -> [String: NSDictionary] {
      try ann.files(below: mirror).mapValues {
        try PropertyListSerialization.propertyList(from: $0, format: nil) as? NSDictionary ?? [:]
      }
    }
    let before = try views()
    for machine in [ann, bob, ann] { #expect(try machine.settee("sync", "upgrade").code == 0) }
    var after = try views()
    // The upgrade adds a second name for the marker, so that sync programs don't replace it with
    // another marker.
    let mark = try #require(before["settee-mirror.plist"])
    let id = try #require(mark["mirror"] as? String)
    #expect(after.removeValue(forKey: "settee-mirror-\(id).plist") == mark)
    // Each device must keep its ID and its file.
    #expect(Set(after.keys) == Set(before.keys))
    for (name, view) in after {
      #expect(view["format"] as? Int == before[name]?["format"] as? Int, "\(name)")
      #expect(view["mirror"] as? String == before[name]?["mirror"] as? String, "\(name)")
      for (key, record) in view["records"] as? [String: NSDictionary] ?? [:] {
        let fields = Set(record.allKeys.compactMap { $0 as? String })
        #expect(
          fields.isSubset(of: ["by", "seen", "stamp", "value"]), "\(name), \(key): \(fields)")
      }
    }
  }

  @Test(.enabled(if: old != nil, "SETTEE_OLD_PROGRAM names no settee of commit 1802399"))
  func `an old and a new version share a mirror and read each other's local state`()
    throws
  {
    let (ann, bob) = try machines()
    let old = try #require(Self.old)
    func run(_ machine: Machine, _ program: String, _ words: String...) throws {
      let run = try machine.run([program] + words)
      #expect(run.code == 0, "\(words): \(run)")
    }
    try run(ann, ProgramUnderTest.path, "sync", "upgrade")
    try run(bob, old, "sync", "upgrade")
    try run(bob, old, "set", "upgrade", "name", "Bob")
    try run(bob, old, "reset", "upgrade", "loud")
    try run(bob, old, "push", "upgrade")
    try run(ann, ProgramUnderTest.path, "sync", "upgrade")
    #expect(try ann.values(Self.domain)["name"] as? String == "Bob")
    #expect(try ann.values(Self.domain)["loud"] == nil)
    try run(ann, ProgramUnderTest.path, "set", "upgrade", "size", "7")
    try run(ann, ProgramUnderTest.path, "push", "upgrade")
    // Run the old version in a home that the new version has changed.
    try run(ann, old, "sync", "upgrade")
    try run(ann, old, "undo", "upgrade")
    try run(ann, old, "sync", "upgrade")
    try run(bob, old, "sync", "upgrade")
    for machine in [ann, bob] {
      #expect(try machine.values(Self.domain)["size"] as? Double == 2.5)
      #expect(try machine.values(Self.domain)["name"] as? String == "Bob")
    }
  }
}
