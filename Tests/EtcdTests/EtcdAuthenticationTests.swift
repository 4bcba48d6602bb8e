import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEtcd

/// Tests users, passwords, tokens, and certificates with a real etcd.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdAuthenticationTests {
  private func mirror(_ server: EtcdServer, _ user: String, _ password: String) throws
    -> EtcdClient
  {
    EtcdClient(
      try server.address(), credentials: CloudCredentials(user: user, password: password))
  }

  @Test func `a user reads what the role allows, also after the token has expired`() throws {
    let server = try EtcdServer.locked()
    let mirror = try mirror(server, "ada", "analytical")
    let address = try mailAddress()
    let revision = try mirror.push(
      document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10))
    #expect(revision != nil)
    // In this configuration, a simple token expires after one second, and etcd checks once per
    // second.
    sleep(3)
    #expect(try mirror.pull(address, by: .seconds(10)).revision == revision)
  }

  @Test func `the documented role permits every command`() throws {
    let server = try EtcdServer.locked()
    func machine() throws -> (Machine, String) {
      let machine = try Machine(mirror: "etcd://\(server.endpoint)/ada")
      machine.environment["SETTEE_MIRROR_USER"] = "ada"
      machine.environment["SETTEE_MIRROR_PASSWORD"] = "analytical"
      return (machine, try machine.bundle("org.settee.rights", ["name", "city"]))
    }
    func run(_ machine: Machine, _ words: String..., input: String = "") throws {
      let outcome = try machine.run([ProgramUnderTest.path] + words, input: input)
      #expect(outcome.code == 0, "\(words): \(outcome)")
    }
    let ((one, app), (two, second)) = (try machine(), try machine())
    try run(one, "set", app, "name", "Ada")
    for verb in ["push", "status", "devices"] { try run(one, verb, app) }
    try run(two, "pull", second)
    try run(one, "seal", app, "--stdin", input: "seven tame otters")
    try run(two, "join", "--stdin", input: "seven tame otters")
    try run(two, "set", second, "city", "London")
    try run(two, "sync", second)
    try run(one, "rekey", "--stdin", input: "eight wild ferrets")
    try run(two, "join", "--stdin", input: "eight wild ferrets")
    for (machine, app) in [(two, second), (one, app)] { try run(machine, "sync", app) }
    #expect(try one.values("org.settee.rights")["city"] as? String == "London")
    let keys = try server.control("--user", "root:secret", "get", "--prefix", "", "--keys-only")
    #expect(
      keys.split(separator: "\n").allSatisfy { $0.hasPrefix("settee/ada/sealed/") }, "\(keys)")
    try run(one, "unseal", "--stdin", input: "eight wild ferrets")
    try run(one, "sync", app)
  }

  @Test func `wrong and missing passwords and forbidden accounts have different errors`() throws {
    let server = try EtcdServer.locked()
    func message(_ mirror: EtcdClient, _ account: String = "ada") throws -> String {
      let address = try CloudAddress(account: account, domain: "org.settee.mail")
      let error = #expect(throws: CloudError.self) {
        try mirror.pull(address, by: .seconds(10))
      }
      #expect(error?.code == .refused)
      return error?.message ?? ""
    }
    let wrong = try message(mirror(server, "ada", "hunter2"))
    #expect(wrong.contains("check SETTEE_MIRROR_USER"), "\(wrong)")
    #expect(!wrong.contains("hunter2"))
    let none = try message(server.mirror())
    #expect(none.contains("set SETTEE_MIRROR_USER"), "\(none)")
    let other = try message(mirror(server, "ada", "analytical"), "bob")
    #expect(other.contains("permission denied"), "\(other)")
  }

  @Test func `a certificate from an unknown authority is rejected before data is sent`() throws {
    let files = try Certificates()
    let server = try EtcdServer(
      [
        "--cert-file", files.path("server.crt"), "--key-file", files.path("server.key"),
        "--client-cert-auth", "--trusted-ca-file", files.path("ca.crt"),
      ], isSecure: true)
    let address = try mailAddress()
    let good = TLSFiles(
      authority: files.path("ca.crt"), certificate: files.path("client.crt"),
      key: files.path("client.key"))
    let mirror = EtcdClient(try server.address(), security: good)
    #expect(
      try mirror.push(
        document(), to: address, from: device, expecting: CloudSnapshot.noRevision, by: .seconds(10)
      )
        != nil)

    var stranger = good
    stranger.authority = files.path("other.crt")
    let error = #expect(throws: CloudError.self) {
      try EtcdClient(server.address(), security: stranger).pull(address, by: .seconds(600))
    }
    #expect(error?.message.contains("certificate") == true, "\(String(describing: error))")
    let unknown = #expect(throws: CloudError.self) {
      try EtcdClient(server.address(), security: TLSFiles(authority: good.authority))
        .pull(address, by: .seconds(2))
    }
    #expect(unknown?.code == .unreachable)
  }
}

extension EtcdServer {
  /// Returns a server whose user `ada` can access only her own account.
  static func locked() throws -> EtcdServer {
    let server = try EtcdServer(["--auth-token-ttl", "1"])
    try server.control("user", "add", "root:secret")
    try server.control("user", "grant-role", "root", "root")
    try server.control("user", "add", "ada:analytical")
    try server.control("role", "add", "settee-ada")
    try server.control(
      "role", "grant-permission", "settee-ada", "--prefix=true", "readwrite", "settee/ada/")
    try server.control("user", "grant-role", "ada", "settee-ada")
    try server.control("auth", "enable")
    return server
  }
}

/// The certificates of an authority, a server, and a client, and of an unrelated authority.
///
/// openssl creates them.
struct Certificates {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n"
      .write(toFile: path("ext"), atomically: true, encoding: .utf8)
    for name in ["ca", "other"] {
      try openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) "
          + "-keyout \(name).key -out \(name).crt")
    }
    for name in ["server", "client"] {
      try openssl(
        "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) "
          + "-keyout \(name).key -out \(name).csr")
      try openssl(
        "x509 -req -in \(name).csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 "
          + "-extfile ext -out \(name).crt")
    }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func openssl(_ arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let run = try RunningProcess(["/usr/bin/openssl"] + words, folder: folder.path).end()
    try #require(run.code == 0, "openssl \(arguments)")
  }
}
