import Foundation
import SetteeTestSupport
import Testing

/// Real settings files, when they are there: `SETTEE_FILES`, or a folder beside the package's.
enum RealFiles {
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folder: String? = {
    let beside = package.deletingLastPathComponent().appending(path: "shared/files").path
    let folder = ProcessInfo.processInfo.environment["SETTEE_FILES"] ?? beside
    guard FileManager.default.fileExists(atPath: folder) else {
      print("NOTE: no real files at \(folder); set SETTEE_FILES to test with them")
      return nil
    }
    return folder
  }()
}

@Suite(.enabled(if: RealFiles.folder != nil)) struct RealFilesTests {
  /// The campaign of Scripts/long.d, with few edits of some of the files.
  @Test(arguments: ["toml-test", "json-test", "detection", "toml", "json", "ini", "dialects"])
  func `Other readers see what was asked for and nothing else`(part: String) throws {
    let files = try #require(RealFiles.folder)
    let machine = try Machine()
    machine.environment["SETTEE_EDITS"] = "3"
    machine.environment["SETTEE_EVERY"] = "20"
    let outcome = try machine.run([
      "/usr/bin/env", "python3", RealFiles.package.path + "/Scripts/long.d/formats.py",
      ProgramUnderTest.product("FormatTool"), files, part,
    ])
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.err)")
    #expect(!outcome.out.isEmpty)
  }
}
