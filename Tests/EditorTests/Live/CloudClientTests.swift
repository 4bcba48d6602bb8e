import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Pushes to a folder mirror with the push button.
@Suite struct CloudClientTests {
  private static let name = SettingName(domain: "org.settee.mail", key: "mail.previews")

  private func client(_ session: Session, _ folder: Folder, mirror: String) throws -> CloudClient {
    CloudClient(
      try session.domains.map {
        try CloudSync(
          $0, mirror: FolderMirror(at: mirror), account: "default",
          marks: SyncRules(controls: session.document.bundle.controls),
          locations: try folder.locations())
      })
  }

  private func push(_ choices: [PushRow], _ client: CloudClient, _ session: Session) -> Event {
    client.push(choices, session.document.bundle, Strings(), .seconds(10))
  }

  private func set(_ value: PropertyList?, was: PropertyList?, on session: Session) throws {
    let change = ValueChange(name: Self.name, old: was, new: value)
    _ = try session.make(
      UndoableEdit(changes: [change], title: "Previews"), .edit, words: Strings())
  }

  @Test func `a change is pending, planned and pushed`() throws {
    let (folder, shared) = (try Folder(), try Folder())
    let session = try SampleSessions.mail(in: folder)
    let client = try client(session, folder, mirror: shared.path + "/mirror")
    #expect(!client.pending().contains(Self.name))
    try set(.boolean(false), was: nil, on: session)
    #expect(client.pending().contains(Self.name))
    guard case .plan(let plan) = client.plan(session.document.bundle, Strings(), .seconds(10))
    else {
      Issue.record("no plan")
      return
    }
    let row = try #require(plan.rows.first { $0.name == Self.name })
    #expect(row.difference == .pending && row.keep == .local && row.title == "Show previews")
    let choices = plan.rows.compactMap { row in
      row.keep.map { PushRow(name: row.name, title: "", keep: $0) }
    }
    guard case .pushed(let text) = push(choices, client, session) else {
      Issue.record("not pushed")
      return
    }
    #expect(text == "Pushed 1.")
    #expect(client.pending().isEmpty)
    guard case .done = client.plan(session.document.bundle, Strings(), .seconds(10)) else {
      Issue.record("something is left to push")
      return
    }
  }

  @Test func `two devices with a conflict choose a side for each key`() throws {
    let (here, there, shared) = (try Folder(), try Folder(), try Folder())
    let mirror = shared.path + "/mirror"
    let (near, far) = (try SampleSessions.mail(in: here), try SampleSessions.mail(in: there))
    try set(.boolean(true), was: nil, on: far)
    let other = try client(far, there, mirror: mirror)
    _ = push([PushRow(name: Self.name, title: "", keep: .local)], other, far)
    try set(.boolean(false), was: nil, on: near)
    let client = try client(near, here, mirror: mirror)
    guard case .plan(let plan) = client.plan(near.document.bundle, Strings(), .seconds(10))
    else {
      Issue.record("no plan")
      return
    }
    #expect(plan.rows.map(\.difference) == [.conflict])
    #expect(plan.rows.first?.keep == nil)
    guard case .plan = push([], client, near) else {
      Issue.record("pushed without a choice")
      return
    }
    guard case .pushed = push([PushRow(name: Self.name, title: "", keep: .remote)], client, near)
    else {
      Issue.record("not pushed")
      return
    }
    #expect(near.readings()[Self.name]?.value == .boolean(true))
  }

  @Test func `equal changes on two devices are merged without a conflict`() throws {
    let (here, there, shared) = (try Folder(), try Folder(), try Folder())
    let mirror = shared.path + "/mirror"
    let (near, far) = (try SampleSessions.mail(in: here), try SampleSessions.mail(in: there))
    let client = try client(near, here, mirror: mirror)
    for session in [near, far] { try set(.boolean(false), was: nil, on: session) }
    _ = push([], try self.client(far, there, mirror: mirror), far)
    #expect(client.pending().contains(Self.name))
    guard case .done = client.plan(near.document.bundle, Strings(), .seconds(10)) else {
      Issue.record("something is asked about it")
      return
    }
    #expect(client.pending().isEmpty)
  }

  @Test func `an unreachable mirror is reported`() throws {
    let folder = try Folder()
    let session = try SampleSessions.mail(in: folder)
    try folder.write("in the way", to: "file")
    let client = try client(session, folder, mirror: folder.path + "/file/mirror")
    guard
      case .failed(let sentence) = client.plan(session.document.bundle, Strings(), .seconds(10))
    else { return }
    #expect(!sentence.isEmpty)
  }
}
