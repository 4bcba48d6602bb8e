import SetteeValues

/// The encryption metadata of an account in a mirror.
///
/// A seal contains the epoch and two encrypted copies of the account's key. One copy is encrypted
/// with the passphrase, using Argon2id with the stored salt and cost, and the other with the
/// recovery code. If ``endsSealing`` is `true`, the account is no longer encrypted. The seal then
/// contains the previous seal, whose key authenticates it.
package struct Seal: Sendable, Equatable {
  package let epoch: SealEpoch
  /// The bytes of the previous seal if this seal ends the encryption, or an empty array.
  private var endedBytes: [UInt8] = []
  private let salt: [UInt8]
  private let cost: Cost
  private var passphraseBox: [UInt8] = []
  private var recoveryBox: [UInt8] = []
  private var proof: [UInt8] = []

  /// The computational cost of checking a passphrase, which makes guessing passphrases expensive.
  package struct Cost: Sendable, Equatable {
    let passes: UInt64
    let memory: Int64

    /// The default cost of checking a passphrase, which is 256 MB of memory and about a second, or
    /// `MODERATE` in libsodium.
    package static let usual = Cost(passes: 3, memory: 256 << 20)

    /// A Boolean value that indicates whether the cost is both secure and affordable for this
    /// device.
    var isSensible: Bool { (1...16).contains(passes) && (64 << 20...1 << 30).contains(memory) }
  }

  private init(_ epoch: SealEpoch, salt: [UInt8], _ cost: Cost) {
    (self.epoch, self.salt, self.cost) = (epoch, salt, cost)
  }

  /// Creates a seal by encrypting an account's key with a passphrase and a recovery code.
  init(
    _ key: AccountKey, passphrase: SecretBytes, recovery: RecoveryCode, cost: Cost = .usual
  ) throws {
    self.init(key.epoch, salt: Sodium.random(16), cost)
    guard let stretched = Sodium.stretch(passphrase, salt: salt, cost) else { throw Self.noMemory }
    passphraseBox = box(key.root, with: stretched)
    recoveryBox = box(key.root, with: recovery.key)
    proof = key.proof(of: authenticatedBytes)
  }

  /// Creates a seal that ends the encryption and is authenticated by the key of the previous seal.
  init(ending seal: Seal, by key: AccountKey) {
    self.init(.after(seal.epoch.number), salt: [], Cost(passes: 0, memory: 0))
    endedBytes = seal.bytes
    proof = key.proof(of: authenticatedBytes)
  }

  /// A Boolean value that indicates whether the account is no longer encrypted.
  package var endsSealing: Bool { !endedBytes.isEmpty }

  /// The previous seal if this seal ends the encryption, or `nil`.
  var ended: Seal? { endsSealing ? Seal(bytes: endedBytes) : nil }

  private func box(_ root: SecretBytes, with key: SecretBytes) -> [UInt8] {
    let nonce = Sodium.random(Sodium.nonceCount)
    return nonce + root.withBytes { Sodium.seal($0, boundTo: bound, nonce: nonce, with: key) }
  }

  /// Decrypts the account's key with a passphrase, or returns `nil` if the passphrase is wrong.
  func key(of account: String, passphrase: SecretBytes) throws -> AccountKey? {
    guard cost.isSensible, salt.count == 16 else { return nil }
    guard let stretched = Sodium.stretch(passphrase, salt: salt, cost) else { throw Self.noMemory }
    return key(of: account, in: passphraseBox, with: stretched)
  }

  /// Decrypts the account's key with a recovery code, or returns `nil` if the recovery code is
  /// wrong.
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
    return isAuthenticated(by: key) ? key : nil
  }

  /// Returns whether the device that created the seal had the account's key.
  func isAuthenticated(by key: AccountKey) -> Bool { key.proof(of: authenticatedBytes) == proof }

  private static let noMemory = CloudError(
    .local, "Not enough memory to check a passphrase, which takes 256 MB for about a second.")

  // MARK: Encoding

  private static let format: Int64 = 1

  /// The additional data that is authenticated along with the encrypted account keys.
  private var bound: [UInt8] { PropertyList.dictionary(head).canonicalBytes }

  /// The part of the seal that its message authentication code covers.
  private var authenticatedBytes: [UInt8] { PropertyList.dictionary(body).canonicalBytes }

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

  /// The encoded seal, as stored in the mirror.
  package var bytes: [UInt8] {
    var list = body
    list["proof"] = .data(Data(proof))
    // Encoding the seal can't fail, because it contains only numbers, Boolean values, and short
    // data.
    return (try? PropertyList.dictionary(list).binary()) ?? []
  }

  static let largest = 4096

  /// Returns the error that a sync reports for an unreadable seal.
  ///
  /// Ignoring an unreadable seal could cause settings to be sent unencrypted.
  static func unreadable(_ name: String) -> CloudError {
    CloudError(
      .refused,
      "The seal \(name) can't be read: it is corrupt, incomplete, or from a newer version of "
        + "Settee. Nothing was sent or received. Update Settee, or remove the seal: a device "
        + "with its key restores it.")
  }

  /// Creates a seal from its bytes, or returns `nil` if they are invalid.
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

/// A recovery code, with which a user who has forgotten the passphrase can decrypt the account.
///
/// The code has 160 random bits. Users write it down and keep it in a safe place.
package struct RecoveryCode: Sendable {
  /// The 20 random bytes that the recovery code represents.
  private let secret: SecretBytes

  /// Generates a random recovery code for an encrypted account.
  static func random() -> RecoveryCode { RecoveryCode(secret: .random(20)) }

  private init(secret: SecretBytes) { self.secret = secret }

  /// The key derived from the recovery code, which encrypts the account's key.
  var key: SecretBytes { Sodium.derive("recovery", from: secret) }

  /// The digits and uppercase characters that aren't easily confused with each other.
  private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  /// The valid characters that replace similar ones in a typed recovery code, such as `0` for `O`.
  private static let mistaken = [
    UInt8(ascii: "O"): UInt8(ascii: "0"), UInt8(ascii: "I"): UInt8(ascii: "1"),
    UInt8(ascii: "L"): UInt8(ascii: "1"),
  ]

  package static func == (left: RecoveryCode, right: RecoveryCode) -> Bool {
    left.secret == right.secret
  }

  /// The recovery code as six groups of six characters.
  ///
  /// The last four characters of the recovery code are a checksum.
  package var text: String {
    let letters = secret.withBytes { Self.letters(of: $0) }
    return stride(from: 0, to: letters.count, by: 6)
      .map { String(decoding: letters[$0..<$0 + 6], as: UTF8.self) }.joined(separator: "-")
  }

  /// Returns the characters for the 160 bits of the recovery code and its 20-bit FNV-1a checksum.
  private static func letters(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let sum = bytes.fnvHash
    return (0..<36).map { place in
      if place >= 32 { return letters[Int(sum >> (5 * UInt64(35 - place)) & 31)] }
      var value = 0
      for bit in 5 * place..<5 * place + 5 {
        value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8)) & 1
      }
      return letters[value]
    }
  }

  /// Parses a typed recovery code, or returns `nil` if the code is incomplete or mistyped.
  ///
  /// The parser ignores spaces and hyphens in the code.
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
