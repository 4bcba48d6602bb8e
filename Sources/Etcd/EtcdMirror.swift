public import Settee

/// The mirror for many machines: one key for each account and domain in an etcd cluster.
///
/// A push compares the revision that it was made from and puts in one transaction, so two devices
/// can never overwrite each other. All calls block, the watch has a thread of its own.
public final class EtcdMirror: CloudMirror {
  private let client: EtcdClient

  /// Joins a cluster; nothing is sent until the first call.
  ///
  /// - Parameters:
  ///   - address: Where the cluster answers.
  ///   - security: The files for TLS, where the address asks for it.
  ///   - credentials: The user and the password, where the cluster asks for them.
  public init(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) {
    client = EtcdClient(address: address, security: security, credentials: credentials)
    HTTPConnection.prepare()
  }

  /// The mirror's address in words.
  public var place: String { client.address.description }

  /// All that the mirror holds at an address.
  public func pull(
    _ address: CloudAddress, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    try snapshot(of: try client.entry(Self.key(of: address), by: deadline), at: address)
  }

  /// All that the mirror holds at an address; what is known already is not carried again.
  public func pull(
    _ address: CloudAddress, knowing known: CloudKnown, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    guard let start = Self.start(of: known), let revision = Int64(known.revision.text) else {
      return try pull(address, by: deadline)
    }
    let found = try client.entry(
      Self.key(of: address), unless: revision, beginsWith: start, by: deadline)
    switch found {
    case .same: return CloudSnapshot(document: known.document, revision: known.revision)
    case .other(let entry): return try snapshot(of: entry, at: address)
    }
  }

  /// The bytes of a document up to the end of its table of writes.
  ///
  /// No two documents have the same writes, for each has a random word in it, so this tells the
  /// document from every other one; a revision alone does not, where a cluster was put back to a
  /// backup and has counted on from there. Nil where the writes stand far apart.
  static func start(of known: CloudKnown) -> ArraySlice<UInt8>? {
    guard let bytes = try? known.document.bytes() else { return nil }
    let start = bytes.prefix(1 << 14)
    var end = 0
    for write in known.writes {
      let place = start.indices.first { start[$0...].starts(with: write.utf8) }
      guard let place else { return nil }
      end = max(end, place + write.utf8.count)
    }
    return end == 0 ? nil : start[..<end]
  }

  private func snapshot(
    of entry: EtcdEntry?, at address: CloudAddress
  ) throws(CloudError) -> CloudSnapshot {
    guard let entry else { return CloudSnapshot(document: nil, revision: .none) }
    guard let document = CloudDocument(bytes: entry.bytes) else {
      throw CloudError(
        .refused,
        "The key \(Self.key(of: address)) of the mirror at \(place) holds something that is not "
          + "Settee's: choose another account, or delete the key.")
    }
    return CloudSnapshot(
      document: document, revision: CloudRevision(String(entry.revision)))
  }

  /// Puts a document in the place of the revision that it was made from.
  public func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    guard let expected = Int64(revision.text) else { return nil }
    let put = try client.put(
      try document.bytes(), under: Self.key(of: address), expecting: expected, by: deadline)
    guard case .taken(let revision) = put else { return nil }
    return CloudRevision(String(revision))
  }

  /// Calls back, on a thread of its own, whenever the mirror may hold something newer.
  public func changes(
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
    "settee/\(address.account)/\(address.domain)"
  }
}

/// What watches where nothing can be watched.
private struct NoWatch: CloudWatch {
  func stop() {}
}
