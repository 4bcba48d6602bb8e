import Foundation
import Synchronization
import Testing

@testable import Settee
@testable import SetteeCloud

/// Syncs the domains of two devices through one mirror.
@Suite struct CloudSyncTests {
  let here: Machine
  let there: Machine
  let mirror = MemoryStore()

  init() throws { (here, there) = (try Machine(), try Machine()) }

  @Test func `a change on one device is pulled by the other`() throws {
    try here.set(["a": .integer(1), "b": .string("two")])
    let sent = try here.sync(mirror).sync(.automatic)
    #expect(sent.sent == ["a", "b"])
    #expect(sent.reason == .initialSync)
    let taken = try there.sync(mirror).sync(.automatic)
    #expect(taken.received == ["a", "b"])
    #expect(try there.value("b") == .string("two"))
    #expect(try here.sync(mirror).sync(.automatic).sent.isEmpty)
  }

  @Test func `a program without a store adds a domain to a mirror in one line`() throws {
    let shared = CloudMirror.memory()
    try here.set(["a": .integer(1), "b": .integer(2)])
    let ours = try CloudSync(try here.domain(), mirror: shared, account: "ann", keys: ["a"])
    #expect(try ours.push().sent == ["a"])
    let theirs = try CloudSync(
      try there.domain(), mirror: shared, account: "ann", keys: ["a", "b"])
    #expect(try theirs.pull().received == ["a"])
    let status = try theirs.status()
    #expect(status.connectionFailure == nil && status.rows.isEmpty && status.mirror == "memory")
  }

  @Test func `a folder that couldn't be written at first is written later`() throws {
    let machine = try Machine()
    try machine.set(["a": .integer(1)])
    let sync = try machine.sync(FolderMirror(at: machine.root + "/disk/mirror"))
    try Data().write(to: URL(fileURLWithPath: machine.root + "/disk"))
    #expect(throws: CloudError.self) { try sync.sync(.automatic) }
    try FileManager.default.removeItem(atPath: machine.root + "/disk")
    #expect(try sync.sync(.automatic).sent == ["a"])
  }

