import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEtcd

/// A real etcd server on free loopback ports, with its data in a temporary folder.
final class EtcdServer {
  let folder: URL
  private(set) var port: UInt16 = 0
  private var peerPort: UInt16 = 0
  private let extra: [String]
  private let isSecure: Bool
  private var process: Process?

  /// The path of etcd, or nil if it isn't installed.
  static let program = ["/usr/bin/etcd", "/usr/local/bin/etcd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Starts a server and waits until it accepts connections.
  init(_ extra: [String] = [], isSecure: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-etcd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.extra = extra
    self.isSecure = isSecure
    // Another process can take a free port before the server does, and the server then exits.
    for _ in 0..<5 where process?.isRunning != true {
      (port, peerPort) = (try LoopbackPort.free(), try LoopbackPort.free())
      try start()
    }
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  var endpoint: String { "127.0.0.1:\(port)" }
  var scheme: String { isSecure ? "etcds" : "etcd" }

  func address(account: String = "ada") throws -> EtcdAddress {
    try EtcdAddress("\(scheme)://\(endpoint)/\(account)")
  }

  func mirror(account: String = "ada") throws -> EtcdClient {
    EtcdClient(try address(account: account))
  }

  /// Starts the server, or restarts it with its data after ``kill()``.
  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.program))
    let client = "\(isSecure ? "https" : "http")://\(endpoint)"
    let peer = "http://127.0.0.1:\(peerPort)"
    process.arguments =
      [
        "--name", "test", "--data-dir", folder.appendingPathComponent("data").path,
        "--listen-client-urls", client, "--advertise-client-urls", client,
        "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
        "--initial-cluster", "test=\(peer)", "--log-level", "error", "--logger", "zap",
        "--unsafe-no-fsync",
      ] + extra
    process.environment = ["PATH": "/usr/bin:/bin", "ETCD_UNSUPPORTED_ARCH": "arm64"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    self.process = process
    for _ in 0..<600 where process.isRunning && !LoopbackPort.answers(port) { usleep(50_000) }
  }

  /// Kills the server without a clean shutdown, as in a power failure.
  func kill() {
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Suspends or resumes the server, to simulate an overloaded computer.
  func freeze(_ isFrozen: Bool) {
    if let process { Foundation.kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT) }
  }

  /// Stops the server, and returns a copy of its data for ``restore(_:)``.
  func backup() throws -> URL {
    let copy = folder.appendingPathComponent("copy-\(UUID().uuidString)")
    kill()
    try FileManager.default.copyItem(at: folder.appendingPathComponent("data"), to: copy)
    try start()
    return copy
  }

  /// Restarts the server with an earlier copy of its data.
  func restore(_ copy: URL) throws {
    kill()
    let data = folder.appendingPathComponent("data")
    try FileManager.default.removeItem(at: data)
    try FileManager.default.copyItem(at: copy, to: data)
    try start()
  }

  /// Runs etcdctl against this server.
  @discardableResult
  func control(_ arguments: String...) throws -> String {
    let run = try RunningProcess(
      ["/usr/bin/etcdctl", "--endpoints", endpoint] + arguments,
      environment: ["ETCDCTL_API": "3", "PATH": "/usr/bin:/bin"]
    ).end()
    try #require(run.code == 0, "etcdctl \(arguments): \(run.out)\(run.err)")
    return run.out + run.err
  }
}

/// Helpers for ports on the loopback interface.
enum LoopbackPort {
  struct Unavailable: Error {}

  /// Returns an unused port.
  static func free() throws -> UInt16 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    return try bind(file)
  }

  /// Binds a socket to an unused port, and returns the port.
  static func bind(_ file: Int32) throws -> UInt16 {
    var address = address(of: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
      }
    }
    guard bound else { throw Unavailable() }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Returns whether a server accepts connections on a port.
  static func answers(_ port: UInt16) -> Bool {
    let file = connect(to: port)
    defer { if file >= 0 { close(file) } }
    return file >= 0
  }

  /// Opens a connection, and returns a negative value if the port is closed.
  static func connect(to port: UInt16) -> Int32 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = address(of: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return file }
    close(file)
    return -1
  }

  static func address(of port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}
