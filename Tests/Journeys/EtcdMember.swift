import Foundation
import SetteeTestSupport

/// An etcd server with one member on free loopback ports, which is ended when the object is
/// released.
final class EtcdMember {
  private let machine: Machine
  private let ports: [Int]
  private var process: RunningProcess?

  init() throws {
    let machine = try Machine()
    self.machine = machine
    machine.environment["ETCDCTL_API"] = "3"
    ports = try (0..<2).map { _ in
      let one = try machine.run([
        "/usr/bin/python3", "-c",
        "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
      ])
      return Int(one.out.trimmingCharacters(in: .newlines)) ?? 0
    }
    try start()
  }

  deinit { kill() }

  var endpoint: String { "127.0.0.1:\(ports[0])" }

  /// Starts the server, or restarts it with its data, and waits until it responds.
  func start() throws {
    let (client, peer) = ("http://\(endpoint)", "http://127.0.0.1:\(ports[1])")
    process = try machine.start([
      "/usr/bin/etcd", "--name", "one", "--data-dir", machine.root + "/data",
      "--listen-client-urls", client, "--advertise-client-urls", client,
      "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
      "--initial-cluster", "one=\(peer)", "--log-level", "error", "--logger", "zap",
      "--unsafe-no-fsync",
    ])
    try waitUntil("etcd responds: \(process?.complained ?? "")") {
      try machine.run(["/usr/bin/etcdctl", "--endpoints", endpoint, "endpoint", "health"]).code == 0
    }
  }

  /// Kills the server without a clean shutdown, as in a power failure.
  func kill() {
    process?.send(SIGKILL)
    process?.end()
    process = nil
  }

  /// Suspends the server, which then accepts connections but doesn't respond.
  func freeze() { process?.send(SIGSTOP) }

  /// Resumes the server.
  func thaw() { process?.send(SIGCONT) }
}
