import Foundation
import SetteeTestSupport
import Testing

/// Compiles and runs the call sites that need only the library.
///
/// The long test builds all five in a clean folder.
@Suite struct CallSiteTests {
  private func source(_ name: String) throws -> String {
    try String(
      contentsOfFile: ProjectFolder.path("Tests/CallSites/\(name)/main.swift"), encoding: .utf8)
  }

  @Test func `the first program reads its setting at the second start`() throws {
    let place = try DomainPlace()
    let first = try Compiler.runProgram(source("FirstProgram"), environment: place.environment)
    #expect(first.said == "theme: dark from default\ntheme: light from user\n")
    let second = try Compiler.runProgram(source("FirstProgram"), environment: place.environment)
    #expect(second.said == "theme: light from user\ntheme: light from user\n")
  }

  @Test func `a server uses the folders and variables of its unit`() throws {
    let place = try DomainPlace()
    let variables = [
      "CONFIGURATION_DIRECTORY": place.root + "/etc", "STATE_DIRECTORY": place.root + "/var",
      "SERVER_PORT": "9000", "SERVER_HOSTS": "a,b", "SERVER_LOG_LEVEL": "loud",
    ]
    let (code, said) = try Compiler.runProgram(
      source("Server"), environment: place.environment.merging(variables) { $1 })
    #expect(code == 0)
    #expect(said.contains("listening on port 9000 from environment"), "\(said)")
    #expect(said.contains("hosts: a b"))
    #expect(said.contains("has the invalid value 'loud' for 'logLevel'"))
  }
}
