import Foundation
import SetteeValues
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles
@testable import SetteeStorage

/// Tests how a device reacts when seals or keys are changed, hidden, or rolled back.
extension SealingTests {
  @Test func `a removed or outdated seal is restored, and no device sends plaintext`()
    throws
  {
    try sealOne()
    let first = try #require(try files().keys.first { $0.hasPrefix("settee-seal-") })
    let old = try #require(try files()[first])
    let renewed = account(one)
    try renewed.activate(
      try renewed.newSeal(Self.passphrase(), cost: Self.cheap, by: .seconds(60)),
      by: .seconds(60))
    let newest = try #require(try files().keys.first { $0.hasPrefix("settee-seal-") })
    #expect(newest != first)
    for planted in [nil, old] {
      try FileManager.default.removeItem(atPath: "\(folder)/\(newest)")
      try planted?.write(to: URL(fileURLWithPath: "\(folder)/\(first)"))
      try one.set(["a": planted == nil ? "parasol" : "gazebo"])
      #expect(try round(one).warnings.contains { $0.contains("older state") })
      #expect(try files().keys.filter { $0.hasPrefix("settee-seal-") } == [newest])
      #expect(try !isAnywhere("parasol") && !isAnywhere("gazebo"))
    }
  }

  @Test(arguments: [true, false])
  func `only a device with the key can end the encryption`(isOurs: Bool) throws {
    try sealOne()
    let ours = try theSeal()
    let stranger = AccountKey(
      .random(32), epoch: SealEpoch(number: 4, bytes: Sodium.random(16)), account: "ann")
    let theirs = try Seal(
      stranger, passphrase: Self.passphrase("hat"), recovery: .random(), cost: Self.cheap)
    let end = Seal(ending: isOurs ? ours : theirs, by: stranger)
    #expect(try mirror.publish(end, of: "ann", over: [], by: .seconds(9)))
    try one.set(["a": "parasol"])
    if isOurs {
      // A device accepts the end of encryption only if it is authenticated with the key. This one
      // isn't, so the device restores the seal.
      try round(one)
      #expect(try mirror.seals(of: "ann", by: .seconds(9)).map(\.endsSealing) == [false])
    } else {
      let error = #expect(throws: CloudError.self) { try round(one) }
      #expect(error?.message.contains("can't verify that") == true)
      #expect(try !account(one).join(Self.passphrase(), by: .seconds(60)))
    }
    #expect(try !isAnywhere("parasol"))
  }

