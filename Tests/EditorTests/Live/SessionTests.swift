import Foundation
import Settee
import SetteeVerbs
import SetteeTestSupport
import Testing

@testable import SetteeEditor

@Suite struct SessionTests {
  private static let toggle = SettingName(domain: nil, key: "sound")

  private static func session(
    _ folder: Folder, cloud: (Domain, [Control]) throws -> CloudClient = { _, _ in .none }
  ) throws -> Session {
    var control = Control(.toggle, key: "sound", title: "Sound")
    control.defaultValue = .boolean(true)
    let level = Control(
      .slider(Slider(bounds: Bounds(minimum: 0, maximum: 10))), key: "level", title: "Level")
    let pane = Pane(file: "Root", title: "Test", groups: [PaneGroup(controls: [control, level])])
    let bundle = SettingsBundle(title: "Test", domain: "org.example.session", panes: [pane])
    let options = DomainOptions(registered: bundle.registeredDefaults())
    let domain = try Domain(
      DomainName("org.example.session"), locations: try folder.locations(), options: options)
    let cloud = try cloud(domain, bundle.controls)
    return Session(bundle, word: "org.example.session", domains: [domain], cloud: cloud)
  }

  private static func edit(_ name: SettingName, _ old: PropertyList?, _ new: PropertyList?)
    -> UndoableEdit
  {
    UndoableEdit(changes: [ValueChange(name: name, old: old, new: new)], title: "Sound")
  }

  @Test func `an edit is stored and read back`() throws {
    let folder = try Folder()
    let session = try Self.session(folder)
    #expect(session.readings()[Self.toggle].map { $0.stored == nil } == true)
    #expect(session.readings()[Self.toggle]?.value == .boolean(true))
    let made = try session.make(
      Self.edit(Self.toggle, nil, .boolean(false)), .edit, words: Strings())
    #expect(made.notice == nil && made.hasChanged)
    #expect(made.readings[Self.toggle]?.stored == .boolean(false))
    #expect(made.readings[Self.toggle]?.origin == .user)
    let other = try Self.session(folder)
    #expect(other.readings()[Self.toggle]?.value == .boolean(false))
  }

  @Test func `undo reverts a change unless the value has changed since`() throws {
    let folder = try Folder()
    let session = try Self.session(folder)
    let edit = Self.edit(Self.toggle, nil, .boolean(false))
    _ = try session.make(edit, .edit, words: Strings())
    let undone = try session.make(edit.reversed, .undo, words: Strings())
    #expect(undone.readings[Self.toggle].map { $0.stored == nil } == true)
    _ = try session.make(edit, .redo, words: Strings())
    let foreign = Self.edit(Self.toggle, .boolean(false), .boolean(true))
    _ = try session.make(foreign, .edit, words: Strings())
    #expect(throws: SetteeError.self) { try session.make(edit.reversed, .undo, words: Strings()) }
    #expect(session.readings()[Self.toggle]?.stored == .boolean(true))
  }

  @Test func `the latest changes of a row show the time today, or else the date`() throws {
    let session = try Self.session(try Folder())
    _ = try session.make(Self.edit(Self.toggle, nil, .boolean(false)), .edit, words: Strings())
    let facts = session.facts(of: Self.toggle, words: Strings())
    let times = [0.0, -60].map {
      Date().addingTimeInterval($0).localText.dropFirst(11).prefix(5)
    }
    #expect(facts.history.count == 1 && times.contains { facts.history[0].time == $0 })
    #expect(facts.history[0].new == "Off" || facts.history[0].new == "false")
  }

  @Test func `a value that the control rejects is not stored`() throws {
    let folder = try Folder()
    let session = try Self.session(folder)
    let name = SettingName(domain: nil, key: "level")
    #expect(throws: StoreError.self) {
      try session.make(Self.edit(name, nil, .real(11)), .edit, words: Strings())
    }
    #expect(session.readings()[name]?.stored == nil)
  }

  @Test func `the pending state of a row is read again after a push`()
    throws
  {
    let folder = try Folder()
    let session = try Self.session(folder) { domain, controls in
      CloudClient([
        try CloudSync(
          domain, mirror: FolderMirror(at: folder.path + "/mirror"), account: "default",
          marks: SyncRules(controls: controls), locations: try folder.locations())
      ])
    }
    #expect(session.readings()[Self.toggle]?.isUnpushed == false)
    _ = try session.make(Self.edit(Self.toggle, nil, .boolean(false)), .edit, words: Strings())
    #expect(session.readings(of: [Self.toggle])[Self.toggle]?.isUnpushed == true)
    let name = SettingName(domain: "org.example.session", key: "sound")
    let pushed = session.cloud.push(
      [PushRow(name: name, title: "", keep: .local)], session.document.bundle, Strings(),
      .seconds(10))
    guard case .pushed = pushed else {
      Issue.record("not pushed: \(pushed)")
      return
    }
    #expect(session.hasOtherPending)
  }

  @Test func `an inbox wakes its waiter and delivers each event once`() throws {
    let inbox = EventInbox()
    inbox.post(.changed(domain: "d", keys: ["k"], by: .otherProcess))
    var waiting = pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 1)
    #expect(inbox.removeAll().count == 1)
    #expect(inbox.removeAll().isEmpty)
    #expect(poll(&waiting, 1, 0) == 0)
  }
}
