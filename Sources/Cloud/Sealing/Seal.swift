import SetteePropertyLists

/// What the mirror says of a sealed account: its epoch, and its key in two boxes, one for the
/// passphrase, by Argon2id with the salt and the cost beside it, and one for the recovery code.
///
/// One that `endsSealing` says that the account is in clear again; it holds the seal that it ends,
/// whose key proves it.
package struct Seal: Sendable, Equatable {
  package let epoch: SealEpoch
  /// The bytes of the seal that it ends.
  private var endedBytes: [UInt8] = []
  private let salt: [UInt8]
  private let cost: Cost
  private var passphraseBox: [UInt8] = []
  private var recoveryBox: [UInt8] = []
  private var proof: [UInt8] = []

  /// What a guess at the passphrase costs.
  package struct Cost: Sendable, Equatable {
    let passes: UInt64
    let memory: Int64

    /// 256 MB and about a second: libsodium's `MODERATE`.
    package static let usual = Cost(passes: 3, memory: 256 << 20)

    /// Neither a seal that is too easy to guess at, nor one that uses up the machine.
    var isSensible: Bool { (1...16).contains(passes) && (64 << 20...1 << 30).contains(memory) }
  }

  private init(_ epoch: SealEpoch, salt: [UInt8], _ cost: Cost) {
    (self.epoch, self.salt, self.cost) = (epoch, salt, cost)
  }

  /// Seals an account's key with a passphrase and a recovery code.
  init(
    _ key: AccountKey, passphrase: SecretBytes, recovery: RecoveryCode, cost: Cost = .usual
  ) throws(CloudError) {
    self.init(key.epoch, salt: Sodium.random(16), cost)
    guard let stretched = Sodium.stretch(passphrase, salt: salt, cost) else { throw Self.noMemory }
    passphraseBox = box(key.root, with: stretched)
    recoveryBox = box(key.root, with: recovery.key)
    proof = key.proof(of: said)
  }

  /// Ends a seal, by its key.
  init(ending seal: Seal, by key: AccountKey) {
    self.init(.after(seal.epoch.number), salt: [], Cost(passes: 0, memory: 0))
    endedBytes = seal.bytes
    proof = key.proof(of: said)
  }

  /// Whether the account is in clear again.
  package var endsSealing: Bool { !endedBytes.isEmpty }

  /// The seal that it ends, where it ends one.
  var ended: Seal? { endsSealing ? Seal(bytes: endedBytes) : nil }

  private func box(_ root: SecretBytes, with key: SecretBytes) -> [UInt8] {
    let nonce = Sodium.random(Sodium.nonceCount)
    return nonce + root.withBytes { Sodium.seal($0, boundTo: bound, nonce: nonce, with: key) }
  }

  /// The account's key, by its passphrase; nil when it is another one.
  func key(of account: String, passphrase: SecretBytes) throws(CloudError) -> AccountKey? {
    guard cost.isSensible, salt.count == 16 else { return nil }
    guard let stretched = Sodium.stretch(passphrase, salt: salt, cost) else { throw Self.noMemory }
    return key(of: account, in: passphraseBox, with: stretched)
  }

  /// The account's key, by its recovery code; nil when it is another one.
  func key(of account: String, recovery: RecoveryCode) -> AccountKey? {
    key(of: account, in: recoveryBox, with: recovery.key)
  }

  private func key(of account: String, in box: [UInt8], with boxKey: SecretBytes) -> AccountKey? {
    var isGood = false
    let root = SecretBytes(count: 32) { root in
      isGood = Sodium.open(
        box.dropFirst(Sodium.nonceCount), boundTo: bound,
        nonce: box.prefix(Sodium.nonceCount), with: boxKey, into: root)
    }
    guard isGood else { return nil }
    let key = AccountKey(root, epoch: epoch, account: account)
    return isProved(by: key) ? key : nil
  }

  /// Whether somebody with the key has written all of this.
  func isProved(by key: AccountKey) -> Bool { key.proof(of: said) == proof }

  private static let noMemory = CloudError(
    .local, "There is too little memory to check a passphrase: it takes 256 MB for a second.")

  // MARK: As bytes

  private static let format: Int64 = 1

  /// What the boxes are bound to.
  private var bound: [UInt8] { CanonicalBytes(of: .dictionary(head)).bytes }

  /// All but the proof of it.
  private var said: [UInt8] { CanonicalBytes(of: .dictionary(body)).bytes }

  private var head: PropertyListDictionary {
    [
      "epoch": .data(Data(epoch.bytes)), "format": .integer(Self.format),
      "memory": .integer(cost.memory), "number": .integer(epoch.number),
      "open": .boolean(endsSealing), "passes": .integer(Int64(cost.passes)),
      "salt": .data(Data(salt)),
    ]
  }

  private var body: PropertyListDictionary {
    var list = head
    list["passphrase"] = .data(Data(passphraseBox))
    list["recovery"] = .data(Data(recoveryBox))
    if endsSealing { list["ended"] = .data(Data(endedBytes)) }
    return list
  }

  /// The seal as the mirror holds it.
  package var bytes: [UInt8] {
    var list = body
    list["proof"] = .data(Data(proof))
    // NB: a dictionary of numbers, flags and short data always has a binary form.
    return (try? PropertyList.dictionary(list).binary()) ?? []
  }

  static let largest = 4096

  /// Whoever passed over a seal that he cannot read would send in clear.
  static func unreadable(_ name: String) -> CloudError {
    CloudError(
      .refused,
      "The seal \(name) cannot be read: it is damaged, not whole yet, or of a newer Settee; nothing was "
        + "sent or taken. Update Settee, or remove it: a device that has its key puts it back.")
  }

  /// Reads ``bytes``; nil for anything else.
  package init?(bytes: [UInt8]) {
    guard bytes.count < Self.largest,
      case .dictionary(let list)? = try? PropertyList(reading: bytes),
      case .integer(Self.format)? = list["format"],
      case .integer(let number)? = list["number"], (1...1 << 40).contains(number),
      case .integer(let passes)? = list["passes"], passes >= 0,
      case .integer(let memory)? = list["memory"], let endsSealing = list["open"]?.bool,
      case .data(let epoch)? = list["epoch"], epoch.count == 16,
      case .data(let salt)? = list["salt"], case .data(let proof)? = list["proof"],
      case .data(let passphrase)? = list["passphrase"],
      case .data(let recovery)? = list["recovery"]
    else { return nil }
    self.init(
      SealEpoch(number: number, bytes: Array(epoch)), salt: Array(salt),
      Cost(passes: UInt64(passes), memory: memory))
    (passphraseBox, recoveryBox, self.proof) = (Array(passphrase), Array(recovery), Array(proof))
    guard endsSealing else { return }
    guard case .data(let ended)? = list["ended"] else { return nil }
    endedBytes = Array(ended)
    guard let seal = self.ended, !seal.endsSealing else { return nil }
  }
}