  @Test func `a delete is pulled and the value is not restored`() throws {
    try here.set(["a": .integer(1), "b": .integer(2)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try there.set(["a": nil])
    #expect(try there.sync(mirror).pending() == ["a"])
    for machine in [there, here, there, here] { _ = try machine.sync(mirror).sync(.automatic) }
    #expect(try here.value("a") == nil)
    #expect(try there.value("a") == nil)
    #expect(try here.value("b") == .integer(2))
  }

  @Test func `a delete is synced although a later value was never saved`() throws {
    try here.set(["a": .integer(1), "b": .integer(1)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try here.set(["a": nil])
    for _ in 0..<2 {
      let domain = try here.domain()
      let full = CommitObserver(commit: { _, _ in
        throw DomainError(.io, "The disk is full.")
      })
      withExtendedLifetime(domain.observeCommits(full)) {
        let change = ChangeSet(SettingPath("a"), .integer(2))
        #expect(throws: DomainError.self) { try domain.apply(change) }
      }
    }
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.sent == ["a"] && report.missing.isEmpty)
    _ = try there.sync(mirror).sync(.automatic)
    #expect(try there.value("a") == nil)
  }

  @Test func `a value that was set after a delete, sent and then lost is not a delete`() throws {
    try here.set(["a": .integer(1), "b": .integer(1), "c": .integer(1)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try here.set(["a": nil])
    try here.set(["a": .integer(2)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    let left = PropertyList.dictionary(["b": .integer(1), "c": .integer(1)])
    try Data(left.xml()).write(to: URL(filePath: here.file))
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.sent.isEmpty && report.missing == ["a"])
  }

  @Test func `a delete doesn't explain the loss of a value that was pushed after it`() throws {
    let mirror = UnreliableMirror()
    try here.set(["a": .integer(1), "b": .integer(1), "c": .integer(1)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try here.set(["a": nil])
    // Another program sets the value again, and removes it after a push with a lost response.
    let left: PropertyListDictionary = ["b": .integer(1), "c": .integer(1)]
    var whole = left
    whole["a"] = .integer(2)
    try Data(PropertyList.dictionary(whole).xml()).write(to: URL(filePath: here.file))
    mirror.isUnheard.withLock { $0 = true }
    #expect(throws: CloudError.self) { try here.sync(mirror).sync(.automatic) }
    mirror.isUnheard.withLock { $0 = false }
    try Data(PropertyList.dictionary(left).xml()).write(to: URL(filePath: here.file))
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.sent.isEmpty && report.missing == ["a"])
    _ = try there.sync(mirror).sync(.automatic)
    #expect(try there.value("a") == .integer(2))
  }

  @Test func `a lost file deletes nothing, and is reported`() throws {
    try here.set(["a": .integer(1), "b": .integer(2)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try FileManager.default.removeItem(atPath: there.file)
    let report = try there.sync(mirror).sync(.automatic)
    #expect(report.missing == ["a", "b"])
    #expect(report.sent.isEmpty)
    // No conflict policy may delete values only because the file is missing.
    let forced = try there.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingLocal))
    #expect(forced.missing == ["a", "b"])
    let back = try there.sync(mirror).sync(SyncOptions(conflictPolicy: .newest))
    #expect(back.received == ["a", "b"])
    #expect(try here.sync(mirror).sync(.automatic).received.isEmpty)
  }

  @Test func `a missing key is deleted everywhere when the user chooses so`() throws {
    try here.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    let rest = PropertyList.dictionary(["b": .integer(2), "c": .integer(3)])
    // Replace the file with a rename. Settee treats a write in place soon after a commit as
    // outdated content, and a watched domain restores the missing values.
    try Data(try rest.xml()).write(to: URL(fileURLWithPath: there.file), options: .atomic)
    #expect(try there.sync(mirror).sync(.automatic).missing == ["a"])
    _ = try there.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingLocal))
    _ = try here.sync(mirror).sync(.automatic)
    #expect(try here.value("a") == nil)
  }

  @Test func `a loss of most cloud values is not applied until the user confirms it`() throws {
    let keys = (0..<20).map { "key\($0)" }
    let marks = SyncRules(Dictionary(uniqueKeysWithValues: keys.map { ($0, .user) }))
    try here.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, .some(.boolean(true))) }))
    let sync = try here.sync(mirror, marks: marks)
    _ = try sync.sync(.automatic)
    let found = try mirror.pull(sync.address, by: .seconds(1))
    var emptied = try #require(found.document)
    emptied.records = [:]
    #expect(
      try mirror.push(
        emptied, to: sync.address, from: try #require(emptied.devices.keys.first),
        expecting: found.revision, by: .seconds(1)) != nil)
    for order in [.automatic, SyncOptions(conflictPolicy: .keepingLocal)] {
      let report = try sync.sync(order)
      #expect(report.withheld.count == 20 && report.received.isEmpty)
    }
    #expect(try sync.sync(SyncOptions(conflictPolicy: .keepingRemote)).received.count == 20)
    #expect(try sync.domain.values(in: .user).isEmpty)
  }

  @Test func `a truncated line of the log doesn't hide a later delete`() throws {
    try here.set(["a.b": .integer(1), "a": .integer(2), "c": .integer(3)])
    let marks = SyncRules(["a.b": .user, "a": .user, "c": .user])
    for machine in [here, there] { _ = try machine.sync(mirror, marks: marks).sync(.automatic) }
    try here.set(["a.b": nil])
    let log = "\(here.locations.state)/\(Machine.name)/cloud/edits"
    let whole = try Data(contentsOf: URL(filePath: log))
    // Cut off the newline, the marker, and the suffix of the escaped period.
    try whole.dropLast(3).write(to: URL(filePath: log))
    try here.set(["c": nil])
    let folder = CloudStateFolder(try here.domain().name, here.locations)
    #expect(try folder.edits().edits["a"]?.isDelete != true)
    let report = try here.sync(mirror, marks: marks).sync(.automatic)
    #expect(report.sent == ["c"] && report.missing == ["a.b"])
    _ = try there.sync(mirror, marks: marks).sync(.automatic)
    #expect(try there.value("c") == nil)
  }

