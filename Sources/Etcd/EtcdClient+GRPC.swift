internal import Settee

extension EtcdClient {
  /// What is smaller goes through the gateway like all else.
  static let leastDirect = 1 << 16

  /// Puts a large document over gRPC itself.
  ///
  /// The gateway reads a text once for each level of JSON that it stands in, and makes gRPC of it:
  /// of a megabyte that takes 70 ms of the server's time where this takes none. Only a clear answer
  /// counts. After anything else the key is read back, and the gateway is asked instead, so that
  /// whoever stands between and speaks no HTTP/2 costs two requests and nothing more.
  ///
  /// - Returns: What the put came to; nil when it was not taken and the gateway has to be asked.
  func putDirectly(
    _ bytes: [UInt8], _ key: String, _ revision: Int64, _ deadline: CloudDeadline
  ) throws(CloudError) -> EtcdPut? {
    guard triesGRPC, let headers = knownHeaders,
      let connection = try? connection()
    else { return nil }
    let member = member
    var request = request(member, "", .null, headers, deadline, 2)
    request.url = address.url(of: address.endpoints[member]) + "/etcdserverpb.KV/Txn"
    request.headers = ["Content-Type: application/grpc", "TE: trailers", "Expect:"] + headers
    request.body = EtcdMessage.transaction(putting: bytes, under: key, expecting: revision)
    request.isGRPC = true
    // Whoever swallows it without a word must leave time to ask the gateway.
    request.timeout = max(1, request.timeout / 2)
    let (answer, status) = (AnswerBody(), GRPCStatus())
    let outcome = deadline.waking({ connection.wake() }) {
      connection.post(request, receiveHeader: status.take, receive: answer.take)
    }
    if case .answered(200) = outcome, status.isOK, let result = EtcdMessage.result(answer.bytes) {
      if result.succeeded { return .taken(revision: result.revision) }
      // What beat us may be our own, sent by a try whose reply was lost.
      guard let entry = try entry(key, by: deadline), entry.bytes == bytes else { return .beaten }
      return .taken(revision: entry.revision)
    }
    avoidGRPC()
    switch outcome {
    case .notSent, .untrusted: return nil
    default: break
    }
    return try readBack(bytes, key, revision, deadline)
  }
}

/// The status of a call, which gRPC sends in the trailers.
private final class GRPCStatus {
  private(set) var isOK = false

  func take(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line.prefix(100), as: UTF8.self).lowercased()
    guard text.hasPrefix("grpc-status:") else { return }
    isOK = text.dropFirst("grpc-status:".count).filter { !$0.isWhitespace } == "0"
  }
}
