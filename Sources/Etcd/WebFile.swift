/// Downloads files from the web, such as JSON Schemas.
package enum WebFile {
  /// An error that occurred during a download.
  ///
  /// The reason completes a sentence in the error message.
  package struct DownloadError: Error, Sendable {
    package let reason: String
  }

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
      throw DownloadError(reason: "the server returned HTTP status \(status)")
    case .ended: throw DownloadError(reason: "it is larger than \(limit >> 20) MB")
    case .silent: throw DownloadError(reason: HTTPConnection.silent)
    case .notSent(let reason), .untrusted(let reason), .unknown(let reason),
      .noLibrary(let reason):
      throw DownloadError(reason: reason)
    case .woken: throw DownloadError(reason: "the download was canceled")
    }
  }
}
