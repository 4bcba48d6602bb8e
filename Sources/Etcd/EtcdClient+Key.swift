internal import Settee

/// What stands under a key: its bytes, and the revision of the put that wrote them.
struct EtcdEntry: Equatable {
  var bytes: [UInt8]
  var revision: Int64
}

/// What a put that was tied to a revision came to.
enum EtcdPut: Equatable {
  case taken(revision: Int64)
  /// Somebody else's entry, or none, stands there.
  case beaten
}

extension EtcdClient {
  /// What stands under a key, as the cluster agreed on it; nil for nothing.
  func entry(_ key: String, by deadline: CloudDeadline) throws(CloudError) -> EtcdEntry? {
    do throws(Fault) {
      let json = try call("/kv/range", ["key": Self.base64(Array(key.utf8))], by: deadline)
      return try firstEntry(json["kvs"])
    } catch {
      throw error.error
    }
  }

  /// The keys that begin with a prefix.
  func keys(_ prefix: String, by deadline: CloudDeadline) throws(CloudError) -> [String] {
    let first = Array(prefix.utf8)
    // The first key behind all that begin so: a prefix here ends with a slash.
    let end = Array(first.dropLast()) + first.suffix(1).map { $0 + 1 }
    let request: JSON = [
      "key": Self.base64(first), "range_end": Self.base64(end), "keys_only": .boolean(true),
    ]
    do throws(Fault) {
      let found = try call("/kv/range", request, by: deadline)["kvs"]?.array ?? []
      return found.compactMap { entry in
        Data(base64Encoded: entry["key"]?.string ?? "").map { String(decoding: $0, as: UTF8.self) }
      }
    } catch {
      throw error.error
    }
  }

  /// Takes away the entry of a revision; false where another one stands there by now.
  func remove(
    _ key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> Bool {
    let name = Self.base64(Array(key.utf8))
    let request: JSON = [
      "compare": [Self.unchanged(name, since: revision)],
      "success": [["request_delete_range": ["key": name]]],
    ]
    do throws(Fault) {
      // Made twice it does no harm: what is gone has another revision.
      return try call("/kv/txn", request, by: deadline)["succeeded"]?.boolean == true
    } catch {
      throw error.error
    }
  }

  private static func unchanged(_ key: JSON, since revision: Int64) -> JSON {
    [
      "key": key, "target": "MOD", "result": "EQUAL", "mod_revision": .string(String(revision)),
    ]
  }

  /// The revision that the cluster has agreed on; nil where it cannot be asked.
  func revision(at key: String, by deadline: CloudDeadline) -> Int64? {
    let request: JSON = ["key": Self.base64(Array(key.utf8)), "count_only": .boolean(true)]
    let answer = try? call("/kv/range", request, by: deadline)
    return Self.number(answer?["header"]?["revision"])
  }

  private func firstEntry(_ list: JSON?) throws(Fault) -> EtcdEntry? {
    guard let found = list?.array?.first else { return nil }
    return try Self.entry(found, orElse: refused(member, "its answer holds no value"))
  }

  /// Puts bytes in the place of the entry of a revision (0: of nothing).
  ///
  /// When the reply is lost, the key is read back: the same bytes there mean that the put was
  /// taken, the old revision that it was not, and it is tried again.
  func put(
    _ bytes: [UInt8], under key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> EtcdPut {
    let request = Self.transaction(toPut: bytes, under: key, expecting: revision)
    var backoff = Backoff()
    var strangers = 0
    while true {
      switch attempt(request, toPut: bytes, by: deadline) {
      case .success(let put): return put
      case .failure(.known(let error)): throw error
      case .failure(.unknown(let error)):
        // What answers but is no etcd is asked again, as another endpoint may be one: three times each.
        if error.kind == .refused { strangers += 1 }
        guard !deadline.isOver, strangers <= 3 * address.endpoints.count else {
          throw Self.unresolved(error)
        }
        if let put = try readBack(bytes, under: key, expecting: revision, by: deadline) {
          return put
        }
      }
      deadline.sleep(backoff.next())
    }
  }

  private func attempt(
    _ request: JSON, toPut bytes: [UInt8], by deadline: CloudDeadline
  ) -> Result<EtcdPut, Fault> {
    do throws(Fault) {
      let json = try call("/kv/txn", request, isRepeatable: false, by: deadline)
      return .success(try outcome(of: json, toPut: bytes))
    } catch {
      return .failure(error)
    }
  }

  private func outcome(of json: JSON, toPut bytes: [UInt8]) throws(Fault) -> EtcdPut {
    guard let revision = Self.number(json["header"]?["revision"]) else {
      throw .known(refused(member, "its answer names no revision: is it an etcd?"))
    }
    if json["succeeded"]?.boolean == true { return .taken(revision: revision) }
    // The entry that beat us may be our own, sent by a try whose reply was lost.
    let found = try firstEntry(json["responses"]?.array?.first?["response_range"]?["kvs"])
    guard let entry = found, entry.bytes == bytes else { return .beaten }
    return .taken(revision: entry.revision)
  }

  /// What became of a put with no reply; nil when it was not taken and may be tried again.
  private func readBack(
    _ bytes: [UInt8], under key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) throws(CloudError) -> EtcdPut? {
    let entry: EtcdEntry?
    do throws(CloudError) {
      entry = try self.entry(key, by: deadline)
    } catch {
      throw Self.unresolved(error)
    }
    if let entry, entry.bytes == bytes { return .taken(revision: entry.revision) }
    return (entry?.revision ?? 0) == revision ? nil : .beaten
  }

  private static func unresolved(_ error: CloudError) -> CloudError {
    guard error.kind == .unreachable else { return error }
    return CloudError(
      .unreachable, error.message + " Whether the last push arrived is settled at the next one.")
  }

  // MARK: The gateway's JSON

  /// Compare the revision, then put; otherwise read what stands there.
  private static func transaction(
    toPut bytes: [UInt8], under key: String, expecting revision: Int64
  ) -> JSON {
    let key = base64(Array(key.utf8))
    return [
      "compare": [unchanged(key, since: revision)],
      "success": [["request_put": ["key": key, "value": base64(bytes)]]],
      "failure": [["request_range": ["key": key]]],
    ]
  }

  private static func entry(
    _ json: JSON, orElse error: CloudError
  ) throws(Fault) -> EtcdEntry {
    guard let revision = number(json["mod_revision"]),
      let bytes = Data(base64Encoded: json["value"]?.string ?? "")
    else { throw .known(error) }
    return EtcdEntry(bytes: Array(bytes), revision: revision)
  }

  static func base64(_ bytes: [UInt8]) -> JSON { .string(Data(bytes).base64EncodedString()) }

  /// A 64-bit number, which the gateway writes as text.
  static func number(_ json: JSON?) -> Int64? {
    json?.string.flatMap { Int64($0) } ?? json?.integer
  }
}
