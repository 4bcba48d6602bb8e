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
    guard let document = CloudDocument(bytes: entry.bytes) else {
      throw CloudError(
        .refused,
        "The key \(Self.key(of: address)) of the mirror at \(place) holds something that is not "
          + "Settee's: choose another account, or delete the key.")
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
      try document.bytes(), under: Self.key(of: address), expecting: expected, by: deadline)
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
    "settee/\(address.account)/\(address.domain)"
  }
}

/// What watches where nothing can be watched.
private struct NoWatch: CloudWatch {
  func stop() {}
}
