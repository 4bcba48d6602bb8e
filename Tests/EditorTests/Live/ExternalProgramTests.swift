import Foundation
import SetteeTestSupport
import Testing

import Settee
@testable import SetteeEditor
@testable import SetteeVerbs

/// Tests other programs and files that the editor uses.
@Suite struct ExternalProgramTests {
  /// Returns environment variables that specify a script as the text editor.
  private func editor(_ script: String, in folder: Folder) throws -> [String: String] {
    let program = try folder.write("#!/bin/sh\n" + script, to: "editor")
    // Run the script through a shell. Executing a file that was just written fails while a process
    // forked by another test still has it open for writing (ETXTBSY).
    return [
      "VISUAL": "/bin/sh \(program)", "TMPDIR": folder.path, "PATH": "/usr/bin:/bin",
    ]
  }

  @Test func `the text is read from the user's editor as it was saved`() throws {
    let folder = try Folder()
    let editor = try editor("printf '%s two\\n' \"$(cat \"$1\")\" > \"$1\"\n", in: folder)
    #expect(try ChildProcess.edit("one", environment: editor) == "one two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["editor"])
  }

  @Test func `an editor that fails changes nothing and is named in the error`() throws {
    let folder = try Folder()
    let failing = try editor("echo lost > \"$1\"; exit 3\n", in: folder)
    let failure = #expect(throws: SetteeError.self) {
      try ChildProcess.edit("one", environment: failing)
    }
    #expect(failure?.message.hasSuffix("exited with status 3; no changes were made.") == true)
    let missing = ["EDITOR": "/nonexistent", "TMPDIR": folder.path]
    #expect(throws: SetteeError.self) { try ChildProcess.edit("one", environment: missing) }
    let nowhere = ["EDITOR": "true", "TMPDIR": "/nonexistent"]
    let refusal = #expect(throws: SetteeError.self) {
      try ChildProcess.edit("one", environment: nowhere)
    }
    #expect(refusal?.message.contains("temporary file in /nonexistent") == true)
    let odd = try editor("printf '\\377' > \"$1\"\n", in: folder)
    let unread = #expect(throws: SetteeError.self) {
      try ChildProcess.edit("one", environment: odd)
    }
    #expect(unread?.message.contains("isn't valid UTF-8") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["editor"])
  }

  @Test func `the editor command is parsed like a shell command`() throws {
    let folder = try Folder()
    let quoted = [
      "EDITOR": "sh -c 'printf %s \"two words\" >\"$1\"' sh", "TMPDIR": folder.path,
    ]
    #expect(try ChildProcess.edit("one", environment: quoted) == "two words")
  }

  @Test func `other users cannot read the text while it is edited`() throws {
    let folder = try Folder()
    let editor = try editor("stat -c %a \"$(dirname \"$1\")\" > \"$1\"\n", in: folder)
    #expect(try ChildProcess.edit("secret", environment: editor) == "700")
  }

  @Test func `paths are completed: folders with a slash, hidden files after a period`() throws {
    let folder = try Folder()
    for name in ["alpha", "alps/inside", ".hidden"] { try folder.write("", to: name) }
    func candidates(for typed: String) -> [String] {
      Session.completions(of: typed, home: folder.path)
    }
    #expect(
      candidates(for: folder.path + "/al")
        == ["alpha", "alps/"].map { "\(folder.path)/\($0)" })
    #expect(candidates(for: "~/alp") == ["~/alpha", "~/alps/"])
    #expect(candidates(for: "~/.h") == ["~/.hidden"])
    #expect(candidates(for: "~/zzz") == [])
    #expect(candidates(for: "/nonexistent/x") == [])
  }

  @Test(arguments: ["--help", "file:///etc/passwd", "/etc/passwd", "", ":", "1:x", "no link"])
  func `only links are opened`(text: String) throws {
    let folder = try Folder()
    let program = try folder.write("#!/bin/sh\ntouch \(folder.path)/opened\n", to: "xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    #expect(!text.openAsLink(environment: ["DISPLAY": ":0", "PATH": folder.path]))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/opened"))
  }
}
