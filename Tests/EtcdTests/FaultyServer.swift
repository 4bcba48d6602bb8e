import Foundation
import Synchronization

/// A loopback server that misbehaves on purpose, either alone or as a proxy for a real etcd.
final class FaultyServer: Sendable {
  enum Manner: Sendable {
    /// Forwards everything in both directions.
    case passes
    /// Forwards the next request and closes the connection before the response.
    ///
    /// Forwards all later requests.
    case losesNextReply
    /// Responds to the next request with these bytes and closes the connection.
    ///
    /// Forwards all later requests.
    case cutsNextReply(String)
    /// Sends these bytes and closes the connection.
    case answers(String)
    /// Responds to each request and closes the connection.
    case replies(@Sendable (_ request: String) -> String)
    /// Accepts connections and sends nothing.
    case isSilent
    /// Sends an endless response, one byte at a time.
    case drips
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16?
  private let manner: Mutex<Manner>
  private let isClosed = Atomic(false)
  private let connections = Atomic(0)

  /// The number of accepted connections.
  var visits: Int { connections.load(ordering: .sequentiallyConsistent) }

  init(_ manner: Manner, before target: UInt16? = nil) throws {
    self.manner = Mutex(manner)
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // A port that is looked up first can be taken by another test in the meantime.
    port = try LoopbackPort.bind(listener)
    guard listen(listener, 16) == 0 else { throw LoopbackPort.Unavailable() }
    Thread.detachNewThread { [self] in accept() }
  }

  // A descriptor is closed only by the thread that waits on it. If another thread closed it, its
  // number could already refer to a file of another test.

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  func behave(_ manner: Manner) { self.manner.withLock { $0 = manner } }

  private func accept() {
    defer { Foundation.close(listener) }
    while !isClosed.load(ordering: .sequentiallyConsistent) {
      let line = Foundation.accept(listener, nil, nil)
      guard line >= 0 else { return }
      Thread.detachNewThread { [self] in serve(line) }
    }
  }

  private func serve(_ line: Int32) {
    defer { Foundation.close(line) }
    connections.add(1, ordering: .sequentiallyConsistent)
    switch manner.withLock({ $0 }) {
    case .passes: pass(line, losingReply: false)
    case .losesNextReply: pass(line, losingReply: true)
    case .cutsNextReply(let text):
      behave(.passes)
      _ = receive(line)
      _ = send(line, Array(text.utf8))
    case .answers(let text):
      _ = receive(line)
      _ = send(line, Array(text.utf8))
    case .replies(let reply):
      let request = String(decoding: receive(line) ?? [], as: UTF8.self)
      _ = send(line, Array(reply(request).utf8))
    case .isSilent: _ = { while receive(line) != nil {} }()
    case .drips: drip(line)
    }
  }

  /// Returns an HTTP response in the form that etcd's gateway uses.
  static func answer(_ status: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func drip(_ line: Int32) {
    _ = receive(line)
    var bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8)
    while send(line, bytes), !isClosed.load(ordering: .sequentiallyConsistent) {
      bytes = [UInt8(ascii: " ")]
      usleep(200_000)
    }
  }

  private func pass(_ line: Int32, losingReply: Bool) {
    guard let target else { return }
    let server = LoopbackPort.connect(to: target)
    guard server >= 0 else { return }
    let requests = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      while let piece = receive(line), send(server, piece) {}
      shutdown(server, Int32(SHUT_WR))
      requests.signal()
    }
    passReplies(from: server, to: line, losing: losingReply)
    for file in [line, server] { shutdown(file, Int32(SHUT_RDWR)) }
    requests.wait()
    Foundation.close(server)
  }

  private func passReplies(from server: Int32, to line: Int32, losing: Bool) {
    while let piece = receive(server) {
      if losing {
        behave(.passes)
        return
      }
      guard send(line, piece) else { return }
    }
  }

  private func receive(_ file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func send(_ file: Int32, _ bytes: [UInt8]) -> Bool {
    Foundation.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
