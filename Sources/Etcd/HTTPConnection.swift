internal import CSetteeCurl
internal import Settee
internal import Synchronization
import SetteeFiles

/// A persistent HTTP connection to one server.
///
/// Requests from several threads are sent one after another. Only this file uses libcurl.
final class HTTPConnection: Sendable {
  /// An HTTP request.
  struct Request {
    var url: String
    var headers: [String] = []
    /// The body to send with POST, or `nil` for a GET request, which follows HTTP redirects.
    var body: [UInt8]?
    var security = TLSFiles()
    /// The timeouts for connecting and for the entire response, in milliseconds.
    ///
    /// A timeout of 0 means that the request doesn't time out.
    var connectTimeout: Int
    var timeout: Int
    /// The maximum time without any data before and during the response, in milliseconds.
    ///
    /// If this time is 0, the request waits for data without a limit.
    var patience = 0
    var silence = 0
  }

  /// The outcome of a request.
  enum Outcome: Equatable {
    /// The server responded with this HTTP status code.
    case answered(status: Int)
    /// The request failed before it could reach the server.
    case notSent(String)
    /// The connection to the server failed because of a certificate.
    ///
    /// No request was sent, and retrying doesn't help.
    case untrusted(String)
    /// It is unknown whether the server processed the request.
    case unknown(String)
    /// The server transferred no data within the timeout.
    ///
    /// In this case, the server might have processed the request anyway.
    case silent
    /// The closure that receives the response aborted the request.
    case ended
    /// A call to ``wake()`` aborted the request.
    case woken
    /// The libcurl library is unavailable on this computer.
    ///
    /// The associated value completes a sentence in the error message.
    case noLibrary(String)
  }

  private typealias Receiver = (UnsafeRawBufferPointer) -> Bool

  // Sharing this pointer between threads is safe, because requests hold `lock` and any thread can
  // call `settee_http_wake`. The pointer is freed in `deinit`, when no call can be running.
  private nonisolated(unsafe) let http: OpaquePointer?
  /// The reason why the libcurl library is unavailable.
  private let loadError: String
  private let lock = Mutex(())

  static let silent = "it doesn't respond"

  /// Loads the libcurl library in the background, so that the first request doesn't have to wait
  /// for it.
  static func prepare() { CurrentProcess.startThread("settee-curl") { settee_http_prepare() } }

  /// Creates a connection object without connecting to a server.
  init() {
    var reason = [CChar](repeating: 0, count: 256)
    http = settee_http_open(&reason, reason.count)
    loadError = Self.text(reason)
  }

  deinit { if let http { settee_http_close(http) } }

  /// Aborts the current request and all later requests on this connection.
  ///
  /// This method can be called from any thread.
  func wake() { if let http { settee_http_wake(http) } }

  /// Sends a request and passes each part of the response to `receive`.
  ///
  /// The closure can return `false` to abort the request.
  func send(_ request: Request, receive: @escaping (UnsafeRawBufferPointer) -> Bool) -> Outcome {
    guard let http else { return .noLibrary(loadError) }
    // C code refers to the closure by a pointer.
    return withUnsafePointer(to: receive) { receiver in
      lock.withLock { _ in exchange(request, through: http, with: receiver) }
    }
  }

  private func exchange(
    _ request: Request, through http: OpaquePointer, with receiver: UnsafePointer<Receiver>
  ) -> Outcome {
    var status = 0
    var reason = [CChar](repeating: 0, count: 320)
    let outcome = settee_http_send(
      http, request.url, request.headers.map { $0 + "\n" }.joined(),
      request.body, request.body?.count ?? 0, request.security.authority,
      request.security.certificate, request.security.key,
      settee_http_limits(
        connect_timeout: request.connectTimeout, timeout: request.timeout,
        patience: request.patience, silence: request.silence),
      { context, bytes, count in
        guard let context else { return 1 }
        let receive = context.assumingMemoryBound(to: Receiver.self).pointee
        return receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : 1
      }, UnsafeMutableRawPointer(mutating: receiver), &status, &reason, reason.count)
    switch outcome {
    case SETTEE_HTTP_ANSWERED: return .answered(status: status)
    case SETTEE_HTTP_NOT_SENT: return .notSent(Self.text(reason))
    case SETTEE_HTTP_UNTRUSTED: return .untrusted(Self.text(reason))
    case SETTEE_HTTP_SILENT: return .silent
    case SETTEE_HTTP_ENDED: return .ended
    case SETTEE_HTTP_WOKEN: return .woken
    default: return .unknown(Self.text(reason))
    }
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a part of a response, or returns `false` if the response becomes larger than a limit.
  mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
    guard count + piece.count <= limit else { return false }
    append(contentsOf: piece)
    return true
  }

  /// Removes and returns the complete messages of a stream, which has one JSON object per line.
  mutating func takeMessages() -> [JSON] {
    var messages: [JSON] = []
    while let end = firstIndex(of: UInt8(ascii: "\n")) {
      if let message = try? JSON(reading: self[..<end]) { messages.append(message) }
      removeSubrange(...end)
    }
    return messages
  }
}
