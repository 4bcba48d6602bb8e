import Foundation
import SetteeTestSupport
import Testing

/// Compares the push page of the real editor with the files on disk and in the mirror.
@Suite(.enabled(if: EditorScreen.program != nil, "tmux is not installed"), .serialized)
struct PushPageTests {
  private static let domain = "org.settee.page"
  /// A key for each state that the page shows, in the order of the page, with the values on both
  /// sides.
  private static let states: KeyValuePairs = [
    "changed": (here: "mine", cloud: "old"), "clash": (here: "mine", cloud: "theirs"),
    "deleted": (here: "", cloud: "old"), "fresh": (here: "", cloud: "theirs"),
    "gone": (here: "old", cloud: ""), "lost": (here: "", cloud: "old"),
    "received": (here: "old", cloud: "theirs"), "stay": (here: "mine", cloud: ""),
  ]
  private static let keys = states.map(\.key)

  /// The keys to press, and the sides that they select in the order of the page.
  private static let ways: [(pressed: String, kept: String)] = [
    ("H", "hhhhhhhh"), ("C", "cccccccc"),
    ("H c b b Down Down c Down Down Space Down Down c", "chchchch"),
    ("C h Down Down h b b Down Down h Down Down Space", "hchchchc"),
    // Conflicts and missing values need a choice. The other rows keep the default of the page.
    ("Down h Down Down Down Down c", "hhhcccch"),
  ]

  @Test(arguments: ways.indices)
  func `the page keeps the chosen sides on both devices`(way: Int) throws {
    let folder = try Folder()
    let (here, there, third) = (try folder.machine(), try folder.machine(), try folder.machine())
    let bundle = try prepare(here, there)
    let screen = try EditorScreen(here, bundle, shows: "Changed")
    try screen.press("p")
    try screen.wait(for: "theirs")
    // The focus starts on the first conflict, so move it to the first row.
    for _ in Self.states { try screen.press("Up") }
    for key in Self.ways[way].pressed.split(separator: " ") { try screen.press(String(key)) }
    let kept = Array(Self.ways[way].kept)
    try screen.wait(
      for: "\(kept.count { $0 == "h" }) to push   \(kept.count { $0 == "c" }) to pull")
    try screen.press("Enter")
    let (sent, received) = (kept.count { $0 == "h" }, kept.count { $0 == "c" })
    try screen.wait(
      for: received == 0
        ? "Pushed \(sent)."
        : sent == 0 ? "Pulled \(received)." : "Pushed \(sent), pulled \(received).")
    for count in 1...9 { try screen.wait(for: "\(count) not pushed", gone: true) }
    let other = try third.bundle(Self.domain, Self.keys)
    #expect(try third.settee("pull", other).code == 0)
    #expect(try there.settee("sync", try there.bundle(Self.domain, Self.keys)).code == 0)
    for (index, state) in Self.states.enumerated() {
      let expected = kept[index] == "h" ? state.value.here : state.value.cloud
      for (machine, name) in [(here, "here"), (third, "in the mirror"), (there, "there")] {
        let found = try machine.settee("get", machine === here ? bundle : other, state.key).out
        #expect(found == (expected.isEmpty ? "" : expected + "\n"), "\(state.key) \(name)")
      }
    }
    #expect(try here.settee("status", bundle, "--json").keys("pending").isEmpty)
  }

  /// Creates each state with commands, and the lost value with a change to the file.
  private func prepare(_ here: Machine, _ there: Machine) throws -> String {
    let bundle = try here.bundle(Self.domain, Self.keys)
    let other = try there.bundle(Self.domain, Self.keys)
    for key in Self.keys where !["fresh", "stay"].contains(key) {
      #expect(try here.settee("set", bundle, key, "old").code == 0)
    }
    #expect(try here.settee("sync", bundle).code == 0)
    #expect(try there.settee("sync", other).code == 0)
    for key in ["clash", "fresh", "received"] { _ = try there.settee("set", other, key, "theirs") }
    _ = try there.settee("reset", other, "gone")
    #expect(try there.settee("sync", other).code == 0)
    for key in ["changed", "clash", "stay"] { _ = try here.settee("set", bundle, key, "mine") }
    _ = try here.settee("reset", bundle, "deleted")
    var values = try here.values(Self.domain) as? [String: Any] ?? [:]
    values["lost"] = nil
    try here.write(values, to: here.file(Self.domain))
    return bundle
  }

  @Test func `a change pushed by another program is no longer listed as pending`() throws {
    let folder = try Folder()
    let machine = try folder.machine()
    let bundle = try machine.bundle(Self.domain, ["name"])
    _ = try machine.settee("set", bundle, "name", "zero")
    #expect(try machine.settee("push", bundle).code == 0)
    let screen = try EditorScreen(machine, bundle, shows: "Name")
    _ = try machine.settee("set", bundle, "name", "one")
    try screen.wait(for: "1 not pushed")
    #expect(try machine.settee("push", bundle).code == 0)
    for count in 1...9 { try screen.wait(for: "\(count) not pushed", gone: true) }
  }

  @Test func `an equal change on both devices needs no choice`() throws {
    let folder = try Folder()
    let (here, there) = (try folder.machine(), try folder.machine())
    let bundle = try here.bundle(Self.domain, ["name", "city"])
    let other = try there.bundle(Self.domain, ["name", "city"])
    _ = try here.settee("set", bundle, "name", "old")
    for (machine, app) in [(here, bundle), (there, other)] {
      #expect(try machine.settee("sync", app).code == 0)
      #expect(try machine.settee("set", app, "name", "same").code == 0)
    }
    #expect(try there.settee("push", other).code == 0)
    let screen = try EditorScreen(here, bundle, shows: "1 not pushed")
    try screen.press("p")
    try screen.wait(for: "Nothing to push")
    for count in 1...9 { try screen.wait(for: "\(count) not pushed", gone: true) }
    #expect(try here.settee("list", bundle, "--unpushed").out.isEmpty)
  }
}

extension Folder {
  /// Returns a device that uses the mirror in this folder.
  fileprivate func machine() throws -> Machine { try Machine(mirror: "folder:\(path)/mirror") }
}