/// What opens a seal when its passphrase is forgotten: 160 random bits to be written down.
package struct RecoveryCode: Sendable {
  /// 20 random bytes.
  private let secret: SecretBytes

  /// Draws one.
  static func random() -> RecoveryCode { RecoveryCode(secret: .random(20)) }

  private init(secret: SecretBytes) { self.secret = secret }

  /// What its box is sealed with.
  var key: SecretBytes { Sodium.derive("recovery", from: secret) }

  /// Digits and letters that nobody takes for one another.
  private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  /// What is typed for some of them all the same.
  private static let mistaken = [
    UInt8(ascii: "O"): UInt8(ascii: "0"), UInt8(ascii: "I"): UInt8(ascii: "1"),
    UInt8(ascii: "L"): UInt8(ascii: "1"),
  ]

  package static func == (left: RecoveryCode, right: RecoveryCode) -> Bool {
    left.secret == right.secret
  }

  /// Six groups of six letters; the last four check the others.
  package var text: String {
    let letters = secret.withBytes { Self.letters(of: $0) }
    return stride(from: 0, to: letters.count, by: 6)
      .map { String(decoding: letters[$0..<$0 + 6], as: UTF8.self) }.joined(separator: "-")
  }

  /// 160 bits, and 20 of their FNV-1a to tell a slip of the pen.
  private static func letters(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let sum = FNV.hash(bytes)
    return (0..<36).map { place in
      if place >= 32 { return letters[Int(sum >> (5 * UInt64(35 - place)) & 31)] }
      var value = 0
      for bit in 5 * place..<5 * place + 5 {
        value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8)) & 1
      }
      return letters[value]
    }
  }

  /// Reads what somebody typed, however grouped; nil where a letter is wrong or missing.
  package init?(typed: SecretBytes) {
    var values: [UInt8] = []
    values.reserveCapacity(typed.count)
    defer { SecretBytes.wipe(&values) }
    let isPlain = typed.withBytes { typed in
      for letter in typed where letter != UInt8(ascii: "-") && letter != UInt8(ascii: " ") {
        let upper = letter >= UInt8(ascii: "a") ? letter & 0xDF : letter
        let digit = Self.mistaken[upper] ?? upper
        guard let value = Self.letters.firstIndex(of: digit) else { return false }
        values.append(UInt8(value))
      }
      return values.count == 36
    }
    guard isPlain else { return nil }
    let secret = SecretBytes(count: 20) { bytes in
      for bit in 0..<160 {
        let digit = values[bit / 5] >> UInt8(4 - bit % 5) & 1
        bytes[bit / 8] = bytes[bit / 8] << 1 | digit
      }
    }
    let written = secret.withBytes { Self.letters(of: $0) }
    guard written.elementsEqual(values.map { Self.letters[Int($0)] }) else { return nil }
    self.secret = secret
  }
}
