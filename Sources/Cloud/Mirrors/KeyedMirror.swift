/// A mirror that keeps each document whole under one key, as a database does.
///
/// ```
/// settee/ACCOUNT/DOMAIN                 an unencrypted document; no part contains a slash
/// settee/ACCOUNT/sealed/EPOCH/DOMAIN    an encrypted document, whose domain is a token
/// settee/ACCOUNT/sealed/seal            the seal of the account
/// ```
///
/// All keys of an account begin with `settee/ACCOUNT/`, so that a server can keep accounts apart.
/// A push compares its revision and puts in one step, so two devices can never overwrite each other.
package struct KeyedMirror: MirrorBackend {
  private let store: any KeyedStore

  package init(_ store: any KeyedStore) { self.store = store }

  package var place: String { store.place }

  package func pull(
    _ address: CloudAddress, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    let key = Self.key(of: address)
    guard let entry = try store.entry(key, by: deadline) else {
      return CloudSnapshot(document: nil, revision: .none)
    }
    guard let document = address.open(entry.bytes)?.document else {
      throw CloudError(
        .refused,
        "The key \(key) of the mirror at \(place) holds something that "
          + (address.key == nil
            ? "is not Settee's: choose another account, or delete the key."
            : "no device of this account has sealed; nothing of it was taken: delete the key."))
    }
    return CloudSnapshot(document: document, revision: CloudRevision(String(entry.revision)))
  }

  package func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    guard let expected = Int64(revision.text) else { return nil }
    guard let bytes = address.seal(try document.bytes(), of: document, by: device) else {
      throw CloudError(
        .overLimits,
        "The settings of \(address.domain) are too large to be sealed. Nothing was sent.")
    }
    return try store.put(bytes, under: Self.key(of: address), expecting: expected, by: deadline)
      .map { CloudRevision(String($0)) }
  }

  package func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch {
    store.changes(of: Self.key(of: address), after: Int64(revision.text) ?? 0, notice: notice)
  }

  package static func key(of address: CloudAddress) -> String {
    guard let key = address.key else { return prefix(of: address.account) + address.domain }
    return prefix(of: key.epoch, address.account) + Hex.text(key.token(of: address.domain))
  }

  /// How all keys of an account begin.
  private static func prefix(of account: String) -> String { "settee/\(account)/" }

  /// How the keys of the documents begin that are encrypted in an epoch.
  private static func prefix(of epoch: SealEpoch, _ account: String) -> String {
    "\(prefix(of: account))sealed/\(epoch.id)/"
  }

  private static func sealKey(of account: String) -> String {
    "\(prefix(of: account))sealed/seal"
  }

  // MARK: Sealed accounts

  package func seals(of account: String, by deadline: CloudDeadline) throws(CloudError) -> [Seal] {
    let key = Self.sealKey(of: account)
    guard let entry = try store.entry(key, by: deadline) else { return [] }
    guard let seal = Seal(bytes: entry.bytes) else {
      throw Seal.unreadable("\(key) of the mirror at \(place)")
    }
    return [seal]
  }

  package func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    let key = Self.sealKey(of: account)
    let entry = try store.entry(key, by: deadline)
    guard entry.flatMap({ Seal(bytes: $0.bytes) }) == found.first else { return false }
    return try store.put(seal.bytes, under: key, expecting: entry?.revision ?? 0, by: deadline)
      != nil
  }

  package func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws(CloudError) -> [CloudAddress] {
    let prefix = key.map { Self.prefix(of: $0.epoch, account) } ?? Self.prefix(of: account)
    var found: [CloudAddress] = []
    for name in try store.keys(prefix, by: deadline) {
      var domain = String(name.dropFirst(prefix.count))
      if let key {
        guard let token = Hex.bytes(domain), let entry = try store.entry(name, by: deadline),
          let opened = key.open(entry.bytes, token: token)
        else { continue }
        domain = opened.domain
      }
      // The keys of encrypted documents name no domain, since a domain contains no slash.
      if let address = try? CloudAddress(account: account, domain: domain, key: key) {
        found.append(address)
      }
    }
    return found
  }

  /// One document is everybody's here: it goes when nothing of it is lost, whoever wrote it.
  package func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws(CloudError) -> Int {
    let key = Self.key(of: address)
    guard let entry = try store.entry(key, by: deadline) else { return 0 }
    guard let there = address.open(entry.bytes)?.document, document.contains(there) else {
      return 1
    }
    return try store.remove(key, expecting: entry.revision, by: deadline) ? 0 : 1
  }

  package func discard(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws(CloudError) {
    for name in try store.keys(Self.prefix(of: epoch, account), by: deadline) {
      guard let entry = try store.entry(name, by: deadline) else { continue }
      _ = try store.remove(name, expecting: entry.revision, by: deadline)
    }
  }

  /// The one thing that would stop an older Settee is a key of the domain's name in clear.
  package func bar(_ account: String, _ isBarred: Bool) {}
}

/// Bytes under keys, each with the revision of the put that wrote it: what a ``KeyedMirror`` needs.
package protocol KeyedStore: Sendable {
  typealias Entry = (bytes: [UInt8], revision: Int64)

  /// The store's address in words, for messages: never with a password.
  var place: String { get }

  /// What stands under a key; nil for nothing.
  func entry(_ key: String, by deadline: CloudDeadline) throws(CloudError) -> Entry?

  /// The keys that begin with a prefix, which ends with a slash.
  func keys(_ prefix: String, by deadline: CloudDeadline) throws(CloudError) -> [String]

  /// Puts bytes in the place of the entry of a revision (0: of nothing); returns the new revision,
  /// or nil where another entry, or none, stands there by now.
  func put(
    _ bytes: [UInt8], under key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> Int64?

  /// Takes away the entry of a revision; false where another one stands there by now.
  func remove(
    _ key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool

  /// Calls back as ``MirrorBackend/changes(at:after:notice:)`` does.
  func changes(
    of key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch
}
