internal import Settee
import SetteeFiles

extension EtcdClient: BlobStore {
  var place: String { address.description }

  func read(_ key: String, by deadline: CloudDeadline) throws -> Blob? {
    try firstEntry(query("/kv/range", ["key": Self.base64(key)], by: deadline)["kvs"])
  }

  func list(_ prefix: String, by deadline: CloudDeadline) throws -> [String] {
    let first = Array(prefix.utf8)
    // The end of the key range is the prefix with its last byte, a slash, incremented.
    let end = Array(first.dropLast()) + first.suffix(1).map { $0 + 1 }
    let request: JSON = [
      "key": Self.base64(first), "range_end": Self.base64(end), "keys_only": .boolean(true),
    ]
    let found = try query("/kv/range", request, by: deadline)["kvs"]?.array ?? []
    return found.compactMap { entry in
      Data(base64Encoded: entry["key"]?.string ?? "").map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func delete(
    _ key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) throws -> Bool {
    let request: JSON = [
      "compare": [Self.unchanged(key, since: revision)],
      "success": [["request_delete_range": ["key": Self.base64(key)]]],
    ]
    // Repeating the request is harmless, because the revision no longer matches after the key was
    // deleted.
    return try query("/kv/txn", request, by: deadline)["succeeded"]?.boolean == true
  }

  func watch(
    _ key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void {
    EtcdWatch(client: self, key: key, after: revision, notice: notice).stop
  }

  /// Returns the revision that the etcd cluster has agreed on, or `nil` if the cluster can't be
  /// reached.
  func revision(at key: String, by deadline: CloudDeadline) -> Int64? {
    let request: JSON = ["key": Self.base64(key), "count_only": .boolean(true)]
    return Self.number((try? query("/kv/range", request, by: deadline))?["header"]?["revision"])
  }

  /// Replaces the value of a key in etcd with a compare-and-swap operation.
  ///
  /// If the response is lost, the client reads the key. If the key has the same bytes, the write
  /// succeeded. If it still has the old revision, the client repeats the write.
  func write(
    _ bytes: [UInt8], to key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) throws -> Int64? {
    let request: JSON = [
      "compare": [Self.unchanged(key, since: revision)],
      "success": [["request_put": ["key": Self.base64(key), "value": Self.base64(bytes)]]],
      "failure": [["request_range": ["key": Self.base64(key)]]],
    ]
    var backoff = Backoff()
    var invalidResponses = 0
    while true {
      let reply: JSON?
      do {
        reply = try call("/kv/txn", request, isRepeatable: false, by: deadline)
      } catch let error as CloudError where error.mayHaveSucceeded {
        // If a server isn't etcd, try three times, because another member of the cluster might
        // work.
        if error.code == .refused { invalidResponses += 1 }
        guard !deadline.isOver, invalidResponses <= 3 * address.endpoints.count else {
          throw Self.unresolved(error)
        }
        reply = nil
      }
      if let reply { return try outcome(of: reply, toPut: bytes) }
      let there: Blob?
      do {
        there = try read(key, by: deadline)
      } catch let error as CloudError {
        throw Self.unresolved(error)
      }
      if let there, there.bytes == bytes { return there.revision }
      if there?.revision ?? 0 != revision { return nil }
      deadline.sleep(backoff.next())
    }
  }

  private func outcome(of reply: JSON, toPut bytes: [UInt8]) throws -> Int64? {
    guard let revision = Self.number(reply["header"]?["revision"]) else {
      throw invalidResponse(member, "it has no revision; is it an etcd server?")
    }
    if reply["succeeded"]?.boolean == true { return revision }
    // Compare the bytes of the current entry, because it might come from an earlier attempt whose
    // response was lost.
    let found = reply["responses"]?.array?.first?["response_range"]?["kvs"]
    guard let entry = try firstEntry(found), entry.bytes == bytes else { return nil }
    return entry.revision
  }

  private static func unresolved(_ error: CloudError) -> CloudError {
    guard error.code == .unreachable else { return error }
    return CloudError(
      .unreachable, error.message + " The next push determines whether this one succeeded.")
  }

  private static func unchanged(_ key: String, since revision: Int64) -> JSON {
    [
      "key": base64(key), "target": "MOD", "result": "EQUAL",
      "mod_revision": .string(String(revision)),
    ]
  }

  private func firstEntry(_ list: JSON?) throws -> Blob? {
    guard let found = list?.array?.first else { return nil }
    guard let revision = Self.number(found["mod_revision"]),
      let bytes = Data(base64Encoded: found["value"]?.string ?? "")
    else { throw invalidResponse(member, "it has no value") }
    return (Array(bytes), revision)
  }

  static func base64(_ text: String) -> JSON { base64(Array(text.utf8)) }

  private static func base64(_ bytes: [UInt8]) -> JSON {
    .string(Data(bytes).base64EncodedString())
  }

  /// Returns a 64-bit number, which the JSON gateway of etcd encodes as a string.
  static func number(_ json: JSON?) -> Int64? {
    json?.string.flatMap { Int64($0) } ?? json?.integer
  }
}
