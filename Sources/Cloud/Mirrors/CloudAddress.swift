/// Whose settings: an account and a domain, and what they are sealed with.
package struct CloudAddress: Sendable, Equatable {
  package let account: String
  package let domain: String
  /// Nil where they stand in clear.
  package private(set) var key: AccountKey?

  /// Refuses an empty part, and one that could leave its folder or its key.
  package init(account: String, domain: String, key: AccountKey? = nil) throws(CloudError) {
    for (what, name) in [("account", account), ("domain", domain)] where !Self.isPlain(name) {
      throw CloudError(
        .usage,
        "The \(what) '\(name)' is no plain name: use letters, digits, '.', '-', '_' and '@'.")
    }
    (self.account, self.domain, self.key) = (account, domain, key)
  }

  /// The same settings, sealed with another key or none.
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
  /// Names the documents of this address among those of all accounts; no part of it holds a slash.
  var path: String {
    guard let key else { return "\(account)/\(domain)" }
    return "\(key.epoch.path)/\(Hex.text(key.token(of: domain)))"
  }

  /// The file of a device's view, where each device has one.
  func fileName(of device: CloudDevice) -> String {
    (key?.token(of: device, in: domain) ?? device).id + fileEnding
  }

  var fileEnding: String { key == nil ? ".plist" : ".sealed" }
}

extension SealEpoch {
  /// What lies around all that is sealed.
  static let folder = "settee-sealed"

  /// What lies around all that is sealed in this epoch.
  var path: String { "\(Self.folder)/\(id)" }
}

extension Seal {
  static let stem = "settee-seal-"

  /// How its name in a mirror begins: the account's own name is not told.
  package static func stem(of account: String) -> String {
    stem + CloudDevice(random: FNV.hash(account.utf8)).id
  }

  /// Its name in a mirror that keeps several beside each other.
  package func name(of account: String) -> String { "\(Self.stem(of: account))-\(epoch.id)" }
}

extension CloudAddress {
  /// Reads what a device has put at this address; nil where anything about it is not as it was written.
  func open(_ bytes: [UInt8], place: CloudDevice? = nil) -> AccountKey.Opened? {
    if let key { return key.open(bytes, token: key.token(of: domain), place: place) }
    guard let document = CloudDocument(bytes: bytes) else { return nil }
    return AccountKey.Opened(domain: domain, author: place, document: document)
  }

  /// The bytes of a document as they stand at this address; nil where they are too large for it.
  func seal(_ bytes: [UInt8], of document: CloudDocument, by device: CloudDevice) -> [UInt8]? {
    guard let key else { return bytes }
    return key.seal(bytes, of: document, domain: domain, device: device)
  }
}
