internal import CSetteeCurl
internal import Settee
internal import Synchronization
import SetteeFiles

/// A way to one server, kept open between requests; requests of several threads take turns.
///
/// The only file that sees libcurl.
final class HTTPConnection: Sendable {
  /// What is sent.
  struct Request {
    var url: String
    var headers: [String] = []
    /// What is posted; nil where the answer is only asked for, and redirects within the web followed.
    var body: [UInt8]?
    var security = TLSFiles()
    /// Milliseconds to wait for the connection, and for the whole answer; 0: for ever.
    var connectTimeout: Int
    var timeout: Int
    /// Milliseconds without a byte, in or out, before the answer begins and within it; 0: for ever.
    var patience = 0
    var silence = 0
  }

  /// How a request ended.
  enum Outcome: Equatable {
    /// An answer came, with this status.
    case answered(status: Int)
    /// The server cannot have seen the request.
    case notSent(String)
    /// Nothing was sent, and another try ends alike: a certificate is wrong.
    case untrusted(String)
    /// The server may or may not have acted on it.
    case unknown(String)
    /// No byte came or went for as long as the request allows; the server may have acted.
    case silent
    /// The receiver wanted no more.
    case ended
    /// ``wake()`` was called.
    case woken
    /// libcurl cannot be had on this machine: one clause that says why.
    case noLibrary(String)
  }

  // Safe: exchanges hold `turn`, the only other call is `settee_http_wake`, which the C side
  // offers to any thread, and the pointer is freed in `deinit`, when no call can be running.
  private nonisolated(unsafe) let http: OpaquePointer?
  /// Why there is no libcurl.
  private let fault: String
  private let turn = Mutex(())

  static let silent = "it does not answer"

  /// Has libcurl mapped by the time it is needed; returns at once.
  static func prepare() { BackgroundThread.start("settee-curl") { settee_http_prepare() } }

  /// Opens libcurl; connects to nothing yet.
  init() {
    var reason = [CChar](repeating: 0, count: 256)
    http = settee_http_open(&reason, reason.count)
    fault = Self.text(reason)
  }

  deinit { if let http { settee_http_close(http) } }

  /// Ends a running request, and all later ones at once; for any thread.
  func wake() { if let http { settee_http_wake(http) } }

  /// Sends and hands over each piece of the answer as it comes; false ends the request.
  func send(_ request: Request, receive: @escaping (UnsafeRawBufferPointer) -> Bool) -> Outcome {
    guard let http else { return .noLibrary(fault) }
    let receiver = Receiver(receive)
    return withExtendedLifetime(receiver) {
      turn.withLock { _ in exchange(request, through: http, with: receiver) }
    }
  }

  private func exchange(
    _ request: Request, through http: OpaquePointer, with receiver: Receiver
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
        let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
        return receiver.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : 1
      }, Unmanaged.passUnretained(receiver).toOpaque(), &status, &reason, reason.count)
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

/// What has come of an answer, up to a bound.
final class AnswerBody {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Takes a piece of the answer; false when it is too much.
  func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + piece.count <= limit else { return false }
    bytes.append(contentsOf: piece)
    return true
  }

  /// The messages of a stream, one JSON object a line, that are whole by now; they are taken out.
  func takeMessages() -> [JSON] {
    var messages: [JSON] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      if let message = try? JSON(reading: bytes[..<end]) { messages.append(message) }
      bytes.removeSubrange(...end)
    }
    return messages
  }
}

/// The closure that takes the answer, as an object that C can carry a pointer to.
private final class Receiver {
  let take: (UnsafeRawBufferPointer) -> Bool

  init(_ take: @escaping (UnsafeRawBufferPointer) -> Bool) { self.take = take }
}
