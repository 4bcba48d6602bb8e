internal import Settee

extension EtcdClient: KeyedStore {
  var place: String { address.description }

  func entry(_ key: String, by deadline: CloudDeadline) throws(CloudError) -> Entry? {
    try firstEntry(ask("/kv/range", ["key": Self.base64(key)], by: deadline)["kvs"])
  }

  func keys(_ prefix: String, by deadline: CloudDeadline) throws(CloudError) -> [String] {
    let first = Array(prefix.utf8)
    // The first key behind all that begin so: a prefix ends with a slash.
    let end = Array(first.dropLast()) + first.suffix(1).map { $0 + 1 }
    let request: JSON = [
      "key": Self.base64(first), "range_end": Self.base64(end), "keys_only": .boolean(true),
    ]
    let found = try ask("/kv/range", request, by: deadline)["kvs"]?.array ?? []
    return found.compactMap { entry in
      Data(base64Encoded: entry["key"]?.string ?? "").map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func remove(
    _ key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    let request: JSON = [
      "compare": [Self.unchanged(key, since: revision)],
      "success": [["request_delete_range": ["key": Self.base64(key)]]],
    ]
    // Made twice it does no harm: what is gone has another revision.
    return try ask("/kv/txn", request, by: deadline)["succeeded"]?.boolean == true
  }

  func changes(
    of key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch {
    EtcdWatch(client: self, key: key, after: revision, notice: notice)
  }

  /// The revision that the cluster has agreed on; nil where it cannot be asked.
  func revision(at key: String, by deadline: CloudDeadline) -> Int64? {
    let request: JSON = ["key": Self.base64(key), "count_only": .boolean(true)]
    return Self.number((try? ask("/kv/range", request, by: deadline))?["header"]?["revision"])
  }

  /// Compares the revision, then puts; otherwise reads what stands there.
  ///
  /// When the reply is lost, the key is read back: the same bytes there mean that the put was
  /// taken, the old revision that it was not, and it is tried again.
  func put(
    _ bytes: [UInt8], under key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> Int64? {
    let request: JSON = [
      "compare": [Self.unchanged(key, since: revision)],
      "success": [["request_put": ["key": Self.base64(key), "value": Self.base64(bytes)]]],
      "failure": [["request_range": ["key": Self.base64(key)]]],
    ]
    var backoff = Backoff()
    var strangers = 0
    while true {
      let reply: JSON?
      do throws(RequestError) {
        reply = try call("/kv/txn", request, isRepeatable: false, by: deadline)
      } catch {
        guard error.isUnknown else { throw error.error }
        // What answers but is no etcd is asked again, as another endpoint may be one: three times each.
        if error.error.kind == .refused { strangers += 1 }
        guard !deadline.isOver, strangers <= 3 * address.endpoints.count else {
          throw Self.unresolved(error.error)
        }
        reply = nil
      }
      if let reply { return try outcome(of: reply, toPut: bytes) }
      let there: Entry?
      do throws(CloudError) {
        there = try entry(key, by: deadline)
      } catch {
        throw Self.unresolved(error)
      }
      if let there, there.bytes == bytes { return there.revision }
      if there?.revision ?? 0 != revision { return nil }
      deadline.sleep(backoff.next())
    }
  }

  private func outcome(of reply: JSON, toPut bytes: [UInt8]) throws(CloudError) -> Int64? {
    guard let revision = Self.number(reply["header"]?["revision"]) else {
      throw refused(member, "its answer names no revision: is it an etcd?")
    }
    if reply["succeeded"]?.boolean == true { return revision }
    // The entry that beat us may be our own, sent by a try whose reply was lost.
    let found = reply["responses"]?.array?.first?["response_range"]?["kvs"]
    guard let entry = try firstEntry(found), entry.bytes == bytes else { return nil }
    return entry.revision
  }

  private static func unresolved(_ error: CloudError) -> CloudError {
    guard error.kind == .unreachable else { return error }
    return CloudError(
      .unreachable, error.message + " Whether the last push arrived is settled at the next one.")
  }

  private static func unchanged(_ key: String, since revision: Int64) -> JSON {
    [
      "key": base64(key), "target": "MOD", "result": "EQUAL",
      "mod_revision": .string(String(revision)),
    ]
  }

  private func firstEntry(_ list: JSON?) throws(CloudError) -> Entry? {
    guard let found = list?.array?.first else { return nil }
    guard let revision = Self.number(found["mod_revision"]),
      let bytes = Data(base64Encoded: found["value"]?.string ?? "")
    else { throw refused(member, "its answer holds no value") }
    return (Array(bytes), revision)
  }

  static func base64(_ text: String) -> JSON { base64(Array(text.utf8)) }

  private static func base64(_ bytes: [UInt8]) -> JSON {
    .string(Data(bytes).base64EncodedString())
  }

  /// A 64-bit number, which the gateway writes as text.
  static func number(_ json: JSON?) -> Int64? {
    json?.string.flatMap { Int64($0) } ?? json?.integer
  }
}
