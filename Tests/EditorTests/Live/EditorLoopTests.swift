import Foundation
import Settee
import SetteeTerminal
import SetteeVerbs
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Runs the event loop with a scripted terminal, real panes, and real files.
@Suite struct EditorLoopTests {
  private func run(_ keys: [String], in folder: Folder, size: Size = Size(rows: 40, columns: 80))
    throws -> (loop: EditorLoop, device: ScriptedDevice)
  {
    let session = try SampleSessions.mail(in: folder)
    let device = ScriptedDevice(size: size, keys: keys)
    let state = EditorState(session.document, readings: session.readings(), size: size)
    let loop = EditorLoop(
      state, session: session, device: device, host: SampleSessions.host(in: folder))
    loop.word = "org.settee.mail"
    _ = loop.run()
    return (loop, device)
  }

  @Test func `a key on a toggle stores a value, and u removes it`() throws {
    let folder = try Folder()
    let find = ["/"] + "previews".map(String.init) + ["Enter"]
    let (loop, device) = try run(find + ["Space"], in: folder)
    let name = SettingName(domain: "org.settee.mail", key: "mail.previews")
    #expect(loop.state.readings[name]?.stored == .boolean(false))
    #expect(loop.session?.readings()[name]?.stored == .boolean(false))
    #expect(device.screen?.text.contains("●━ Off") == true)
    loop.act(.command(.undo))
    #expect(loop.session?.readings()[name]?.stored == nil)
    #expect(loop.ending == .hungUp)
  }

  @Test func `q, a signal and a closed terminal end the loop`() throws {
    let folder = try Folder()
    #expect(try run(["q"], in: folder).loop.ending == .left)
    let session = try SampleSessions.mail(in: folder)
    let device = ScriptedDevice(events: [.ending(signal: 15)])
    let state = EditorState(session.document, readings: session.readings())
    let loop = EditorLoop(
      state, session: session, device: device, host: SampleSessions.host(in: folder))
    #expect(loop.run() == .signal(15))
    #expect(try run([], in: folder).loop.ending == .hungUp)
  }

  @Test func `a change by the domain itself is shown without an origin`() throws {
    let folder = try Folder()
    let session = try SampleSessions.mail(in: folder)
    let state = EditorState(session.document, readings: session.readings())
    let loop = EditorLoop(
      state, session: session, device: ScriptedDevice(events: []),
      host: SampleSessions.host(in: folder))
    let name = SettingName(domain: "org.settee.mail", key: "mail.sort")
    loop.send(.readings([name: SettingState(value: .string("size"))], by: .otherProcess))
    #expect(loop.state.foreign[name] == .otherProcess)
    // This happens, for example, when the domain restores a value that another program removed.
    try session.domains[0].set(.string("sender"), for: "mail.sort")
    loop.handleMessages()
    #expect(loop.state.readings[name]?.stored == .string("sender"))
    #expect(loop.state.foreign[name] == nil)
  }

  @Test func `copy, bell, redraw and suspend are sent to the terminal`() throws {
    let folder = try Folder()
    let (_, device) = try run(["c", "^L", "^Z"], in: folder)
    guard case .copy(let text)? = device.requests.first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(text.contains("settee reset org.settee.mail account.name"))
    #expect(device.requests.dropFirst().contains(.redraw))
    #expect(device.requests.contains(.suspend))
  }

  @Test func `the language changes while panes are open`() throws {
    let folder = try Folder()
    let session = try SampleSessions.mail(in: folder)
    let device = ScriptedDevice(events: [])
    let state = EditorState(session.document, readings: session.readings())
    let loop = EditorLoop(
      state, session: session, device: device, host: SampleSessions.host(in: folder))
    loop.word = "org.settee.mail"
    loop.perform(.speak("ja"))
    #expect(loop.state.document.bundle.language == "ja")
    #expect(loop.state.look.language == "ja")
  }

  @Test func `the keys of a script are pressed before the user's keys`() throws {
    let folder = try Folder()
    let session = try SampleSessions.mail(in: folder)
    let device = ScriptedDevice(keys: ["q"])
    let state = EditorState(session.document, readings: session.readings())
    let keys = try KeyPress.script("Down Down # two rows\n\"/sort\" Enter", from: "keys")
    let loop = EditorLoop(
      state, session: session, device: device, host: SampleSessions.host(in: folder), script: keys)
    #expect(loop.run() == .left)
    #expect(loop.state.control(of: loop.state.focused)?.key == "mail.sort")
    let error = #expect(throws: SetteeError.self) {
      try KeyPress.script("Up Sideways", from: "keys")
    }
    #expect(error?.message.hasPrefix("keys: Unknown key name 'Sideways'") == true)
  }
}
