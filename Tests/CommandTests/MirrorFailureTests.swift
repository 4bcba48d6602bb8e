import Foundation
import Testing

/// Tests cloned devices, restored backups, and hostile files with the real program.
@Suite struct MirrorFailureTests {
  // MARK: Clones

  /// The arguments are the number of pushes of the original and the clone.
  ///
  /// The clone's file is always the newest one.
  @Test(arguments: [1, 3], [1, 3])
  func `an original and its clone both keep their edits when one file replaces the other`(
    original: Int, clone: Int
  ) throws {
    let pair = try Pair(sharing: false)
    try pair.set("name", "base", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.set("size", "base", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.clone()
    for count in 1...original {
      try pair.set("name", "original \(count)", on: "one")
      try pair.run("push", on: "one", expecting: 0)
    }
    for count in 1...clone {
      try pair.set("size", "clone \(count)", on: "two")
      try pair.run("push", on: "two", expecting: 0)
    }
    try pair.carry()
    for sandbox in ["one", "two", "one", "two"] {
      try pair.run("sync", on: sandbox, expecting: 0)
      try pair.carry()
    }
    for sandbox in ["one", "two"] {
      #expect(try pair.value("name", on: sandbox) == "original \(original)")
      #expect(try pair.value("size", on: sandbox) == "clone \(clone)")
    }
  }

  @Test func `a clone that edited the same key is reported, and neither value is lost silently`()
    throws
  {
    let pair = try Pair(sharing: false)
    try pair.set("name", "base", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.clone()
    for sandbox in ["one", "two"] {
      try pair.set("name", sandbox, on: sandbox)
      try pair.run("push", on: sandbox, expecting: 0)
    }
    try pair.set("size", "more", on: "two")
    try pair.run("push", on: "two", expecting: 0)
    try pair.carry()
    let told = try pair.run("sync", "--keep", "newest", on: "one", expecting: 0)
    #expect(told.out.contains("conflict\tname\tkept cloud"))
    try pair.expectEnd("name", "two")
  }

  @Test func `a value that only a clone has is sent without a conflict`() throws {
    let pair = try Pair(sharing: true)
    try pair.set("name", "base", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.clone()
    try pair.set("more", "one", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.set("size", "two", on: "two")
    #expect(try pair.run("sync", "--json", on: "two", expecting: 0).strings("sent") == ["size"])
    try pair.expectEnd("size", "two")
    try pair.expectEnd("more", "one")
  }

  @Test func `values that a mirror lost are sent again and listed`() throws {
    let pair = try Pair(sharing: true)
    try pair.set("name", "base", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    let files = "mirror/default/org.settee.verbs"
    let kept = pair.one.path("kept")
    try FileManager.default.copyItem(atPath: pair.one.path(files), toPath: kept)
    for key in ["size", "more"] { try pair.set(key, "base", on: "one") }
    try pair.run("push", on: "one", expecting: 0)
    try FileManager.default.removeItem(atPath: pair.one.path(files))
    try FileManager.default.moveItem(atPath: kept, toPath: pair.one.path(files))
    #expect(
      try pair.run("sync", "--dry-run", "--json", on: "one", expecting: 0).strings("sent")
        == ["more", "size"])
    #expect(try pair.run("sync", on: "one", expecting: 0).out == "sent\tmore\nsent\tsize\n")
    #expect(try pair.run("sync", on: "one", expecting: 0).out.isEmpty)
  }

  // MARK: Backups

  @Test func `values that a command restored from a backup don't replace newer ones`() throws {
    let pair = try Pair(sharing: true)
    let file = "config/org.settee.verbs.plist"
    try pair.set("name", "old", on: "one")
    try pair.run("push", on: "one", expecting: 0)
    try pair.one.store(["name": "new"], "org.settee.verbs")
    try pair.run("push", on: "one", expecting: 0)
    try pair.run("sync", on: "two", expecting: 0)
    for verb in [["get", pair.app, "name"], ["set", pair.app, "size", "1"]] {
      try pair.one.write(file, "")
      _ = try pair.one.run(verb)
      #expect(
        try pair.run("status", "--json", on: "one", expecting: 0).strings("pending") != ["name"])
      try pair.run("sync", on: "one", expecting: 0)
      try pair.run("sync", on: "two", expecting: 0)
      #expect(try pair.value("name", on: "two") == "new", "after \(verb[0])")
      #expect(try pair.value("name", on: "one") == "new", "after \(verb[0])")
    }
  }

  @Test func `an unsent edit is sent although the file was lost`() throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.set("name", "mine", on: "one")
    try pair.one.write("config/org.settee.verbs.plist", "")
    try pair.set("size", "also mine", on: "one")
    try pair.expectEnd("name", "mine")
    try pair.expectEnd("size", "also mine")
  }

  @Test func `a device that found an empty mirror keeps values restored from a backup`() throws {
    let pair = try Pair(sharing: true)
    try pair.run("sync", on: "one", expecting: 0)
    try pair.set("name", "old", on: "one")
    try pair.one.store(["name": "new"], "org.settee.verbs")
    try pair.run("push", on: "one", expecting: 0)
    try pair.run("sync", on: "two", expecting: 0)
    try pair.one.write("config/org.settee.verbs.plist", "")
    try pair.set("size", "more", on: "one")
    #expect(
      try pair.run("status", "--json", on: "one", expecting: 0).strings("pending") == ["size"])
    try pair.expectEnd("name", "new")
    try pair.expectEnd("size", "more")
  }

  // MARK: Hostile files

  @Test(arguments: [Int64.max - 1, Int64.max, 1 << 32])
  func `a stamp with a huge counter loses no later edit`(count: Int64) throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.plant { document in
      document["records"] = [
        "name": [
          "by": "bbbbbbbbbbbbbbbb.1", "value": "planted",
          "stamp": "\(Self.now + 3_600_000).\(count).bbbbbbbbbbbbbbbb",
        ]
      ]
    }
    for sandbox in ["one", "two"] {
      try pair.run("sync", "--keep", "newest", on: sandbox, expecting: 0)
    }
    for edit in 1...4 {
      try pair.set("name", "edit \(edit)", on: "one")
      for sandbox in ["one", "two"] {
        try pair.run("sync", "--keep", "newest", on: sandbox, expecting: 0)
        #expect(try pair.value("name", on: sandbox) == "edit \(edit)")
      }
    }
  }

  @Test func `huge numbers and timestamps stop no command`() throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    // Zero is also the timestamp of a first sync. In a tie, the lowest device ID loses.
    let ends: [Int64] = [0, .max, .min, -1, 1 << 62]
    for (index, end) in ends.enumerated() {
      let device = String(repeating: "\(index)", count: 16)
      try pair.plant(as: device) { document in
        document["devices"] = [device: ["time": end, "write": "\(end.magnitude).1"]]
        document["records"] = [
          "name": [
            "by": "\(device).\(end.magnitude)", "value": "planted",
            "stamp": "\(end.magnitude).\(end.magnitude).\(device)",
          ]
        ]
      }
    }
    try pair.plant(as: "cccccccccccccccc") { $0["packed"] = Data(repeating: 0xFF, count: 99) }
    try pair.set("name", "mine", on: "one")
    for words in [["sync"], ["status"], ["push"], ["pull"], ["devices"]] {
      let outcome = try pair.one.run([words[0], pair.app])
      #expect(outcome.code == 0, "\(words): \(outcome)")
    }
    try pair.expectEnd("name", "mine")
  }

