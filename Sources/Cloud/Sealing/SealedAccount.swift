package import SetteeStorage

/// One account of one mirror as far as sealing goes: which key counts, and how it becomes another one.
///
/// Sealing, a new key and the end of sealing are one act: every document of the account is written for
/// the next epoch, where nobody looks yet; then the new seal is put in the mirror, which is the one
/// moment that counts; then what stood there before is taken away. Stopped anywhere and begun again it
/// comes to its end, and whoever reads meanwhile reads one epoch whole.
package struct SealedAccount: Sendable {
  let mirror: any MirrorBackend
  let account: String
  let ring: KeyRing
  private let locations: Locations

  package init(mirror: CloudMirror, account: String, locations: Locations) {
    self.init(mirror.backend, account: account, locations)
  }

  init(_ mirror: any MirrorBackend, account: String, _ locations: Locations) {
    (self.mirror, self.account, self.locations) = (mirror, account, locations)
    ring = KeyRing(locations)
  }

  private var place: String { "\(mirror.place) \(account)" }

  // MARK: Which key counts

  /// How things stand.
  struct Standing {
    /// The key that counts; nil in clear.
    var key: AccountKey?
    /// The seal that counts; nil where there never was one.
    var seal: Seal?
    /// What the mirror shows.
    var found: [Seal]
    /// Whether the mirror shows none, or an older one than this device has seen.
    var wentBack = false
  }

  /// Which key counts now; what is met first is noted, but by who only looks.
  func standing(
    by deadline: CloudDeadline, notes: Bool = true
  ) throws(CloudError) -> Standing {
    let found = try mirror.seals(of: account, by: deadline)
    let known = try ring.seals(at: place).last
    var sound: [Seal] = []
    for seal in found {
      let isForged = seal == known ? false : try isForged(seal, beside: known)
      if !isForged { sound.append(seal) }
    }
    let newest = sound.max { $0.epoch < $1.epoch }
    guard let newest, known.map({ $0.epoch <= newest.epoch }) ?? true else {
      return Standing(key: try key(of: known), seal: known, found: found, wentBack: known != nil)
    }
    // What this device has no key for is not its own to follow yet.
    let key = try key(of: newest)
    if newest != known, notes { try ring.note(newest, at: place) }
    return Standing(
      key: key, seal: newest, found: found, wentBack: sound.count < found.count)
  }

  /// Whether somebody without the key has written or changed a seal; one of a key that this device
  /// never had it cannot judge.
  private func isForged(_ seal: Seal, beside known: Seal?) throws(CloudError) -> Bool {
    guard seal.isOpen else {
      try Sodium.check(mirror.place)
      let key = try ring.key(of: seal.epoch, account: account)
      return key.map { !seal.isProved(by: $0) } ?? false
    }
    // Only who had the key may say that all goes on in clear.
    guard let known, !known.isOpen, known.epoch < seal.epoch else { return false }
    if let key = try key(of: known), seal.isProved(by: key) { return false }
    // The end of the epoch that is known here would be proved by its key; of a later one nobody knows.
    if seal.epoch.number == known.epoch.number + 1 { return true }
    throw CloudError(
      .refused,
      "The mirror at \(mirror.place) says that it is sealed no more, and this device cannot check that: "
        + "nothing was sent or taken; ask a device that has its newest key, or remove "
        + "\(Seal.stem(of: account)) there.")
  }

  /// The key of a seal; nil for none, and for one that ends the sealing.
  private func key(of seal: Seal?) throws(CloudError) -> AccountKey? {
    guard let seal, !seal.isOpen else { return nil }
    try Sodium.check(mirror.place)
    if let key = try ring.key(of: seal.epoch, account: account) { return key }
    let isNew = try ring.seals(at: place).isEmpty
    throw CloudError(
      .refused,
      "The mirror at \(mirror.place) \(isNew ? "is sealed" : "was given a new key"): run “settee join” "
        + "and type its passphrase; nothing was sent or taken.")
  }

  /// The keys of earlier epochs that this device still has.
  func former(than key: AccountKey) throws(CloudError) -> [AccountKey] {
    var keys: [AccountKey] = []
    for seal in try ring.seals(at: place) where !seal.isOpen && seal.epoch != key.epoch {
      if let key = try ring.key(of: seal.epoch, account: account) { keys.append(key) }
    }
    return keys
  }

  /// What a command says of an account before it asks for anything.
  package enum State: Sendable, Equatable {
    case clear
    case sealed
    /// Sealed, and this device has no key.
    case foreign
  }

  /// Whether somebody with the key has ended the sealing.
  package func isUnsealed(by deadline: CloudDeadline) throws(CloudError) -> Bool {
    try standing(by: deadline).seal?.isOpen ?? false
  }

  package func state(by deadline: CloudDeadline) throws(CloudError) -> State {
    let newest = try mirror.seals(of: account, by: deadline).max { $0.epoch < $1.epoch }
    guard let newest, !newest.isOpen else {
      return try standing(by: deadline, notes: false).key == nil ? .clear : .sealed
    }
    try Sodium.check(mirror.place)
    let key = try ring.key(of: newest.epoch, account: account)
    return key == nil ? .foreign : .sealed
  }

  // MARK: Joining

  /// Takes the key of a sealed account, by its passphrase or its recovery code; false where neither
  /// opens it.
  package func join(
    _ passphrase: SecretBytes, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    try Sodium.check(mirror.place)
    let found = try mirror.seals(of: account, by: deadline)
    guard let seal = found.filter({ !$0.isOpen }).max(by: { $0.epoch < $1.epoch }) else {
      throw CloudError(
        .usage, "The mirror at \(mirror.place) is not sealed: there is nothing to join.")
    }
    if let known = try ring.seals(at: place).last, seal.epoch < known.epoch {
      throw CloudError(
        .refused,
        "The mirror at \(mirror.place) shows an older seal than this device has seen; sync a device "
          + "that has its key first.")
    }
    var key = RecoveryCode(typed: passphrase).flatMap { seal.key(of: account, recovery: $0) }
    if key == nil { key = try seal.key(of: account, passphrase: passphrase) }
    guard let key else { return false }
    try ring.keep(key)
    try ring.note(seal, at: place)
    return true
  }

  // MARK: A new seal

  /// Says why nothing can be sealed or opened here, before anybody types a passphrase.
  package func check() throws(CloudError) { try Sodium.check(mirror.place) }

  /// A key that nobody uses yet, and the only sight of its recovery code.
  package struct NewSeal: Sendable {
    let key: AccountKey
    let seal: Seal
    package let recovery: RecoveryCode
  }

  /// Draws a key.
  package func newSeal(
    _ passphrase: SecretBytes, by deadline: CloudDeadline
  ) throws(CloudError) -> NewSeal {
    try newSeal(passphrase, cost: .usual, by: deadline)
  }

  func newSeal(
    _ passphrase: SecretBytes, cost: Seal.Cost, by deadline: CloudDeadline
  ) throws(CloudError) -> NewSeal {
    try Sodium.check(mirror.place)
    let number = try standing(by: deadline, notes: false).seal?.epoch.number ?? 0
    let key = AccountKey(.random(32), epoch: .after(number), account: account)
    let recovery = RecoveryCode.random()
    return NewSeal(
      key: key, seal: try Seal(key, passphrase: passphrase, recovery: recovery, cost: cost),
      recovery: recovery)
  }

  /// What of each domain stays out of a mirror in clear: its secrets; nil where nobody here knows them.
  package typealias Secrets = (_ domain: String) -> Set<CloudKey>?

  /// Seals the account, or gives it a new key.
  package func take(_ new: NewSeal, by deadline: CloudDeadline) throws(CloudError) {
    try ring.keep(new.key)
    try ring.noteBegun(new.seal, at: place)
    try change(to: new.seal, new.key, leaving: { _ in [] }, by: deadline)
    try mirror.bar(account, true)
  }

  /// Ends the sealing; secrets stay home, and what nobody here can tell from secrets stays sealed.
  package func unseal(
    _ passphrase: SecretBytes, leaving secrets: Secrets, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    let standing = try standing(by: deadline)
    guard let key = standing.key, let seal = standing.seal,
      try seal.key(of: account, passphrase: passphrase) != nil
    else { return false }
    try mirror.bar(account, false)
    try change(to: Seal(ending: key), nil, leaving: secrets, by: deadline)
    return true
  }

  /// The domains that the mirror has documents of.
  package func domains(by deadline: CloudDeadline) throws(CloudError) -> [String] {
    let key = try standing(by: deadline, notes: false).key
    return try mirror.addresses(of: account, sealedWith: key, by: deadline).map(\.domain).sorted()
  }

  /// Does what an earlier change that was stopped left over; the number of documents that stay, since
  /// others have written what is nowhere else yet.
  package func finish(by deadline: CloudDeadline) throws(CloudError) -> Int {
    let standing = try standing(by: deadline)
    for seal in try ring.begun(at: place) where seal != standing.seal {
      try mirror.discard(seal.epoch, by: deadline)
      try ring.forgetBegun(seal, at: place)
    }
    let former = try ring.seals(at: place).filter { !$0.isOpen && $0 != standing.seal }
    guard let key = standing.key else {
      for seal in former { try removeUnsealed(seal, by: deadline) }
      return 0
    }
    var left = try remove(nil, for: key, by: deadline)
    for seal in former {
      guard let old = try ring.key(of: seal.epoch, account: account) else { continue }
      let count = try remove(old, for: key, by: deadline)
      if count == 0 { try mirror.discard(seal.epoch, by: deadline) }
      left += count
    }
    try mirror.bar(account, true)
    return left
  }

  /// Takes away the sealed documents of domains that are in clear again.
  private func removeUnsealed(_ seal: Seal, by deadline: CloudDeadline) throws(CloudError) {
    guard let key = try ring.key(of: seal.epoch, account: account) else { return }
    let clear = try mirror.addresses(of: account, sealedWith: nil, by: deadline).map(\.domain)
    try removeAll(of: key, where: { clear.contains($0) }, by: deadline)
    if try mirror.addresses(of: account, sealedWith: key, by: deadline).isEmpty {
      try mirror.discard(seal.epoch, by: deadline)
    }
  }

  private func change(
    to seal: Seal, _ key: AccountKey?, leaving secrets: Secrets, by deadline: CloudDeadline
  ) throws(CloudError) {
    let before = try standing(by: deadline)
    for address in try mirror.addresses(of: account, sealedWith: before.key, by: deadline) {
      guard let left = secrets(address.domain) else { continue }
      try copy(address, to: address.sealed(with: key), without: left, by: deadline)
    }
    guard try mirror.publish(seal, of: account, over: before.found, by: deadline) else {
      throw CloudError(
        .refused,
        "Another device has sealed the mirror at \(mirror.place) at this moment: run “settee join”."
      )
    }
    try ring.note(seal, at: place)
    if let key {
      _ = try remove(before.key, for: key, by: deadline)
    } else if let old = before.seal {
      try removeUnsealed(old, by: deadline)
    }
  }

  /// Writes what stands at one address to another one, as this device's.
  private func copy(
    _ address: CloudAddress, to target: CloudAddress, without left: Set<CloudKey>,
    by deadline: CloudDeadline
  ) throws(CloudError) {
    let snapshot = try mirror.pull(address, by: deadline)
    guard var document = snapshot.document else { return }
    if !left.isEmpty { document.records = document.records.filter { !left.contains($0.key) } }
    let device = try device(in: address.domain)
    while !deadline.isOver {
      let there = try mirror.pull(target, by: deadline).revision
      if try mirror.push(document, to: target, from: device, expecting: there, by: deadline) != nil
      {
        return
      }
    }
    throw CloudError(.unreachable, "\(mirror.place) was changed by others at every try.")
  }

  /// The name under which this device writes a domain's documents.
  private func device(in domain: String) throws(CloudError) -> CloudDevice {
    // What is no name of a domain was put there by nobody who has settings of it here.
    guard let name = try? DomainName(domain) else {
      return CloudDevice(random: .random(in: 1 ... .max))
    }
    let folder = CloudStateFolder(name, locations)
    if let id = try folder.places().mirrors[place], let state = try folder.state(id, account) {
      return state.device
    }
    return try folder.device()
  }

  // MARK: What stood there before

  /// Takes away what was sealed with an older key, or stood in clear, and is contained in documents of
  /// a newer one; the number of those that are not.
  private func remove(
    _ old: AccountKey?, for key: AccountKey, by deadline: CloudDeadline
  ) throws(CloudError) -> Int {
    var left = 0
    for address in try mirror.addresses(of: account, sealedWith: old, by: deadline) {
      guard let now = try mirror.pull(address.sealed(with: key), by: deadline).document else {
        left += 1
        continue
      }
      left += try mirror.remove(address, containedIn: now, of: nil, by: deadline)
    }
    return left
  }

  /// Takes away what was sealed with a key that counts no more.
  private func removeAll(
    of key: AccountKey, where isMeant: (String) -> Bool, by deadline: CloudDeadline
  ) throws(CloudError) {
    for address in try mirror.addresses(of: account, sealedWith: key, by: deadline)
    where isMeant(address.domain) {
      guard let document = try mirror.pull(address, by: deadline).document else { continue }
      _ = try mirror.remove(address, containedIn: document, of: nil, by: deadline)
    }
  }
}
