public import Settee

extension CloudMirror {
  /// A cluster of etcd, for many machines; nothing is sent until it is used.
  ///
  /// - Parameters:
  ///   - address: Where the cluster answers.
  ///   - security: The files for TLS, where the address asks for it.
  ///   - credentials: The user and the password, where the cluster asks for them.
  /// - Returns: The mirror.
  public static func etcd(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) -> CloudMirror {
    CloudMirror(EtcdMirror(address, security: security, credentials: credentials))
  }
}

/// The mirror for many machines: one key for each account and domain in an etcd cluster.
///
/// A push compares the revision that it was made from and puts in one transaction, so two devices
/// can never overwrite each other. All calls block, the watch has a thread of its own.
final class EtcdMirror: MirrorBackend {
  private let client: EtcdClient

  init(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) {
    client = EtcdClient(address: address, security: security, credentials: credentials)
    HTTPConnection.prepare()
  }

  var place: String { client.address.description }

  func pull(
    _ address: CloudAddress, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    try snapshot(of: try client.entry(Self.key(of: address), by: deadline), at: address)
  }

  private func snapshot(
    of entry: EtcdEntry?, at address: CloudAddress
  ) throws(CloudError) -> CloudSnapshot {
    guard let entry else { return CloudSnapshot(document: nil, revision: .none) }
    guard let document = address.document(from: entry.bytes) else {
      throw CloudError(
        .refused,
        "The key \(Self.key(of: address)) of the mirror at \(place) holds something that "
          + (address.key == nil
            ? "is not Settee's: choose another account, or delete the key."
            : "no device of this account has sealed; nothing of it was taken: delete the key."))
    }
    return CloudSnapshot(
      document: document, revision: CloudRevision(String(entry.revision)))
  }

  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    guard let expected = Int64(revision.text) else { return nil }
    let put = try client.put(
      try address.bytes(of: document, by: device), under: Self.key(of: address),
      expecting: expected, by: deadline)
    guard case .taken(let revision) = put else { return nil }
    return CloudRevision(String(revision))
  }

  func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch {
    do throws(HTTPConnection.Unavailable) {
      return try EtcdWatch(
        client: client, key: Self.key(of: address), after: Int64(revision.text) ?? 0,
        notice: notice)
    } catch {
      notice(.trouble(client.noLibrary(error).message))
      return NoWatch()
    }
  }

  /// The key of an address; no part of it can hold a slash.
  static func key(of address: CloudAddress) -> String {
    address.sealedName.map { sealed + $0 } ?? "settee/\(address.account)/\(address.domain)"
  }

  private static let sealed = "settee-sealed/"

  // MARK: Sealed accounts

  func seals(of account: String, by deadline: CloudDeadline) throws(CloudError) -> [Seal] {
    let entry = try client.entry(Seal.stem(of: account), by: deadline)
    return entry.flatMap { Seal(bytes: $0.bytes) }.map { [$0] } ?? []
  }

  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    let key = Seal.stem(of: account)
    let entry = try client.entry(key, by: deadline)
    let there = entry.flatMap { Seal(bytes: $0.bytes) }
    guard there == found.first else { return false }
    let put = try client.put(
      seal.bytes, under: key, expecting: entry?.revision ?? 0, by: deadline)
    if case .taken = put { return true }
    return false
  }

  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws(CloudError) -> [CloudAddress] {
    guard let key else {
      let prefix = "settee/\(account)/"
      return try client.keys(prefix, by: deadline).compactMap {
        try? CloudAddress(account: account, domain: String($0.dropFirst(prefix.count)))
      }
    }
    var found: [CloudAddress] = []
    for name in try client.keys("\(Self.sealed)\(key.epoch.id)/", by: deadline) {
      let entry = try client.entry(name, by: deadline)
      if let address = entry.flatMap({ key.address(of: $0.bytes, named: name) }) {
        found.append(address)
      }
    }
    return found
  }

  func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws(CloudError) -> Int {
    // One document is everybody's here: it goes when nothing of it is lost, whoever wrote it.
    let key = Self.key(of: address)
    guard let entry = try client.entry(key, by: deadline) else { return 0 }
    guard let there = address.document(from: entry.bytes), document.contains(there) else {
      return 1
    }
    return try client.remove(key, expecting: entry.revision, by: deadline) ? 0 : 1
  }

  func discard(_ epoch: SealEpoch, by deadline: CloudDeadline) throws(CloudError) {
    for name in try client.keys("\(Self.sealed)\(epoch.id)/", by: deadline) {
      guard let entry = try client.entry(name, by: deadline) else { continue }
      _ = try client.remove(name, expecting: entry.revision, by: deadline)
    }
  }

  /// The one thing that would stop an older Settee is a key of the domain's name in clear.
  func bar(_ account: String, _ isBarred: Bool) {}
}

/// What watches where nothing can be watched.
private struct NoWatch: CloudWatch {
  func stop() {}
}
