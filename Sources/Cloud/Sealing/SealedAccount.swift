package import SetteeStorage
package import SetteeValues

/// The encryption of one account in one mirror.
///
/// Encrypting an account, changing its key, and decrypting it all work in the same way. First,
/// Settee writes all documents for the next epoch, which no device reads yet. Then it publishes the
/// new seal, and the change takes effect. Finally, it removes the old documents. If the process is
/// interrupted, running it again completes the change.
package struct SealedAccount: Sendable {
  let mirror: any MirrorBackend
  let account: String
  let ring: KeyRing
  private let locations: SettingsDirectories

  package init(mirror: CloudMirror, account: String, locations: SettingsDirectories) {
    self.init(mirror.backend, account: account, locations)
  }

  init(_ mirror: any MirrorBackend, account: String, _ locations: SettingsDirectories) {
    (self.mirror, self.account, self.locations) = (mirror, account, locations)
    ring = KeyRing(locations)
  }

  /// The name under which this device saves the state of the account in this mirror.
  var place: String { "\(mirror.place) \(account)" }

  // MARK: The key in effect

  /// The encryption state of an account in a mirror.
  package struct Encryption {
    /// The current key of the account, or `nil` if the account is unencrypted.
    var key: AccountKey?
    /// The current seal of the account, or `nil` if the account was never encrypted.
    var seal: Seal?
    /// The seals that the mirror contains for the account.
    var found: [Seal]
    /// A Boolean value that indicates whether the mirror's seal is missing, invalid, or outdated.
    var isRolledBack = false
    /// The reason why this device can't send or receive the settings of the account, for example
    /// because it doesn't have the key.
    package var problem: CloudError?

    /// A Boolean value that indicates whether the account is encrypted and this device has its key.
    package var isSealed: Bool { key != nil }
  }

  /// Returns the current encryption state, or throws an error if this device doesn't have the key.
  ///
  /// If `savesSeal` is `true`, this method saves a new seal in the key ring.
  func encryption(by deadline: CloudDeadline, savesSeal: Bool = true) throws
    -> Encryption
  {
    let encryption = try readEncryption(by: deadline, savesSeal: savesSeal)
    if let problem = encryption.problem { throw problem }
    return encryption
  }

  private func readEncryption(by deadline: CloudDeadline, savesSeal: Bool) throws
    -> Encryption
  {
    let found = try mirror.seals(of: account, by: deadline)
    let known = try ring.seals(at: place).last
    // Encrypted documents without a seal can also result from an interrupted change by this device.
    if found.isEmpty, known == nil, try ring.begun(at: place).isEmpty { try mirror.checkComplete() }
    var valid: [Seal] = []
    for seal in found {
      let isGiven = seal == known || seal.endsSealing && known == nil
      if try isGiven ? true : !isForged(seal) { valid.append(seal) }
    }
    let newest = valid.max { $0.epoch < $1.epoch }
    guard let newest, known.map({ $0.epoch <= newest.epoch }) ?? true else {
      return try addingKey(Encryption(seal: known, found: found, isRolledBack: known != nil))
    }
    var encryption = Encryption(seal: newest, found: found, isRolledBack: valid.count < found.count)
    if let ended = newest.ended, newest != known, let known, !known.endsSealing,
      try ring.key(of: ended.epoch, account: account) == nil
    {
      encryption.problem = CloudError(
        .refused,
        "The mirror at \(mirror.place) claims that it is no longer encrypted, but this device "
          + "can't verify that. Run 'settee join' and enter its last passphrase. Nothing was "
          + "sent or received.")
      return encryption
    }
    // Save the seal even without its key so that a later rollback of the mirror is detected.
    if newest != known, savesSeal { try ring.note(newest, at: place) }
    return try addingKey(encryption)
  }

  /// Adds the key of the current seal to the encryption state, or the reason why the key is
  /// missing.
  private func addingKey(_ encryption: Encryption) throws -> Encryption {
    guard let seal = encryption.seal, !seal.endsSealing else { return encryption }
    var encryption = encryption
    try Sodium.check(mirror.place)
    encryption.key = try ring.key(of: seal.epoch, account: account)
    if encryption.key.map({ seal.isAuthenticated(by: $0) }) ?? false { return encryption }
    let others = try ring.seals(at: place).contains { $0 != seal && !$0.endsSealing }
    let what =
      encryption.key != nil
      ? "has a seal that doesn't match the local key"
      : others ? "has a new key" : "is encrypted"
    encryption.key = nil
    encryption.problem = CloudError(
      .refused,
      "The mirror at \(mirror.place) \(what): run 'settee join' and enter its passphrase. "
        + "Nothing was sent or received.")
    return encryption
  }

  /// Returns whether someone without the account's key is known to have modified a seal.
  private func isForged(_ seal: Seal) throws -> Bool {
    try Sodium.check(mirror.place)
    let key = try ring.key(of: (seal.ended ?? seal).epoch, account: account)
    return key.map { !seal.isAuthenticated(by: $0) } ?? false
  }

  /// Returns the keys of earlier epochs that are still stored on this device.
  func former(than key: AccountKey) throws -> [AccountKey] {
    let seals = try ring.seals(at: place).filter { !$0.endsSealing && $0.epoch != key.epoch }
    return try seals.map { seal in
      try ring.key(of: seal.epoch, account: account)
    }.compactMap { $0 }
  }

  /// Returns whether someone with the key has ended the encryption of the account.
  package func isUnsealed(by deadline: CloudDeadline) throws -> Bool {
    try encryption(by: deadline).seal?.endsSealing ?? false
  }

  /// Returns the current encryption state of the account without saving a new seal.
  package func state(by deadline: CloudDeadline) throws -> Encryption {
    try readEncryption(by: deadline, savesSeal: false)
  }

  /// Returns the seal with which a passphrase is checked.
  ///
  /// If the account is no longer encrypted, this is the previous seal. A newer seal that this
  /// device has seen takes precedence over the mirror's seal, because the mirror might have been
  /// rolled back.
  package func sealToOpen(by deadline: CloudDeadline) throws -> Seal {
    let known = try ring.seals(at: place).last
    let newest = try (mirror.seals(of: account, by: deadline) + [known].compactMap { $0 })
      .max { $0.epoch < $1.epoch }
    guard let newest, !newest.endsSealing || !(known?.endsSealing ?? true) else {
      throw CloudError(
        .usage, "The mirror at \(mirror.place) isn't encrypted, so there is nothing to join.")
    }
    return newest
  }

  /// Stores the key of an encrypted account on this device, so that the device can sync with the
  /// mirror.
  ///
  /// This method returns `false` if the given text is neither the passphrase nor the recovery code.
  /// If `isDryRun` is `true`, the method checks the text and stores nothing.
  package func join(
    _ passphrase: SecretBytes, isDryRun: Bool = false, by deadline: CloudDeadline
  ) throws -> Bool {
    try Sodium.check(mirror.place)
    let newest = try sealToOpen(by: deadline)
    let seal = newest.ended ?? newest
    var key = RecoveryCode(typed: passphrase).flatMap { seal.key(of: account, recovery: $0) }
    if key == nil { key = try seal.key(of: account, passphrase: passphrase) }
    guard let key, newest.isAuthenticated(by: key) else { return false }
    if isDryRun { return true }
    try ring.keep(key)
    try ring.note(newest, at: place)
    return true
  }

  // MARK: Changing the key

  /// Throws an error if the libsodium library, which encrypts accounts, is missing.
  ///
  /// Call this method before asking the user for a passphrase.
  package func check() throws { try Sodium.check(mirror.place) }

  /// A generated account key that isn't in effect yet, and its recovery code, which Settee doesn't
  /// store.
  package struct NewSeal: Sendable {
    let key: AccountKey
    let seal: Seal
    package let recovery: RecoveryCode
  }

  /// Generates a new key for the account, which the passphrase protects.
  package func newSeal(
    _ passphrase: SecretBytes, cost: Seal.Cost = .usual, by deadline: CloudDeadline
  ) throws -> NewSeal {
    try Sodium.check(mirror.place)
    let number = try encryption(by: deadline, savesSeal: false).seal?.epoch.number ?? 0
    let key = AccountKey(.random(32), epoch: .after(number), account: account)
    let recovery = RecoveryCode.random()
    return NewSeal(
      key: key, seal: try Seal(key, passphrase: passphrase, recovery: recovery, cost: cost),
      recovery: recovery)
  }

  /// A closure that returns the secret keys of a domain, or `nil` if they are unknown.
  ///
  /// Secrets aren't copied to an unencrypted mirror.
  package typealias Secrets = (_ domain: String, _ keys: Set<Key>) -> Set<Key>?

  /// Encrypts the account with a new key, or changes the key of an encrypted account.
  package func activate(_ new: NewSeal, by deadline: CloudDeadline) throws {
    try ring.keep(new.key)
    try ring.noteBegun(new.seal, at: place)
    try change(to: new.seal, new.key, leaving: { _, _ in [] }, by: deadline)
    try mirror.setBlocked(account, true)
  }

  /// Returns whether a new seal has taken effect, even if a later step failed.
  package func isInEffect(_ new: NewSeal) -> Bool {
    (try? ring.seals(at: place).last) == new.seal
  }

  /// Ends the encryption of the account by copying its documents to the mirror unencrypted.
  ///
  /// Secrets aren't copied to the unencrypted documents, and neither are domains whose secrets are
  /// unknown on this device.
  package func unseal(
    _ passphrase: SecretBytes, leaving secrets: Secrets, by deadline: CloudDeadline
  ) throws -> Bool {
    let encryption = try encryption(by: deadline)
    guard let key = encryption.key, let seal = encryption.seal,
      try seal.key(of: account, passphrase: passphrase) != nil
    else { return false }
    try mirror.setBlocked(account, false)
    try change(to: Seal(ending: seal, by: key), nil, leaving: secrets, by: deadline)
    return true
  }

  /// Returns the domains in the mirror and the keys of their settings.
  package func domains(by deadline: CloudDeadline) throws -> [String: Set<Key>] {
    let key = try encryption(by: deadline, savesSeal: false).key
    var domains: [String: Set<Key>] = [:]
    for address in try mirror.addresses(of: account, sealedWith: key, by: deadline) {
      let records = try mirror.pull(address, by: deadline).document?.records ?? [:]
      domains[address.domain] = Set(records.keys)
    }
    return domains
  }

  /// Completes an earlier encryption change that was interrupted.
  ///
  /// - Returns: The number of remaining documents, which contain changes by other devices that
  ///   haven't been copied yet.
  package func finish(by deadline: CloudDeadline) throws -> Int {
    let encryption = try encryption(by: deadline)
    for seal in try ring.begun(at: place) where seal != encryption.seal {
      try mirror.purge(seal.epoch, of: account, by: deadline)
      try ring.forgetBegun(seal, at: place)
    }
    let former = try ring.seals(at: place).filter { !$0.endsSealing && $0 != encryption.seal }
    guard let key = encryption.key else {
      for seal in former { try removeUnsealed(seal, by: deadline) }
      return 0
    }
    var left = try remove(nil, for: key, by: deadline)
    for seal in former {
      guard let old = try ring.key(of: seal.epoch, account: account) else { continue }
      let count = try remove(old, for: key, by: deadline)
      if count == 0 { try mirror.purge(seal.epoch, of: account, by: deadline) }
      left += count
    }
    try mirror.setBlocked(account, true)
    return left
  }

  /// Removes the encrypted documents of domains that are no longer encrypted.
  private func removeUnsealed(_ seal: Seal, by deadline: CloudDeadline) throws {
    guard let key = try ring.key(of: seal.epoch, account: account) else { return }
    let clear = try mirror.addresses(of: account, sealedWith: nil, by: deadline).map(\.domain)
    for address in try mirror.addresses(of: account, sealedWith: key, by: deadline)
    where clear.contains(address.domain) {
      guard let document = try mirror.pull(address, by: deadline).document else { continue }
      _ = try mirror.remove(address, containedIn: document, of: nil, by: deadline)
    }
    if try mirror.addresses(of: account, sealedWith: key, by: deadline).isEmpty {
      try mirror.purge(seal.epoch, of: account, by: deadline)
    }
  }

  private func change(
    to seal: Seal, _ key: AccountKey?, leaving secrets: Secrets, by deadline: CloudDeadline
  ) throws {
    let before = try encryption(by: deadline)
    for address in try mirror.addresses(of: account, sealedWith: before.key, by: deadline) {
      try copy(address, to: address.sealed(with: key), leaving: secrets, by: deadline)
    }
    guard try mirror.publish(seal, of: account, over: before.found, by: deadline) else {
      throw CloudError(
        .refused,
        "Another device has just encrypted the mirror at \(mirror.place). Run 'settee join'.")
    }
    try ring.note(seal, at: place)
    if let key {
      _ = try remove(before.key, for: key, by: deadline)
    } else if let old = before.seal {
      try removeUnsealed(old, by: deadline)
    }
  }

  /// Copies a document from one address in the mirror to another under this device's ID.
  private func copy(
    _ address: CloudAddress, to target: CloudAddress, leaving secrets: Secrets,
    by deadline: CloudDeadline
  ) throws {
    let snapshot = try mirror.pull(address, by: deadline)
    guard var document = snapshot.document,
      let left = secrets(address.domain, Set(document.records.keys))
    else { return }
    if !left.isEmpty { document.records = document.records.filter { !left.contains($0.key) } }
    let device = try device(in: address.domain)
    while !deadline.isOver {
      let there = try mirror.pull(target, by: deadline).revision
      let taken = try mirror.push(
        document, to: target, from: device, expecting: there, by: deadline)
      if taken != nil { return }
    }
    throw CloudError(.unreachable, "\(mirror.place) kept changing during every attempt.")
  }

  /// Returns the ID that this device uses when it writes documents of a domain.
  private func device(in domain: String) throws -> CloudDevice {
    // If the domain name is invalid, another program created the domain, so this device has no ID
    // for it.
    guard let name = try? DomainName(domain) else {
      return CloudDevice(random: .random(in: 1 ... .max))
    }
    let folder = CloudStateFolder(name, locations)
    if let state = try folder.state(at: place, account) { return state.device }
    return try folder.device()
  }

  /// Removes unencrypted documents and documents with an older key if newer documents include them.
  ///
  /// - Returns: The number of documents that aren't included.
  private func remove(
    _ old: AccountKey?, for key: AccountKey, by deadline: CloudDeadline
  ) throws -> Int {
    var left = 0
    for address in try mirror.addresses(of: account, sealedWith: old, by: deadline) {
      if let now = try mirror.pull(address.sealed(with: key), by: deadline).document {
        left += try mirror.remove(address, containedIn: now, of: nil, by: deadline)
      } else {
        left += 1
      }
    }
    return left
  }
}