  @Test func `a conflict stops the sync, and then keeps the chosen side`() throws {
    try here.set(["a": .integer(1)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try here.set(["a": .integer(2), "b": .integer(9)])
    try there.set(["a": .integer(3)])
    _ = try there.sync(mirror).sync(.automatic)
    let stopped = try here.sync(mirror).sync(SyncOptions())
    #expect(stopped.needsResolution)
    #expect(stopped.conflicts.map(\.key) == ["a"])
    #expect(try there.sync(mirror).sync(.automatic).received.isEmpty, "something was sent")
    let rows = try here.sync(mirror).preview(SyncOptions())
    #expect(rows.map(\.state) == [.conflict, .pending])
    let chosen = try here.sync(mirror).sync(SyncOptions(choices: ["a": .local]))
    #expect(chosen.conflicts.first?.kept == .local)
    _ = try there.sync(mirror).sync(.automatic)
    #expect(try there.value("a") == .integer(2))
  }

  @Test func `values of different accounts never mix`() throws {
    try here.set(["a": .integer(1), "b": .integer(2)])
    _ = try here.sync(mirror, account: "ann").sync(.automatic)
    try there.set(["a": .integer(7)])
    _ = try there.sync(mirror, account: "bob").sync(.automatic)
    do {
      _ = try here.sync(mirror, account: "bob").sync(.automatic)
      Issue.record("a change of the account was accepted")
    } catch let error as CloudError {
      #expect(error.code == .otherAccount)
    }
    #expect(try here.value("a") == .integer(1))
    let report = try here.sync(mirror, account: "bob").sync(
      SyncOptions(conflictPolicy: .keepingRemote))
    #expect(report.reason == .accountChange)
    #expect(try here.value("a") == .integer(7))
    #expect(try here.value("b") == nil)
    _ = try there.sync(mirror, account: "bob").sync(.automatic)
    #expect(try there.value("b") == nil)
  }

  @Test func `only marked settings are sent, and never a secret`() throws {
    let marks = SyncRules(["a": .user, "b": .control, "c": .never])
    try here.set(["a": .integer(1), "b": .integer(2), "c": .string("geheim"), "d": .integer(4)])
    _ = try here.sync(mirror, marks: marks).sync(.automatic)
    let address = try CloudAddress(account: "ann", domain: Machine.name)
    let document = try #require(try mirror.pull(address, by: .seconds(1)).document)
    #expect(document.values.keys.sorted() == ["a"])
    #expect(!String(decoding: try document.bytes(), as: UTF8.self).contains("geheim"))
  }

  @Test func `one key too many is rejected by name before anything is sent`() throws {
    let keys = (0...1024).map { "key\(1000 + $0)" }
    let marks = SyncRules(Dictionary(uniqueKeysWithValues: keys.map { ($0, .user) }))
    try here.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, .some(.boolean(true))) }))
    do {
      _ = try here.sync(mirror, marks: marks).sync(.automatic)
      Issue.record("1,025 keys were accepted")
    } catch let error as CloudError {
      #expect(error.code == .overLimits)
      #expect(error.message.contains("'key2024'"))
    }
    let address = try CloudAddress(account: "ann", domain: Machine.name)
    #expect(try mirror.pull(address, by: .seconds(1)).document == nil)
    try here.set(["key2024": nil])
    #expect(try here.sync(mirror, marks: marks).sync(.automatic).sent.count == 1024)
  }

  @Test func `a folder that lost its marker is not treated as new`() throws {
    let folder = here.root + "/mirror"
    try here.set(["a": .integer(1)])
    _ = try here.sync(FolderMirror(at: folder)).sync(.automatic)
    try FileManager.default.removeItem(atPath: folder)
    do {
      _ = try here.sync(FolderMirror(at: folder)).sync(.automatic)
      Issue.record("an unmounted folder was accepted")
    } catch let error as CloudError {
      #expect(error.code == .refused)
      #expect(error.message.contains("no longer a Settee mirror"))
    }
    #expect(try here.value("a") == .integer(1))
  }

  @Test func `a cloned device gets a new ID and loses nothing`() throws {
    let folder = here.root + "/mirror"
    let mirror = FolderMirror(at: folder)
    try here.set(["a": .integer(1)])
    _ = try here.sync(mirror).sync(.automatic)
    for part in ["config", "state"] {
      try? FileManager.default.removeItem(atPath: "\(there.root)/\(part)")
      try FileManager.default.copyItem(
        atPath: "\(here.root)/\(part)", toPath: "\(there.root)/\(part)")
    }
    try here.set(["b": .integer(2)])
    try there.set(["c": .integer(3)])
    for machine in [here, there, here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    for machine in [here, there] {
      #expect(try machine.value("b") == .integer(2))
      #expect(try machine.value("c") == .integer(3))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/ann/\(Machine.name)")
    #expect(files.count { $0.hasSuffix(".plist") } == 2)
  }

  @Test func `a file that is lost twice during one program run yields to the cloud both times`()
    throws
  {
    try here.set(["a": .string("old")])
    let sync = try here.sync(mirror)
    _ = try sync.sync(.automatic)
    for new in ["new", "newer"] {
      // Write as another program would, so that no backup of this version exists.
      let file = PropertyList.dictionary(["a": .string(new)])
      try Data(try file.xml()).write(to: URL(filePath: here.file))
      _ = try sync.sync(.automatic)
      _ = try there.sync(mirror).sync(.automatic)
      try Data().write(to: URL(filePath: here.file))
      _ = try sync.sync(.automatic)
      _ = try there.sync(mirror).sync(.automatic)
      #expect(try there.value("a") == .string(new))
      #expect(try here.value("a") == .string(new))
    }
  }

  @Test func `a value restored from a backup is an edit when it is set again`() throws {
    try here.set(["a": .string("old")])
    let sync = try here.sync(mirror)
    _ = try sync.sync(.automatic)
    _ = try there.sync(mirror).sync(.automatic)
    try there.set(["a": .string("new")])
    _ = try there.sync(mirror).sync(.automatic)
    try Data().write(to: URL(filePath: here.file))
    _ = try sync.sync(.automatic)
    #expect(try here.value("a") == .string("new"))
    try here.set(["a": .string("old")])
    _ = try sync.sync(.automatic)
    _ = try there.sync(mirror).sync(.automatic)
    #expect(try there.value("a") == .string("old"))
  }

  @Test func `a new mirror receives values that were restored from a backup`() throws {
    try here.set(["a": .string("old")])
    _ = try here.sync(mirror).sync(.automatic)
    try Data().write(to: URL(filePath: here.file))
    _ = try here.sync(mirror).sync(.automatic)
    let other = MemoryStore()
    #expect(try here.sync(other).sync(.automatic).sent == ["a"])
    _ = try there.sync(other).sync(.automatic)
    #expect(try there.value("a") == .string("old"))
  }

  @Test func `a follower pulls values that another device sends`() throws {
    let arrived = Mutex(false)
    let sync = try there.sync(mirror)
    let follower = sync.follow { event in
      if case .synced(let report) = event, !report.received.isEmpty {
        arrived.withLock { $0 = true }
      }
    }
    try here.set(["a": .integer(1)])
    _ = try here.sync(mirror).sync(.automatic)
    for _ in 0..<4000 where !arrived.withLock({ $0 }) { usleep(5000) }
    #expect(arrived.withLock { $0 })
    #expect(sync.domain.value(for: "a")?.value == .integer(1))
    follower.stop()
  }
}
