import SetteeValues

/// A mirror in a key-value store, which contains each document under a single key.
///
/// ```
/// settee/ACCOUNT/DOMAIN                 an unencrypted document; no part contains a slash
/// settee/ACCOUNT/sealed/EPOCH/DOMAIN    an encrypted document, whose domain is a token
/// settee/ACCOUNT/sealed/seal            the seal of the account
/// ```
///
/// All keys of an account start with `settee/ACCOUNT/`, so a server can grant access per account. A
/// push compares the revision of the key and replaces its bytes atomically, so devices never
/// overwrite each other's changes.
package protocol BlobStore: MirrorBackend {
  typealias Blob = (bytes: [UInt8], revision: Int64)

  /// Returns the bytes of a key and their revision, or `nil` if the store doesn't contain the key.
  func read(_ key: String, by deadline: CloudDeadline) throws -> Blob?

  /// Returns all keys in the store that start with a prefix, which ends with a slash.
  func list(_ prefix: String, by deadline: CloudDeadline) throws -> [String]

  /// Replaces the bytes of a key if its revision is the expected one.
  ///
  /// A revision of 0 means that the store doesn't contain the key.
  ///
  /// - Returns: The new revision, or `nil` if the key has changed.
  func write(
    _ bytes: [UInt8], to key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) throws -> Int64?

  /// Deletes a key if its revision is the expected one, or returns `false` if the key has changed.
  func delete(
    _ key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) throws -> Bool

  /// Watches a key and reports changes in the same way as
  /// ``MirrorBackend/changes(at:after:notice:)``.
  func watch(
    _ key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void
}

extension BlobStore {
  package func pull(
    _ address: CloudAddress, by deadline: CloudDeadline
  ) throws -> CloudSnapshot {
    let key = address.blobKey
    guard let entry = try read(key, by: deadline) else {
      return CloudSnapshot(document: nil, revision: CloudSnapshot.noRevision)
    }
    guard let document = address.open(entry.bytes)?.document else {
      throw CloudError(
        .refused,
        "The value of \(key) in the mirror at \(place) "
          + (address.key == nil
            ? "isn't from Settee: choose another account, or delete the key."
            : "wasn't encrypted by a device of this account, so it was ignored: delete the key."))
    }
    return CloudSnapshot(document: document, revision: String(entry.revision))
  }

  package func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: String, by deadline: CloudDeadline
  ) throws -> String? {
    guard let expected = Int64(revision) else { return nil }
    guard let bytes = address.seal(try document.bytes(), of: document, by: device) else {
      throw CloudError(
        .overLimits,
        "The settings of \(address.domain) are too large to be encrypted. Nothing was sent.")
    }
    return try write(bytes, to: address.blobKey, ifRevision: expected, by: deadline)
      .map { String($0) }
  }

  package func changes(
    at address: CloudAddress, after revision: String,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void {
    watch(address.blobKey, after: Int64(revision) ?? 0, notice: notice)
  }

  // MARK: Encrypted accounts

  package func seals(of account: String, by deadline: CloudDeadline) throws -> [Seal] {
    let key = CloudAddress.sealKey(of: account)
    guard let entry = try read(key, by: deadline) else { return [] }
    guard let seal = Seal(bytes: entry.bytes) else {
      throw Seal.unreadable("\(key) of the mirror at \(place)")
    }
    return [seal]
  }

  package func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws -> Bool {
    let key = CloudAddress.sealKey(of: account)
    let entry = try read(key, by: deadline)
    guard entry.flatMap({ Seal(bytes: $0.bytes) }) == found.first else { return false }
    return try write(seal.bytes, to: key, ifRevision: entry?.revision ?? 0, by: deadline)
      != nil
  }

  package func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws -> [CloudAddress] {
    let prefix =
      key.map { CloudAddress.prefix(of: $0.epoch, account) } ?? CloudAddress.prefix(of: account)
    var found: [CloudAddress] = []
    for name in try list(prefix, by: deadline) {
      var domain = String(name.dropFirst(prefix.count))
      if let key {
        guard let token = [UInt8](hex: domain), let entry = try read(name, by: deadline),
          let opened = key.open(entry.bytes, token: token)
        else { continue }
        domain = opened.domain
      }
      // The database keys of encrypted documents don't contain the name of the domain.
      if let address = try? CloudAddress(account: account, domain: domain, key: key) {
        found.append(address)
      }
    }
    return found
  }

  /// Removes a document from the mirror if all of its records are included in `document`.
  ///
  /// Unlike a folder mirror, this mirror has one document for all devices, so `device` is ignored.
  package func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws -> Int {
    let key = address.blobKey
    guard let entry = try read(key, by: deadline) else { return 0 }
    guard let there = address.open(entry.bytes)?.document, document.contains(there) else {
      return 1
    }
    return try delete(key, ifRevision: entry.revision, by: deadline) ? 0 : 1
  }

  package func purge(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws {
    for name in try list(CloudAddress.prefix(of: epoch, account), by: deadline) {
      guard let entry = try read(name, by: deadline) else { continue }
      _ = try delete(name, ifRevision: entry.revision, by: deadline)
    }
  }

  /// Does nothing, because a mirror of this kind can't block unencrypted documents.
  ///
  /// Blocking the location would require a database key that reveals the name of the domain.
  package func setBlocked(_ account: String, _ isBlocked: Bool) {}
}

extension CloudAddress {
  /// The key of the document in a key-value store.
  package var blobKey: String {
    guard let key else { return Self.prefix(of: account) + domain }
    return Self.prefix(of: key.epoch, account) + key.token(of: domain).hex
  }

  /// Returns the prefix of all keys of an account in a key-value store.
  fileprivate static func prefix(of account: String) -> String { "settee/\(account)/" }

  /// Returns the prefix of the keys of all documents that are encrypted in an epoch.
  fileprivate static func prefix(of epoch: SealEpoch, _ account: String) -> String {
    "\(prefix(of: account))sealed/\(epoch.id)/"
  }

  fileprivate static func sealKey(of account: String) -> String {
    "\(prefix(of: account))sealed/seal"
  }
}
