import Foundation
import SetteeTestSupport
import Testing

/// Runs the editor of the real program on two devices that share an etcd.
@Suite(
  .enabled(
    if: EtcdServer.program != nil && EditorScreen.program != nil, "etcd or tmux is not installed"),
  .serialized)
struct TwoEditorsTests {
  private func machine(_ server: EtcdServer) throws -> Machine {
    try Machine(mirror: "etcd://\(server.endpoint)/ann")
  }

  private func bundle(_ machine: Machine) throws -> String {
    try machine.bundle("org.settee.two", ["name", "city", "colour"])
  }

  @Test func `a pushed value appears in an open editor on another device`() throws {
    let server = try EtcdServer()
    let (here, there) = (try machine(server), try machine(server))
    // Turn on automatic sync for the other editor.
    try there.write(["cloud.automatic": true], to: there.file("org.settee.settee"))
    let other = try EditorScreen(there, try bundle(there), shows: "Colour")
    let one = try EditorScreen(here, try bundle(here), shows: "Colour")
    for text in ["Ann", "Rome", "red"] {
      try one.enter(text)
      try one.wait(for: "Saved")
      try one.press("Down")
    }
    try one.press("p")
    let plan = try one.wait(for: "3 to push   0 to pull")
    #expect(plan.contains("Rome"))
    try one.press("Enter")
    try one.wait(for: "Pushed 3.")
    try other.wait(for: "Pulled 3.")
    let screen = try other.screen()
    for text in ["Ann", "Rome", "red"] {
      #expect(screen.contains(text), "\(screen)")
    }
  }

  @Test func `a conflict is resolved in the dialog, and a failed push is retried`() throws {
    let server = try EtcdServer()
    let (here, there) = (try machine(server), try machine(server))
    let path = try bundle(there)
    #expect(try there.settee("set", path, "name", "Bob").code == 0)
    #expect(try there.settee("push", path).code == 0)
    let one = try EditorScreen(here, try bundle(here), shows: "Colour")
    try one.enter("Ann")
    try one.wait(for: "Saved")
    try one.press("p")
    try one.wait(for: "1 to resolve")
    try one.press("h")
    try one.wait(for: "1 to push   0 to pull")
    try one.press("Enter")
    try one.wait(for: "Pushed 1.")
    #expect(try there.settee("pull", path).code == 0)
    #expect(try there.settee("get", path, "name").out == "Ann\n")

    try one.press("Down")
    try one.enter("Rome")
    try one.press("p")
    try one.wait(for: "1 to push   0 to pull")
    server.kill()
    try one.press("Enter")
    let sentence = try one.wait(for: "Can't reach the mirror")
    #expect(sentence.contains(server.endpoint), "\(sentence)")
    #expect(sentence.contains("1 not pushed"), "\(sentence)")
    // The page must still show the choices, so Enter pushes again.
    try server.start()
    try one.press("Enter")
    try one.wait(for: "Pushed 1.")
    #expect(try there.settee("pull", path).code == 0)
    #expect(try there.settee("get", path, "city").out == "Rome\n")
  }

  @Test func `Esc stops waiting for an unresponsive mirror`() throws {
    let server = try EtcdServer()
    let (here, there) = (try machine(server), try machine(server))
    let path = try bundle(there)
    let one = try EditorScreen(here, try bundle(here), shows: "Colour")
    try one.enter("Ann")
    try one.wait(for: "Saved")
    server.freeze(true)
    try one.press("p")
    let comparing = try one.wait(for: "Comparing with the cloud… Press Esc to stop waiting.")
    #expect(comparing.contains("etcd://\(server.endpoint)/ann"), "\(comparing)")
    try one.press("Escape")
    try one.wait(for: "Comparing", gone: true)
    server.freeze(false)
    try one.press("p")
    try one.wait(for: "1 to push   0 to pull")
    server.freeze(true)
    try one.press("Enter")
    try one.wait(for: "Pushing to the cloud… Press Esc to stop waiting.")
    try one.press("Escape")
    try one.wait(for: "Stopped waiting.")
    try one.wait(for: "1 to push   0 to pull")
    server.freeze(false)
    try one.press("Enter")
    // The canceled push may have succeeded, in which case nothing is left to choose.
    for count in 1...9 { try one.wait(for: "\(count) not pushed", gone: true) }
    #expect(try there.settee("pull", path).code == 0)
    #expect(try there.settee("get", path, "name").out == "Ann\n")
  }
}
