internal import Settee

/// Downloads a file over HTTP or HTTPS, such as a JSON Schema.
///
/// This function throws an error if the file is larger than the limit.
package func download(_ url: String, limit: Int) throws -> [UInt8] {
  func failure(_ reason: String) -> SetteeError {
    SetteeError(.io, "Can't download \(url): \(reason).")
  }
  var response: [UInt8] = []
  let request = HTTPConnection.Request(
    url: url, connectTimeout: 10_000, timeout: 60_000, patience: 15_000, silence: 15_000)
  let outcome = HTTPConnection().send(request) { response.append($0, limit: limit) }
  switch outcome {
  case .answered(200): return response
  case .answered(let status): throw failure("the server returned HTTP status \(status)")
  case .ended: throw failure("it is larger than \(limit >> 20) MB")
  case .silent: throw failure(HTTPConnection.silent)
  case .notSent(let reason), .untrusted(let reason), .unknown(let reason), .noLibrary(let reason):
    throw failure(reason)
  case .woken: throw failure("the download was canceled")
  }
}
