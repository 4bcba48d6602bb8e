/// A file of the web, such as a schema.
package enum WebFile {
  /// Why a file could not be had: a clause.
  package struct DownloadError: Error, Sendable {
    package let reason: String
  }

  /// Gets a file over http or https, and nothing else; one longer than `limit` is not taken to its end.
  package static func read(_ url: String, limit: Int) throws(DownloadError) -> [UInt8] {
    let answer = AnswerBody(limit: limit)
    let request = HTTPConnection.Request(
      url: url, connectTimeout: 10_000, timeout: 60_000, patience: 15_000, silence: 15_000)
    switch HTTPConnection().send(request, receive: answer.take) {
    case .answered(200): return answer.bytes
    case .answered(let status):
      throw DownloadError(reason: "the server answered with status \(status)")
    case .ended: throw DownloadError(reason: "it is larger than \(limit >> 20) MB")
    case .silent: throw DownloadError(reason: HTTPConnection.silent)
    case .notSent(let reason), .untrusted(let reason), .unknown(let reason),
      .noLibrary(let reason):
      throw DownloadError(reason: reason)
    case .woken: throw DownloadError(reason: "the transfer was ended")
    }
  }
}