  @Test func `a value that its control does not allow is not pulled, and is reported`() throws {
    let pair = try Pair(sharing: true)
    try pair.start()
    try pair.plant { document in
      document["records"] = [
        "name": [
          "by": "bbbbbbbbbbbbbbbb.1", "value": ["an": ["array"]],
          "stamp": "\(Self.now + 1000).0.bbbbbbbbbbbbbbbb",
        ]
      ]
    }
    let outcome = try pair.run("sync", on: "one", expecting: 0)
    #expect(outcome.err.contains("name"))
    #expect(try pair.value("name", on: "one") == "base")
    try pair.set("name", "mine", on: "one")
    try pair.run("sync", "--keep", "here", on: "one", expecting: 0)
    try pair.expectEnd("name", "mine")
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}

extension Pair {
  /// Replaces the second device with a clone of the first, including its home and folder.
  func clone() throws {
    for folder in ["config", "state", "data", "mirror"] {
      try? FileManager.default.removeItem(atPath: two.path(folder))
      try FileManager.default.copyItem(atPath: one.path(folder), toPath: two.path(folder))
    }
  }

  /// Adds a modified copy of this device's file to the mirror as the file of another device.
  func plant(
    as device: String = "bbbbbbbbbbbbbbbb", _ change: (inout [String: Any]) -> Void
  ) throws {
    let folder = one.path("mirror/default/org.settee.verbs")
    let own = try #require(
      // Find the file of a real device: the names of planted files repeat a single digit.
      try FileManager.default.contentsOfDirectory(atPath: folder).first {
        !$0.hasPrefix(".") && Set($0.prefix(16)).count > 1
      })
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(own)"))
    var document = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    document["packed"] = nil
    document["devices"] = [
      device: ["time": Int64(Date().timeIntervalSince1970 * 1000), "write": "1.1"]
    ]
    change(&document)
    try PropertyListSerialization.data(fromPropertyList: document, format: .xml, options: 0)
      .write(to: URL(fileURLWithPath: "\(folder)/\(device).plist"))
  }
}
