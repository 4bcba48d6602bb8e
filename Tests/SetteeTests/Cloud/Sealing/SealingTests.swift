import Foundation
import SetteeValues
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles
@testable import SetteeStorage

/// Tests an encrypted account in a folder: which devices can read it, and which data they accept.
@Suite struct SealingTests {
  static let cheap = Seal.Cost(passes: 1, memory: 64 << 20)
  let (one, two): (Machine, Machine)
  let folder: String
  let mirror: FolderMirror
  let marks = SyncRules(["a": .user, "b": .user, "c": .secret, "d": .user])

  init() throws {
    try Sodium.check("this test")
    (one, two) = (try Machine(), try Machine())
    folder = one.root + "/mirror"
    mirror = FolderMirror(at: folder)
  }

  static func passphrase(_ text: String = "seven tame otters") -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(wiping: &bytes)
  }

  func account(_ machine: Machine, _ name: String = "ann") -> SealedAccount {
    SealedAccount(mirror, account: name, machine.locations)
  }

  func sync(_ machine: Machine) throws -> CloudSync {
    try machine.sync(mirror, marks: marks)
  }

  @discardableResult
  func round(_ machine: Machine) throws -> SyncResult {
    try sync(machine).sync(.automatic)
  }

  @discardableResult
  func seal(_ machine: Machine) throws -> RecoveryCode {
    let account = account(machine)
    let new = try account.newSeal(Self.passphrase(), cost: Self.cheap, by: .seconds(60))
    try account.activate(new, by: .seconds(60))
    return new.recovery
  }

  func join(_ machine: Machine) throws {
    #expect(try account(machine).join(Self.passphrase(), by: .seconds(60)))
  }

  /// Encrypts the account with one device that has a value.
  func sealOne() throws {
    try one.set(["a": "umbrella"])
    try seal(one)
    try round(one)
  }

  /// Encrypts the account, then adds a second device with another value.
  func sealBoth() throws {
    try sealOne()
    try join(two)
    try two.set(["b": "parasol"])
    try round(two)
  }

  /// Returns the contents of every file in the folder by relative path.
  func files() throws -> [String: Data] {
    var found: [String: Data] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for name in names {
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      found[name] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return found
  }

  private func documents() throws -> [String] {
    try files().keys.filter { $0.hasSuffix(".sealed") }.sorted()
  }

  func isAnywhere(_ word: String) throws -> Bool {
    try files().contains { name, data in
      name.contains(word) || data.range(of: Data(word.utf8)) != nil
    }
  }

  // MARK: Confidentiality

  @Test func `the mirror contains no plaintext, and its file list reveals only sizes`()
    throws
  {
    try one.set(["a": "umbrella", "b": ["parasol", ["inner": "gazebo"]]])
    try two.set(["d": "verandah"])
    try round(one)
    try round(two)
    #expect(try isAnywhere("umbrella") && isAnywhere(Machine.name))
    try seal(one)
    try join(two)
    try round(two)
    for word in ["umbrella", "parasol", "gazebo", "verandah", "inner", Machine.name] {
      #expect(try !isAnywhere(word), "\(word)")
    }
    let sealed = try documents()
    #expect(sealed.count == 2)
    for name in sealed {
      #expect(try AccountKey.sizes.contains(files()[name]?.count ?? 0))
      #expect(name.allSatisfy { $0.isHexDigit || "/.-settealed".contains($0) })
    }
    try one.set(["d": "pergola"])
    try round(one)
    try round(two)
    #expect(try two.value("d") == "pergola" && two.value("a") == "umbrella")
  }

  @Test func `a device joins only with the passphrase or the recovery code`() throws {
    try one.set(["a": "umbrella"])
    let recovery = try seal(one)
    try round(one)
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.code == .refused && error?.message.contains("settee join") == true)
    #expect(try two.value("a") == nil)
    #expect(try !account(two).join(Self.passphrase("seven tame otter"), by: .seconds(60)))
    let typed = recovery.text.lowercased().replacingOccurrences(of: "-", with: " ")
    #expect(try account(two).join(Self.passphrase(typed), by: .seconds(60)))
    try round(two)
    #expect(try two.value("a") == "umbrella")
    let keys = two.locations.data + "/keys"
    #expect(
      try FileManager.default.attributesOfItem(atPath: keys)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a recovery code with any wrong character is invalid`() throws {
    let code = RecoveryCode.random()
    let letters = Array(code.text)
    #expect(try #require(RecoveryCode(typed: Self.passphrase(code.text))) == code)
    for place in letters.indices where letters[place] != "-" {
      var typed = letters
      typed[place] = letters[place] == "7" ? "8" : "7"
      #expect(RecoveryCode(typed: Self.passphrase(String(typed))) == nil, "\(place)")
    }
    #expect(RecoveryCode(typed: Self.passphrase(String(letters.dropLast()))) == nil)
  }

  @Test func `a secret is sent encrypted if the user allowed it, and never as plaintext`() throws {
    try one.set(["a": "umbrella", "c": "parasol"])
    try round(one)
    #expect(try !isAnywhere("parasol"))
    try seal(one)
    try round(one)
    try join(two)
    try round(two)
    #expect(try two.value("a") == "umbrella" && two.value("c") == nil)
    try sync(one).allowSecrets()
    #expect(try round(one).sent == ["c"])
    #expect(try round(two).received == ["c"])
    #expect(try two.value("c") == "parasol" && !isAnywhere("parasol"))

    let wrong = Self.passphrase("seven tame otter")
    #expect(try !account(one).unseal(wrong, leaving: { _, _ in [] }, by: .seconds(60)))
    // When encryption ends, the secret is removed from the mirror and kept on the device.
    let secrets = marks.secrets
    #expect(
      try account(one).unseal(Self.passphrase(), leaving: { _, _ in secrets }, by: .seconds(60)))
    try round(one)
    try round(two)
    #expect(try isAnywhere("umbrella") && !isAnywhere("parasol"))
    #expect(try documents().isEmpty)
    #expect(try one.value("c") == "parasol" && two.value("c") == "parasol")
    try two.set(["c": "gazebo"])
    #expect(try round(two).sent.isEmpty)
  }

  // MARK: Integrity

  @Test func `a document with any change is rejected`() throws {
    try sealOne()
    let name = try #require(try documents().first)
    let bytes = [UInt8](try #require(try files()[name]))
    let ring = KeyRing(one.locations)
    let found = try #require(try mirror.seals(of: "ann", by: .seconds(9)).first)
    let key = try #require(try ring.key(of: found.epoch, account: "ann"))
    let token = key.token(of: Machine.name)
    #expect(key.open(bytes, token: token) != nil)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      #expect(key.open(damaged, token: token) == nil, "byte \(place)")
    }
    for size in [0, 1, 79, 80, 96, 2048, 4095] {
      #expect(key.open(Array(bytes.prefix(size)), token: token) == nil)
    }
    #expect(key.open(bytes + [0], token: token) == nil)
    #expect(key.open(bytes + [UInt8](repeating: 0, count: 12288), token: token) == nil)
    #expect(key.open(bytes, token: key.token(of: "org.other")) == nil)
    #expect(key.open(bytes, token: token, place: CloudDevice(random: 7)) == nil)
    let other = AccountKey(key.root, epoch: key.epoch, account: "bob")
    #expect(other.open(bytes, token: other.token(of: Machine.name)) == nil)
    #expect(other.open(bytes, token: token) == nil)
    let later = AccountKey(
      key.root, epoch: SealEpoch(number: 2, bytes: Sodium.random(16)), account: "ann")
    #expect(later.open(bytes, token: token) == nil)
  }

  @Test func `a corrupt document is reported, and the others are used`() throws {
    try sealBoth()
    for name in try documents() {
      let path = "\(folder)/\(name)"
      let whole = try #require(try files()[name])
      var data = whole
      data[whole.count / 2] ^= 1
      try data.write(to: URL(fileURLWithPath: path))
      let report = try sync(one).sync(
        SyncOptions(conflictPolicy: .newest, ignoresMissingKeys: true))
      // The device warns about either document, even about its own, which it rewrites.
      #expect(report.warnings.count == 1, "\(name) \(report.warnings)")
      try whole.write(to: URL(fileURLWithPath: path))
    }
    try round(one)
    #expect(try one.value("a") == "umbrella" && one.value("b") == "parasol")
  }

  @Test func `swapped or renamed documents and documents of another account are rejected`() throws {
    try sealBoth()
    let names = try documents()
    let (first, second) = (try #require(try files()[names[0]]), try #require(try files()[names[1]]))
    try second.write(to: URL(fileURLWithPath: "\(folder)/\(names[0])"))
    try first.write(to: URL(fileURLWithPath: "\(folder)/\(names[1])"))
    let report = try sync(one).sync(
      SyncOptions(pushes: false, conflictPolicy: .newest, ignoresMissingKeys: true))
    #expect(report.received.isEmpty && report.warnings.count >= 2, "\(report.warnings)")
    #expect(try one.value("a") == "umbrella" && one.value("b") == nil)
  }

  @Test func `planted plaintext is never accepted`() throws {
    try one.set(["a": "umbrella"])
    try round(one)
    let clear = try files()
    try one.set(["a": "parasol"])
    try seal(one)
    try round(one)
    try FileManager.default.removeItem(atPath: folder + "/ann")
    for (name, data) in clear {
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    try join(two)
    try round(two)
    try round(one)
    #expect(try one.value("a") == "parasol" && two.value("a") == "parasol")
  }

  @Test
  func `a rollback of the mirror is reported, rejected and repaired`()
    throws
  {
    try one.set(["a": "umbrella", "b": "keep"])
    try seal(one)
    try round(one)
    try join(two)
    try round(two)
    let old = folder + ".old"
    try FileManager.default.copyItem(atPath: folder, toPath: old)
    try one.set(["a": "parasol", "b": nil])
    try round(one)
    try round(two)
    #expect(try two.value("a") == "parasol" && two.value("b") == nil)
    #expect(try round(two).warnings.isEmpty)

    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: old, toPath: folder)
    let report = try round(two)
    #expect(report.warnings.contains { $0.contains("older state") }, "\(report.warnings)")
    #expect(report.received.isEmpty)
    try round(one)
    try round(two)
    for machine in [one, two] {
      #expect(try machine.value("a") == "parasol" && machine.value("b") == nil)
    }
    #expect(try round(two).warnings.isEmpty)
  }

  // MARK: New key

  @Test func `after a key change the old key opens nothing, and devices join once`() throws {
    try sealBoth()
    try round(one)
    let lost = KeyRing(two.locations)
    let before = try #require(try mirror.seals(of: "ann", by: .seconds(9)).first)
    let oldKey = try #require(try lost.key(of: before.epoch, account: "ann"))

    let account = account(one)
    try account.activate(
      try account.newSeal(
        Self.passphrase("eight wild ferrets"), cost: Self.cheap, by: .seconds(60)),
      by: .seconds(60))
    try round(one)
    for (_, data) in try files() {
      #expect(oldKey.open(Array(data), token: oldKey.token(of: Machine.name)) == nil)
    }
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.message.contains("new key") == true)
    #expect(try !self.account(two).join(Self.passphrase(), by: .seconds(60)))
    #expect(try self.account(two).join(Self.passphrase("eight wild ferrets"), by: .seconds(60)))
    try two.set(["d": "gazebo"])
    try round(two)
    try round(one)
    #expect(try one.value("b") == "parasol" && one.value("d") == "gazebo")
    #expect(try mirror.addresses(of: "ann", sealedWith: oldKey, by: .seconds(9)).isEmpty)
  }

  @Test func `an older version is blocked, and one without the key changes nothing`()
    throws
  {
    try one.set(["a": "umbrella"])
    try round(one)
    try seal(one)
    try round(one)
    let before = try files()
    #expect(try #require(before["ann"]).starts(with: "The settings of this account".utf8))
    #expect(throws: CloudError.self) { try round(two) }
    let clear = try CloudAddress(account: "ann", domain: Machine.name)
    var document = CloudDocument(mirror: try FileSystem.live.mirrorIDs(in: folder)[0])
    document.records["a"] = nil
    #expect(throws: CloudError.self) {
      _ = try mirror.push(
        document, to: clear, from: CloudDevice(random: 1), expecting: CloudSnapshot.noRevision,
        by: .seconds(9))
    }
    #expect(try files() == before)
  }

  @Test func `keys that others can read are rejected`() throws {
    try sealOne()
    let keys = one.locations.data + "/keys"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys)
    let error = #expect(throws: CloudError.self) { try round(one) }
    #expect(error?.message.contains("chmod 600 \(keys)") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys)
    try round(one)
  }

  @Test func `the next push restores the file that blocks older versions`() throws {
    try sealOne()
    let old = try files()
    #expect(old["ann"] != nil)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      if !name.hasPrefix("settee-mirror") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    try round(one)
    #expect(try Set(files().keys) == Set(old.keys))
  }
}
