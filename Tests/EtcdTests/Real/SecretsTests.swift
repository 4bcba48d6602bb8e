import Foundation
import Settee
import SetteeEtcd
import SetteeTestSupport
import Testing

/// Stores secrets, pushes in every possible way, and verifies that no secret has left the device.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"), .serialized)
struct SecretsTests {
  struct AppPrefs: PreferenceSet {
    @Setting(traits: .synced) var name = "nobody"
    @Setting(traits: .secret) var token: String? = nil
  }

  private static let token = "planted-token-5417"
  private static let word = "planted-word-8236"
  private static let bare = "planted-bare-3391"

  /// Pushes with the library, with the command, and, if there is a terminal, with the editor.
  private func pushAll(_ machine: Machine, _ mirror: CloudMirror, _ account: String) throws {
    machine.environment["SETTEE_LOG"] = "debug:\(machine.root)/log"
    let store = try Store(
      AppPrefs.self, domain: "org.settee.secretapp",
      configuration: StoreConfiguration(location: .directories(try machine.locations)))
    try store.prefs.$name.set("Ann")
    try store.prefs.$token.set(Self.token)
    #expect(try store.cloud(through: mirror, account: account).push().sent == ["name"])

    let path = try machine.bundle(
      "org.settee.secretpane", "name", "word", marks: ["word": ["IsSecure": true]])
    #expect(try machine.settee("set", path, "name", "Bob").code == 0)
    #expect(try machine.settee("set", path, "word", "--stdin", input: Self.word).code == 0)
    let bare = try machine.settee(
      "set", path, "nowhere", "--type", "string", "--stdin", input: Self.bare)
    #expect(bare.code == 0, "\(bare.err)")
    #expect(try machine.settee("push", path, "--json").keys("sent") == ["name"])
    // A secret in an argument is rejected, because the process list would show it.
    #expect(try machine.settee("set", path, "word", "argument").code == 2)
    let told = try [machine.settee("status", path), machine.settee("diff", path, "--cloud")]
    for run in told { #expect(!(run.out + run.err).contains(Self.word)) }
    if EditorScreen.program != nil { try pushFromEditor(machine, path) }
  }

  private func pushFromEditor(_ machine: Machine, _ path: String) throws {
    let editor = try EditorScreen(machine, path, shows: "Word")
    try editor.enter("Eve")
    try editor.wait(for: "Saved")
    try editor.press("Down")
    try editor.enter(Self.word + "-typed")
    try editor.press("Up")
    #expect(try !editor.screen().contains(Self.word))
    try editor.press("p")
    let plan = try editor.wait(for: "1 to push   0 to pull")
    #expect(!plan.contains(Self.word) && !plan.contains(Self.bare))
    try editor.press("Enter")
    let end = try editor.wait(for: "Pushed 1.")
    #expect(!end.contains(Self.word))
    for secret in [Self.token, Self.word, Self.bare] {
      #expect(try !editor.processList().contains(secret))
    }
    #expect(try machine.settee("get", path, "word", "--secrets").out.contains("-typed"))
  }

  /// Searches every file that could contain a secret.
  private func search(_ machine: Machine) throws {
    for secret in [Self.token, Self.word, Self.bare] {
      for domain in ["org.settee.secretapp", "org.settee.secretpane"] {
        let state = "\(machine.home)/.local/state/settee/\(domain)/cloud"
        #expect(FileManager.default.fileExists(atPath: state))
        #expect(machine.files(below: state, holding: secret) == [])
      }
      let log = FileManager.default.contents(atPath: machine.root + "/log") ?? Data()
      #expect(log.range(of: Data(secret.utf8)) == nil)
    }
    for secret in [Self.token, Self.word] {
      let found = machine.files(below: machine.home + "/.local/state", holding: secret)
      // The state folder may contain secrets only in backups of the file, which only the owner can
      // read.
      #expect(found.filter { $0.contains("history") } == [])
    }
  }

  @Test func `a folder mirror, its state, the log and the process list contain no secret`() throws {
    let folder = try Folder()
    let shared = folder.path + "/shared"
    let machine = try Machine(mirror: "folder:\(shared)")
    try pushAll(machine, .folder(at: shared), "default")
    #expect(machine.files(below: shared, holding: "Ann").count == 1)
    for secret in [Self.token, Self.word, Self.bare] {
      #expect(machine.files(below: shared, holding: secret) == [])
    }
    try search(machine)
  }

  @Test func `an etcd mirror, its state, the log and the process list contain no secret`() throws {
    let server = try EtcdServer()
    let machine = try Machine(mirror: "etcd://\(server.endpoint)/ann")
    try pushAll(machine, .etcd(try server.address(account: "ann")), "ann")
    let stored = try server.control("get", "--prefix", "")
    #expect(stored.contains("Ann"))
    for secret in [Self.token, Self.word, Self.bare] { #expect(!stored.contains(secret)) }
    // The server's files contain all revisions, so they show whether a secret was ever sent.
    server.kill()
    for secret in [Self.token, Self.word, Self.bare] {
      #expect(machine.files(below: server.folder.path, holding: secret) == [])
    }
    try search(machine)
  }
}