  private func theSeal() throws -> Seal {
    try #require(
      try mirror.seals(of: "ann", by: .seconds(9)).max { $0.epoch < $1.epoch })
  }

  @Test func `a device remembers the seals it has seen, also without the key`() throws {
    try one.set(["a": "umbrella"])
    try round(one)
    try two.set(["b": "gazebo"])
    try seal(one)
    #expect(throws: CloudError.self) { try round(two) }
    for name in try files().keys where name.hasPrefix("settee-seal-") || name == "ann" {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.message.contains("settee join") == true)
    #expect(try !isAnywhere("gazebo"))
    // The passphrase still opens the seal that this device has seen, so the device restores it.
    try join(two)
    try round(two)
    #expect(try files().keys.contains { $0.hasPrefix("settee-seal-") } && !isAnywhere("gazebo"))
  }

  @Test func `no device accepts an older key, and each verifies the end with the passphrase`()
    throws
  {
    try sealBoth()
    let (first, old) = try (theSeal(), files())
    let renewed = account(one)
    try renewed.activate(
      try renewed.newSeal(
        Self.passphrase("eight wild ferrets"), cost: Self.cheap, by: .seconds(60)),
      by: .seconds(60))
    let name = try theSeal().name(of: "ann")
    #expect(throws: CloudError.self) { try round(two) }
    // Simulate a mirror owner who rolls the mirror back.
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    for (path, data) in old { try put(data, path) }
    try two.set(["b": "gazebo"])
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.message.contains("new key") == true)
    #expect(try !account(two).join(Self.passphrase(), by: .seconds(60)))
    try FileManager.default.removeItem(
      atPath: "\(folder)/\(Seal.stem(of: "ann"))-\(first.epoch.id)")
    // The other device restores its seal. Then it ends the encryption.
    try round(one)
    #expect(
      try account(one).unseal(
        Self.passphrase("eight wild ferrets"), leaving: { _, _ in [] }, by: .seconds(60)))
    let end = #expect(throws: CloudError.self) { try round(two) }
    #expect(end?.message.contains("can't verify that") == true)
    #expect(try account(two).join(Self.passphrase("eight wild ferrets"), by: .seconds(60)))
    try round(two)
    try round(one)
    #expect(try one.value("b") == "gazebo" && isAnywhere("gazebo"))
  }

  private func put(_ data: Data, _ path: String) throws {
    let place = URL(fileURLWithPath: "\(folder)/\(path)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }

  @Test func `an unreadable or missing seal never leads to plaintext`()
    throws
  {
    try sealOne()
    try two.set(["b": "gazebo"])
    let name = try theSeal().name(of: "ann")
    let whole = try #require(try files()[name])
    for damaged in [Data(), whole.prefix(90), Data(whole.reversed())] {
      try put(damaged, name)
      for machine in [one, two] {
        let error = #expect(throws: CloudError.self) { try round(machine) }
        #expect(error?.message.contains(name) == true)
      }
    }
    // Simulate a sync program that delivers the documents before the seal and the block.
    for path in [name, "ann"] { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.message.contains("no seal yet") == true)
    #expect(try !isAnywhere("gazebo"))
    try round(one)
    try join(two)
    try round(two)
    #expect(try two.value("a") == "umbrella" && !isAnywhere("gazebo"))
  }

  @Test func `a corrupt key is reported, and joining again repairs it`() throws {
    try sealBoth()
    let path = "\(two.locations.data)/keys"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // The key is random, so it can already end in this byte.
    let end = whole.suffix(3) == Data("00\n".utf8) ? "ff\n" : "00\n"
    for damage in [whole.prefix(50), whole.dropLast(3) + Data(end.utf8), Data()] {
      try damage.write(to: URL(fileURLWithPath: path))
      try two.set(["b": .string("gazebo\(damage.count)")])
      let error = #expect(throws: CloudError.self) { try round(two) }
      #expect(error?.message.contains("settee join") == true)
      #expect(try account(two).state(by: .seconds(9)).problem != nil)
      try join(two)
      try round(two)
    }
    try round(one)
    #expect(try one.value("b") == "gazebo0")
    let seals = "\(two.locations.state)/seals.plist"
    try Data("no list".utf8).write(to: URL(fileURLWithPath: seals))
    let error = #expect(throws: CloudError.self) { try round(two) }
    #expect(error?.message.contains("seals.plist") == true)
  }

  @Test func `an unknown marker doesn't restore older values`() throws {
    try sealBoth()
    try round(one)
    let old = try files()
    let mark = try #require(old.keys.first { $0.hasPrefix("settee-mirror") })
    try one.set(["a": "parasol", "b": nil])
    try round(one)
    try round(two)
    #expect(try two.value("b") == nil)
    try FileManager.default.removeItem(atPath: "\(folder)/\(mark)")
    try FileSystem.live.writeMirrorID("00000000deadbeef", in: folder)
    try round(two)
    for (path, data) in old { try put(data, path) }
    try round(two)
    try round(one)
    #expect(try two.value("a") == "parasol" && two.value("b") == nil)
    #expect(try one.value("a") == "parasol" && one.value("b") == nil)
  }

  @Test func `a modified seal is restored`() throws {
    try sealOne()
    let name = try #require(try files().keys.first { $0.hasPrefix("settee-seal-") })
    let whole = try #require(try files()[name])
    guard case .dictionary(var list) = try PropertyList(reading: Array(whole)) else { return }
    for (entry, value) in [
      ("number", PropertyList.integer(7)), ("recovery", .data(Data(repeating: 1, count: 72))),
    ] {
      list[entry] = value
      try Data(PropertyList.dictionary(list).binary()).write(
        to: URL(fileURLWithPath: "\(folder)/\(name)"))
      try one.set(["b": .string(entry)])
      #expect(try round(one).warnings.contains { $0.contains("older state") })
      #expect(try files()[name] == whole, "\(entry)")
    }
    try join(two)
    try round(two)
    #expect(try two.value("b") == "recovery")
  }

  @Test func `an invalid document is named with a suggestion, and nothing else is reported`()
    throws
  {
    try sealBoth()
    let own = try #require(try files().keys.first { $0.hasSuffix(".sealed") })
    let stray = FilePath.folder(of: own) + "/0123456789abcdef.sealed"
    for name in [stray, own] {
      try put(Data("garbage".utf8), name)
      let warnings = try round(one).warnings
      #expect(warnings.count == (name == stray ? 1 : 2), "\(warnings)")
      #expect(
        warnings.allSatisfy { $0.contains(folder) && $0.contains("remove it") }, "\(warnings)")
    }
  }
}
