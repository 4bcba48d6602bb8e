import SetteeValues

/// The address at which a mirror stores the document of an account and a domain.
///
/// An address consists of an account, a domain, and the key with which the document is encrypted.
package struct CloudAddress: Sendable, Equatable {
  package let account: String
  package let domain: String
  /// The encryption key of the account, or `nil` for unencrypted documents.
  package private(set) var key: AccountKey?

  /// Creates the address of a document from the names of an account and a domain.
  ///
  /// This initializer throws an error if a name is empty or could refer to a location outside of
  /// the mirror.
  package init(account: String, domain: String, key: AccountKey? = nil) throws {
    for (what, name) in [("account", account), ("domain", domain)] where !Self.isPlain(name) {
      throw CloudError(
        .usage,
        "The \(what) '\(name)' isn't a valid name: use letters, digits, '.', '-', '_', and '@'.")
    }
    (self.account, self.domain, self.key) = (account, domain, key)
  }

  /// Returns the same address with a different encryption key, or without a key.
  func sealed(with key: AccountKey?) -> CloudAddress {
    var address = self
    address.key = key
    return address
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.account == right.account && left.domain == right.domain
      && left.key?.epoch == right.key?.epoch
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 && $0 != "/" }
  }
}

extension CloudAddress {
  /// The path of the document within the mirror.
  ///
  /// Neither the name of the account nor the name of the domain contains a slash.
  var path: String {
    guard let key else { return "\(account)/\(domain)" }
    return "\(key.epoch.path)/\(key.token(of: domain).hex)"
  }

  /// Returns the name of the file in which a device stores its replica in a folder mirror.
  func fileName(of device: CloudDevice) -> String {
    (key?.token(of: device, in: domain) ?? device).id + fileEnding
  }

  var fileEnding: String { key == nil ? ".plist" : ".sealed" }
}

extension SealEpoch {
  /// The directory of all encrypted documents in the mirror.
  static let folder = "settee-sealed"

  /// The directory of all documents that are encrypted with the key of this epoch.
  var path: String { "\(Self.folder)/\(id)" }
}

extension Seal {
  static let stem = "settee-seal-"

  /// Returns the prefix of the name under which a mirror stores the seals of an account.
  ///
  /// The prefix doesn't reveal the name of the account.
  package static func stem(of account: String) -> String {
    stem + CloudDevice(random: account.utf8.fnvHash).id
  }

  /// Returns the name of the seal in a mirror that can store several seals.
  package func name(of account: String) -> String { "\(Self.stem(of: account))-\(epoch.id)" }
}

extension CloudAddress {
  /// Decrypts a document at this address, or returns `nil` if the document is corrupt or was
  /// modified.
  func open(
    _ bytes: [UInt8], place: CloudDevice? = nil
  ) -> (author: CloudDevice?, document: CloudDocument)? {
    if let key {
      return key.open(bytes, token: key.token(of: domain), place: place)
        .map { ($0.author, $0.document) }
    }
    return CloudDocument(bytes: bytes).map { (place, $0) }
  }

  /// Returns the bytes to store for a document, encrypted if the address has a key.
  ///
  /// The result is `nil` if the document is too large to be encrypted.
  func seal(_ bytes: [UInt8], of document: CloudDocument, by device: CloudDevice) -> [UInt8]? {
    guard let key else { return bytes }
    return key.seal(bytes, of: document, domain: domain, device: device)
  }
}
