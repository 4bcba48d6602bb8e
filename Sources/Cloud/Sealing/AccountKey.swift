import SetteeValues

/// The key of an encrypted account during one epoch.
///
/// The key encrypts and decrypts the documents of the account and determines their names in the
/// mirror.
///
/// The page `EncryptedMirrorFormat` describes the layout of an encrypted document. The header is
/// authenticated, except for the nonce, and the tokens are derived from the key. If the host of the
/// mirror moves, renames, or swaps documents, they can't be decrypted.
package final class AccountKey: Sendable {
  package let epoch: SealEpoch
  let account: String
  /// The root key from which all other keys of the account are derived.
  let root: SecretBytes
  private let documents: SecretBytes
  private let names: SecretBytes
  private let proofs: SecretBytes

  init(_ root: SecretBytes, epoch: SealEpoch, account: String) {
    (self.root, self.epoch, self.account) = (root, epoch, account)
    documents = Sodium.derive("documents", from: root)
    names = Sodium.derive("names", from: root)
    proofs = Sodium.derive("proofs", from: root)
  }

  /// Returns the 16-byte token that replaces the name of a domain in an encrypted mirror.
  func token(of domain: String) -> [UInt8] {
    Sodium.hash(Self.text(["domain", account, domain]), count: 16, with: names)
  }

  /// Returns the token that replaces the ID of a device in the encrypted documents of a domain.
  ///
  /// A device token has the same format as a device ID.
  func token(of device: CloudDevice, in domain: String) -> CloudDevice {
    let text = Self.text(["device", account, domain, device.id])
    return CloudDevice(random: Self.number(Sodium.hash(text, count: 8, with: names)[...]))
  }

  /// Returns a message authentication code for a sequence of bytes.
  func proof(of text: [UInt8]) -> [UInt8] { Sodium.hash(text, count: 32, with: proofs) }

  /// Joins several names into a sequence of bytes, which can be hashed.
  ///
  /// A zero byte terminates each name, because no name contains one.
  private static func text(_ parts: [String]) -> [UInt8] { parts.flatMap { Array($0.utf8) + [0] } }

  /// The sizes in bytes to which encrypted documents are padded.
  ///
  /// A small number of sizes ensures that the size of a document reveals little about its contents.
  /// By default, etcd accepts documents up to the ninth size.
  static let sizes =
    [4, 16, 64, 256, 512, 768, 1024, 1280, 1500].map { $0 << 10 } + [2, 4, 8, 16].map { $0 << 20 }

  private static let magic = Array("SETTEE/1".utf8)
  private static let boundCount = 56
  private static let headerCount = 80

  /// Encrypts a document written by a device, or returns `nil` if the document is too large.
  func seal(
    _ bytes: [UInt8], of document: CloudDocument, domain: String, device: CloudDevice,
    nonce: [UInt8] = Sodium.random(Sodium.nonceCount)
  ) -> [UInt8]? {
    let header =
      Self.magic + epoch.bytes + token(of: domain)
      + Self.bytes(token(of: device, in: domain).number)
      + Self.bytes(document.devices[device]?.written.nonce ?? 0)
    let name = Array(domain.utf8)
    var text = Self.bytes(UInt32(name.count)) + name + Self.bytes(UInt32(bytes.count)) + bytes
    let least = Self.headerCount + text.count + Sodium.tagCount
    guard let size = Self.sizes.first(where: { $0 >= least }) else { return nil }
    text += [UInt8](repeating: 0, count: size - least)
    let sealed = text.withUnsafeBytes {
      Sodium.seal($0, boundTo: header, nonce: nonce, with: documents)
    }
    return header + nonce + sealed
  }

  /// Returns whether the bytes are a possibly truncated document that is encrypted in this epoch.
  func isOfEpoch(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Self.magic) && bytes.dropFirst(8).starts(with: epoch.bytes)
  }

  /// Decrypts a document, or returns `nil` if the document was modified, renamed, or truncated.
  ///
  /// For a mirror with device files, the `place` argument is the token in the file's name. The
  /// `author` is the device that wrote the document, or its token if the document doesn't list it.
  func open(
    _ bytes: [UInt8], token: [UInt8], place: CloudDevice? = nil
  ) -> (domain: String, author: CloudDevice?, document: CloudDocument)? {
    guard Self.sizes.contains(bytes.count), isOfEpoch(bytes),
      bytes[24..<40].elementsEqual(token)
    else { return nil }
    let writer = CloudDevice(random: Self.number(bytes[40..<48]))
    if let place, place != writer { return nil }
    let count = bytes.count - Self.headerCount - Sodium.tagCount
    var text = [UInt8](repeating: 0, count: count)
    let isGood = text.withUnsafeMutableBytes {
      Sodium.open(
        bytes[Self.headerCount...], boundTo: Array(bytes[..<Self.boundCount]),
        nonce: bytes[Self.boundCount..<Self.headerCount], with: documents, into: $0)
    }
    guard isGood else { return nil }
    var rest = text[...]
    guard let name = Self.readBlock(&rest), let body = Self.readBlock(&rest),
      let domain = String(validating: name, as: UTF8.self), self.token(of: domain) == token,
      let document = CloudDocument(bytes: Array(body))
    else { return nil }
    let author = document.devices.keys.first { self.token(of: $0, in: domain) == writer }
    let nonce = author.flatMap { document.devices[$0]?.written.nonce } ?? 0
    guard nonce == Self.number(bytes[48..<56]) else { return nil }
    return (domain, author ?? writer, document)
  }

  private static func readBlock(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.count >= 4 else { return nil }
    let count = Int(number(bytes.prefix(4)))
    guard bytes.count - 4 >= count else { return nil }
    defer { bytes = bytes.dropFirst(4 + count) }
    return bytes.dropFirst(4).prefix(count)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A period during which an encrypted account has the same key.
///
/// Each epoch of an account has a number. Random bytes distinguish two epochs that were started at
/// the same time.
package struct SealEpoch: Sendable, Hashable, Comparable {
  package let number: Int64
  /// The 16 random bytes that identify the epoch.
  let bytes: [UInt8]

  /// Returns a new epoch that follows the epoch with the given number.
  static func after(_ number: Int64) -> SealEpoch {
    SealEpoch(number: number + 1, bytes: Sodium.random(16))
  }

  /// The ID of the epoch as 32 hexadecimal digits, for the mirror and the key file.
  package var id: String { bytes.hex }

  /// Returns whether an epoch of an account precedes another epoch.
  ///
  /// Of several epochs, the last one determines the account's key. If two epochs have the same
  /// number, all devices choose the same one.
  package static func < (left: Self, right: Self) -> Bool {
    if left.number != right.number { return left.number < right.number }
    return right.bytes.lexicographicallyPrecedes(left.bytes)
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  var hex: String {
    String(decoding: flatMap { [$0 >> 4, $0 & 15].map(\.asHexDigit) }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Parses hexadecimal digits as written by `hex`, or returns `nil` if the string is invalid.
  init?(hex text: some StringProtocol) {
    let values = text.utf8.compactMap(\.hexValue)
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

extension UInt8 {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// The lowercase hexadecimal digit for a number from 0 to 15.
  var asHexDigit: UInt8 { Self.hexDigits[Int(self)] }

  /// The value of a lowercase hexadecimal digit, or `nil` if the byte is another character.
  var hexValue: UInt8? { Self.hexDigits.firstIndex(of: self).map { UInt8($0) } }
}
