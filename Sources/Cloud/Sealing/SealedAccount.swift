package import SetteeStorage

/// One account of one mirror as far as sealing goes: which key counts, and how it becomes another one.
///
/// Sealing, a new key and the end of sealing are one act: every document is written for the next epoch,
/// where nobody looks yet; then the new seal is put in the mirror, which is the one moment that counts;
/// then what stood there before is taken away. Stopped anywhere and begun again it comes to its end.
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

  /// Under which this device remembers the account at this mirror.
  var place: String { "\(mirror.place) \(account)" }

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
    /// Why this device may neither send nor take.
    var trouble: CloudError?
  }

  /// Which key counts now; what is met first is noted, but by who only looks.
  func standing(by deadline: CloudDeadline, notes: Bool = true) throws(CloudError) -> Standing {
    let standing = try look(by: deadline, notes: notes)
    if let trouble = standing.trouble { throw trouble }
    return standing
  }

  private func look(by deadline: CloudDeadline, notes: Bool) throws(CloudError) -> Standing {
    let found = try mirror.seals(of: account, by: deadline)
    let known = try ring.seals(at: place).last
    // What this device has begun to seal, and was stopped at, is no seal on its way.
    if found.isEmpty, known == nil, try ring.begun(at: place).isEmpty { try mirror.checkWhole() }
    var sound: [Seal] = []
    for seal in found {
      let isGiven = seal == known || seal.endsSealing && known == nil
      if try isGiven ? true : !isForged(seal) { sound.append(seal) }
    }
    let newest = sound.max { $0.epoch < $1.epoch }
    guard let newest, known.map({ $0.epoch <= newest.epoch }) ?? true else {
      return try following(Standing(seal: known, found: found, wentBack: known != nil))
    }
    var standing = Standing(seal: newest, found: found, wentBack: sound.count < found.count)
    if let ended = newest.ended, newest != known, let known, !known.endsSealing,
      try ring.key(of: ended.epoch, account: account) == nil
    {
      standing.trouble = CloudError(
        .refused,
        "The mirror at \(mirror.place) says that it is sealed no more, and this device cannot check that: "
          + "run “settee join” and type the passphrase that it had last; nothing was sent or taken."
      )
      return standing
    }
    // Also one that this device has no key for yet: who holds the mirror cannot unsay it.
    if newest != known, notes { try ring.note(newest, at: place) }
    return try following(standing)
  }

  /// With the key of the seal, or why there is none.
  private func following(_ standing: Standing) throws(CloudError) -> Standing {
    guard let seal = standing.seal, !seal.endsSealing else { return standing }
    var standing = standing
    try Sodium.check(mirror.place)
    standing.key = try ring.key(of: seal.epoch, account: account)
    if standing.key.map({ seal.isProved(by: $0) }) ?? false { return standing }
    let others = try ring.seals(at: place).contains { $0 != seal && !$0.endsSealing }
    let what =
      standing.key != nil
      ? "has a seal that the key here does not fit" : others ? "was given a new key" : "is sealed"
    standing.key = nil
    standing.trouble = CloudError(
      .refused,
      "The mirror at \(mirror.place) \(what): run “settee join” and type its passphrase; nothing was sent "
        + "or taken.")
    return standing
  }

  /// Whether somebody without the key has changed a seal, as far as this device has had the key.
  private func isForged(_ seal: Seal) throws(CloudError) -> Bool {
    try Sodium.check(mirror.place)
    let key = try ring.key(of: (seal.ended ?? seal).epoch, account: account)
    return key.map { !seal.isProved(by: $0) } ?? false
  }

  /// The keys of earlier epochs that this device still has.
  func former(than key: AccountKey) throws(CloudError) -> [AccountKey] {
    let seals = try ring.seals(at: place).filter { !$0.endsSealing && $0.epoch != key.epoch }
    return try seals.map { (seal) throws(CloudError) in
      try ring.key(of: seal.epoch, account: account)
    }.compactMap { $0 }
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
    try standing(by: deadline).seal?.endsSealing ?? false
  }

  package func state(by deadline: CloudDeadline) throws(CloudError) -> State {
    let standing = try look(by: deadline, notes: false)
    if standing.trouble != nil { return .foreign }
    return standing.key == nil ? .clear : .sealed
  }

  /// The seal whose passphrase counts: of an account that is in clear again, the one that was ended; a
  /// newer one that was met here counts before what the mirror shows, which may have gone back.
  package func sealToOpen(by deadline: CloudDeadline) throws(CloudError) -> Seal {
    let known = try ring.seals(at: place).last
    let newest = try (mirror.seals(of: account, by: deadline) + [known].compactMap { $0 })
      .max { $0.epoch < $1.epoch }
    guard let newest, !newest.endsSealing || !(known?.endsSealing ?? true) else {
      throw CloudError(
        .usage, "The mirror at \(mirror.place) is not sealed: there is nothing to join.")
    }
    return newest
  }

  /// Takes the key of a sealed account; false where neither passphrase nor recovery code opens it.
  package func join(
    _ passphrase: SecretBytes, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    try Sodium.check(mirror.place)
    let newest = try sealToOpen(by: deadline)
    let seal = newest.ended ?? newest
    var key = RecoveryCode(typed: passphrase).flatMap { seal.key(of: account, recovery: $0) }
    if key == nil { key = try seal.key(of: account, passphrase: passphrase) }
    guard let key, newest.isProved(by: key) else { return false }
    try ring.keep(key)
    try ring.note(newest, at: place)
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
    _ passphrase: SecretBytes, cost: Seal.Cost = .usual, by deadline: CloudDeadline
  ) throws(CloudError) -> NewSeal {
    try Sodium.check(mirror.place)
    let number = try standing(by: deadline, notes: false).seal?.epoch.number ?? 0
    let key = AccountKey(.random(32), epoch: .after(number), account: account)
    let recovery = RecoveryCode.random()
    return NewSeal(
      key: key, seal: try Seal(key, passphrase: passphrase, recovery: recovery, cost: cost),
      recovery: recovery)
  }

  /// Which of a domain's keys are secret, and stay out of a clear mirror; nil where none can say.
  package typealias Secrets = (_ domain: String, _ keys: Set<CloudKey>) -> Set<CloudKey>?

  /// Seals the account, or gives it a new key.
  package func take(_ new: NewSeal, by deadline: CloudDeadline) throws(CloudError) {
    try ring.keep(new.key)
    try ring.noteBegun(new.seal, at: place)
    try change(to: new.seal, new.key, leaving: { _, _ in [] }, by: deadline)
    try mirror.bar(account, true)
  }

  /// Whether the mirror has taken a new seal, also where what came after that has failed.
  package func isInEffect(_ new: NewSeal) -> Bool {
    (try? ring.seals(at: place).last) == new.seal
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
    try change(to: Seal(ending: seal, by: key), nil, leaving: secrets, by: deadline)
    return true
  }

  /// The domains that the mirror has documents of, and their keys.
  package func domains(by deadline: CloudDeadline) throws(CloudError) -> [String: Set<CloudKey>] {
    let key = try standing(by: deadline, notes: false).key
    var domains: [String: Set<CloudKey>] = [:]
    for address in try mirror.addresses(of: account, sealedWith: key, by: deadline) {
      let records = try mirror.pull(address, by: deadline).document?.records ?? [:]
      domains[address.domain] = Set(records.keys)
    }
    return domains
  }

  /// Does what an earlier change that was stopped left over; the number of documents that stay, since
  /// others have written what is nowhere else yet.
  package func finish(by deadline: CloudDeadline) throws(CloudError) -> Int {
    let standing = try standing(by: deadline)
    for seal in try ring.begun(at: place) where seal != standing.seal {
      try mirror.discard(seal.epoch, of: account, by: deadline)
      try ring.forgetBegun(seal, at: place)
    }
    let former = try ring.seals(at: place).filter { !$0.endsSealing && $0 != standing.seal }
    guard let key = standing.key else {
      for seal in former { try removeUnsealed(seal, by: deadline) }
      return 0
    }
    var left = try remove(nil, for: key, by: deadline)
    for seal in former {
      guard let old = try ring.key(of: seal.epoch, account: account) else { continue }
      let count = try remove(old, for: key, by: deadline)
      if count == 0 { try mirror.discard(seal.epoch, of: account, by: deadline) }
      left += count
    }
    try mirror.bar(account, true)
    return left
  }

  /// Takes away the sealed documents of domains that are in clear again.
  private func removeUnsealed(_ seal: Seal, by deadline: CloudDeadline) throws(CloudError) {
    guard let key = try ring.key(of: seal.epoch, account: account) else { return }
    let clear = try mirror.addresses(of: account, sealedWith: nil, by: deadline).map(\.domain)
    for address in try mirror.addresses(of: account, sealedWith: key, by: deadline)
    where clear.contains(address.domain) {
      guard let document = try mirror.pull(address, by: deadline).document else { continue }
      _ = try mirror.remove(address, containedIn: document, of: nil, by: deadline)
    }
    if try mirror.addresses(of: account, sealedWith: key, by: deadline).isEmpty {
      try mirror.discard(seal.epoch, of: account, by: deadline)
    }
  }

  private func change(
    to seal: Seal, _ key: AccountKey?, leaving secrets: Secrets, by deadline: CloudDeadline
  ) throws(CloudError) {
    let before = try standing(by: deadline)
    for address in try mirror.addresses(of: account, sealedWith: before.key, by: deadline) {
      try copy(address, to: address.sealed(with: key), leaving: secrets, by: deadline)
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
    _ address: CloudAddress, to target: CloudAddress, leaving secrets: Secrets,
    by deadline: CloudDeadline
  ) throws(CloudError) {
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
    throw CloudError(.unreachable, "\(mirror.place) was changed by others at every try.")
  }

  /// The name under which this device writes a domain's documents.
  private func device(in domain: String) throws(CloudError) -> CloudDevice {
    // What is no name of a domain was put there by nobody who has settings of it here.
    guard let name = try? DomainName(domain) else {
      return CloudDevice(random: .random(in: 1 ... .max))
    }
    let folder = CloudStateFolder(name, locations)
    if let state = try folder.state(at: place, account) { return state.device }
    return try folder.device()
  }

  /// Takes away what was sealed with an older key, or stood in clear, and is contained in documents of
  /// a newer one; the number of those that are not.
  private func remove(
    _ old: AccountKey?, for key: AccountKey, by deadline: CloudDeadline
  ) throws(CloudError) -> Int {
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
