import Foundation
import SetteeTestSupport
import Testing

/// Tests the sample app the way a developer runs it after a build.
@Suite struct DemoTests {
  private static let demo = ProgramUnderTest.product("settee-demo")

  @Test func `the demo fits in a terminal of 80 columns and 24 rows`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["account.name": String(repeating: "name ", count: 40)], "org.settee.mail")
    let screen = try TerminalScreen(
      ["sh", "-c", "\(Self.demo); read x"], environment: sandbox.environment, columns: 80, rows: 24)
    #expect(try screen.wait(for: "q quit").hasPrefix("Settee demo: org.settee.mail\n"))
    try screen.type("r")
    let after = try screen.wait(for: "Changed (local)")
    #expect(after.hasPrefix("Settee demo: org.settee.mail\n") && after.contains("q quit"))
    try screen.type("q")
  }

  @Test(arguments: ["TERM", "HUP", "INT", "QUIT"])
  func `the demo restores the terminal when a signal stops it`(signal: String) throws {
    let sandbox = try Sandbox()
    // Use `sh -c` because an interactive shell would restore the terminal modes itself.
    let screen = try TerminalScreen(
      ["sh", "-c", "\(Self.demo); echo; echo $?; stty -a; read x"],
      environment: sandbox.environment, columns: 80, rows: 24)
    #expect(try screen.wait(for: "q quit").contains("Settee demo"))
    let demo = try childProcess(of: screen.ask("#{pane_pid}"))
    #expect(try sandbox.shell("kill -\(signal) \(demo)").code == 0)
    let modes = try screen.wait(for: "icanon")
    #expect(modes.contains(" icanon") && modes.contains(" echo "), "\(modes)")
    let flags = try screen.ask("#{cursor_flag} #{alternate_on}")
    #expect(flags.hasPrefix("1 0"), "\(flags)")
  }

  @Test func `the demo supports the standard options`() throws {
    let sandbox = try Sandbox()
    for option in ["--help", "-h"] {
      let help = try sandbox.shell("\(Self.demo) \(option)")
      #expect(help.code == 0 && help.out.contains("settee-demo config") && help.err.isEmpty)
      #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    let version = try sandbox.shell("\(Self.demo) --version")
    #expect(version.code == 0 && version.out.hasPrefix("settee-demo "))
    for word in ["--nonsense", "-x", "nonsense"] {
      let unknown = try sandbox.shell("\(Self.demo) \(word)")
      #expect(unknown.code == 2 && unknown.out.isEmpty)
      #expect(unknown.err.contains("'\(word)'") && unknown.err.contains("--help"))
    }
  }
}
