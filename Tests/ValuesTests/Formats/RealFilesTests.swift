import Foundation
import SetteeTestSupport
import Testing

@Suite(.enabled(if: ProjectFolder.files != nil)) struct RealFilesTests {
  /// Runs the long tests in Scripts/long.d with some of the files and few edits.
  @Test(arguments: ["toml-test", "json-test", "detection", "toml", "json", "ini", "dialects"])
  func `other parsers read exactly the requested changes`(part: String) throws {
    let files = try #require(ProjectFolder.files?.path)
    let machine = try Machine()
    machine.environment["SETTEE_EDITS"] = "3"
    machine.environment["SETTEE_EVERY"] = "20"
    let outcome = try machine.run([
      "/usr/bin/env", "python3", ProjectFolder.path("Scripts/long.d/formats.py"),
      ProgramUnderTest.product("FormatTool"), files, part,
    ])
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.err)")
    #expect(!outcome.out.isEmpty)
  }
}
