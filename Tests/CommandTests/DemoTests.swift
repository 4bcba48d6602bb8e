import Foundation
import SetteeTestSupport
import Testing

/// The sample app as somebody meets it who has just built it.
@Suite struct DemoTests {
  private static let demo = ProgramUnderTest.product("settee-demo")

  @Test func `the demo shows all that it has in a terminal of 80 columns and 24 rows`() throws {
    let desk = try Desk()
    try desk.store(["account.name": String(repeating: "name ", count: 40)], "org.settee.mail")
    let variables = desk.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let server = try TmuxServer(
      columns: 80, rows: 24, command: "env -i TERM=xterm-256color \(variables) \(Self.demo); read x"
    )
    func screen(_ text: String) throws -> String {
      for _ in 0..<400 {
        let screen = try server.run(["capture-pane", "-p"])
        if screen.contains(text) { return screen }
        Thread.sleep(forTimeInterval: 0.025)
      }
      return try server.run(["capture-pane", "-p"])
    }
    #expect(try screen("q quit").hasPrefix("Settee demo: org.settee.mail\n"))
    try server.run(["send-keys", "-l", "r"])
    let after = try screen("Changed (local)")
    #expect(after.hasPrefix("Settee demo: org.settee.mail\n") && after.contains("q quit"))
    try server.run(["send-keys", "-l", "q"])
  }

  @Test(arguments: ["TERM", "HUP", "INT", "QUIT"])
  func `the demo gives the terminal back when a signal ends it`(signal: String) throws {
    let desk = try Desk()
    let variables = desk.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    // NB: a shell that runs commands of a terminal would mend its modes by itself; this one does not.
    let server = try TmuxServer(
      columns: 80, rows: 24,
      command:
        "env -i TERM=xterm-256color \(variables) sh -c '\(Self.demo); echo; echo $?; stty -a; read x'"
    )
    func wait(_ text: String) throws -> String {
      var screen = ""
      for _ in 0..<400 {
        screen = try server.run(["capture-pane", "-p"])
        if screen.contains(text) { break }
        Thread.sleep(forTimeInterval: 0.025)
      }
      return screen
    }
    #expect(try wait("q quit").contains("Settee demo"))
    let shell = try server.run(["display-message", "-p", "#{pane_pid}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let demo = try desk.shell("pgrep -P \(shell) settee-demo").out
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try desk.shell("kill -\(signal) \(demo)").code == 0)
    let screen = try wait("icanon")
    #expect(screen.contains(" icanon") && screen.contains(" echo "), "\(screen)")
    let flags = try server.run(["display-message", "-p", "#{cursor_flag} #{alternate_on}"])
    #expect(flags.hasPrefix("1 0"), "\(flags)")
  }

  @Test func `the demo answers the options that every program answers`() throws {
    let desk = try Desk()
    for option in ["--help", "-h"] {
      let help = try desk.shell("\(Self.demo) \(option)")
      #expect(help.code == 0 && help.out.contains("settee-demo config") && help.err.isEmpty)
      #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    let version = try desk.shell("\(Self.demo) --version")
    #expect(version.code == 0 && version.out.hasPrefix("settee-demo "))
    for word in ["--nonsense", "-x", "nonsense"] {
      let unknown = try desk.shell("\(Self.demo) \(word)")
      #expect(unknown.code == 2 && unknown.out.isEmpty)
      #expect(unknown.err.contains("“\(word)”") && unknown.err.contains("--help"))
    }
  }
}
