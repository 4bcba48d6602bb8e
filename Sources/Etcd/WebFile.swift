internal import Settee

/// Downloads files from the web, such as JSON Schemas.
package enum WebFile {
  /// Downloads a file over HTTP or HTTPS.
  ///
  /// This method throws an error if the file is larger than the limit.
  package static func read(_ url: String, limit: Int) throws -> [UInt8] {
    let response = ResponseBody(limit: limit)
    let request = HTTPConnection.Request(
      url: url, connectTimeout: 10_000, timeout: 60_000, patience: 15_000, silence: 15_000)
    switch HTTPConnection().send(request, receive: response.append) {
    case .answered(200): return response.bytes
    case .answered(let status):
      throw failure(url, "the server returned HTTP status \(status)")
    case .ended: throw failure(url, "it is larger than \(limit >> 20) MB")
    case .silent: throw failure(url, HTTPConnection.silent)
    case .notSent(let reason), .untrusted(let reason), .unknown(let reason),
      .noLibrary(let reason):
      throw failure(url, reason)
    case .woken: throw failure(url, "the download was canceled")
    }
  }

  private static func failure(_ url: String, _ reason: String) -> SetteeError {
    SetteeError(.io, "Can't download \(url): \(reason).")
  }
}
