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

/// What was found where something is known already.
enum EtcdFound: Equatable {
  /// What is known.
  case same
  /// Something else; nil for nothing.
  case other(EtcdEntry?)
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

  /// What stands under a key, as the cluster agreed on it, unless it has this revision and begins
  /// with these bytes, of which the last is not 255.
  ///
  /// The gateway takes ten milliseconds to bring a megabyte that is known; this tells in one that
  /// it is.
  func entry(
    _ key: String, unless revision: Int64, beginsWith start: ArraySlice<UInt8>,
    by deadline: CloudDeadline
  ) throws(CloudError) -> EtcdFound {
    // What begins with these bytes lies between them and the next bytes of the same length.
    guard let last = start.last, last < 255 else { return .other(try entry(key, by: deadline)) }
    let name = Self.base64(Array(key.utf8))
    let request: JSON = [
      "compare": [
        Self.comparison(name, revision),
        [
          "key": name, "target": "VALUE", "result": "GREATER",
          "value": Self.base64(Array(start)),
        ],
        [
          "key": name, "target": "VALUE", "result": "LESS",
          "value": Self.base64(start.dropLast() + [last + 1]),
        ],
      ],
      "failure": [["request_range": ["key": name]]],
    ]
    do throws(Fault) {
      let json = try call("/kv/txn", request, by: deadline)
      if json["succeeded"]?.boolean == true { return .same }
      return .other(try firstEntry(json["responses"]?.array?.first?["response_range"]?["kvs"]))
    } catch {
      throw error.error
    }
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
    let request = Self.transaction(bytes, key, revision)
    var backoff = Backoff()
    var strangers = 0
    while true {
      switch attempt(request, bytes, deadline) {
      case .success(let put): return put
      case .failure(.known(let error)): throw error
      case .failure(.unknown(let error)):
        // Of somebody who is no etcd, a read may have found another one; three writes have not.
        if error.kind == .refused { strangers += 1 }
        guard !deadline.isOver, strangers <= 3 * address.endpoints.count else {
          throw Self.unresolved(error)
        }
        if let put = try readBack(bytes, key, revision, deadline) { return put }
      }
      Pause.sleep(backoff.next(), by: deadline)
    }
  }

  private func attempt(
    _ request: JSON, _ bytes: [UInt8], _ deadline: CloudDeadline
  ) -> Result<EtcdPut, Fault> {
    do throws(Fault) {
      let json = try call("/kv/txn", request, isRepeatable: false, by: deadline)
      return .success(try outcome(of: json, bytes))
    } catch {
      return .failure(error)
    }
  }

  private func outcome(of json: JSON, _ bytes: [UInt8]) throws(Fault) -> EtcdPut {
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
    _ bytes: [UInt8], _ key: String, _ revision: Int64, _ deadline: CloudDeadline
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
  private static func transaction(_ bytes: [UInt8], _ key: String, _ revision: Int64) -> JSON {
    let key = base64(Array(key.utf8))
    return [
      "compare": [comparison(key, revision)],
      "success": [["request_put": ["key": key, "value": base64(bytes)]]],
      "failure": [["request_range": ["key": key]]],
    ]
  }

  private static func comparison(_ key: JSON, _ revision: Int64) -> JSON {
    [
      "key": key, "target": "MOD", "result": "EQUAL", "mod_revision": .string(String(revision)),
    ]
  }

  private static func entry(
    _ json: JSON, orElse error: CloudError
  ) throws(Fault) -> EtcdEntry {
    guard let revision = number(json["mod_revision"]),
      let bytes = Base64.bytes(of: json["value"]?.string ?? "")
    else { throw .known(error) }
    return EtcdEntry(bytes: bytes, revision: revision)
  }

  static func base64(_ bytes: [UInt8]) -> JSON { .string(Base64.text(of: bytes)) }

  /// A 64-bit number, which the gateway writes as text.
  static func number(_ json: JSON?) -> Int64? {
    json?.string.flatMap { Int64($0) } ?? json?.integer
  }
}
