import Foundation
import SetteeTestSupport
import Testing

/// Apps set a value and exit immediately while the disk is slow.
@Suite struct AppExitTests {
  @Test(arguments: ["main", "thread", "signal"])
  func `a value that an app has set is saved when the app exits`(how: String) throws {
    let machine = try Machine()
    // Delay each fsync by 0.2 s, so that the app exits during one.
    let slow = [
      "/usr/bin/strace", "-qq", "-f", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
      "inject=fsync,fdatasync:delay_enter=200000",
    ]
    let apps = try stride(from: 0, through: 60, by: 10).map { wait in
      let domain = "org.example.after\(wait)"
      return (
        domain,
        try machine.start(
          slow + [ProgramUnderTest.product("DomainTool"), "leave", domain, how, "\(wait)"])
      )
    }
    for (domain, app) in apps {
      let code = app.end().code
      #expect(code == (how == "signal" ? 128 + SIGTERM : 0), "\(domain): \(app.complained)")
      #expect(try machine.settee("get", domain, "how").out == "\(how)\n", "\(domain)")
    }
  }
}
