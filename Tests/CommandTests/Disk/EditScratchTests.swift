import Foundation
import Testing

/// The text that `edit` puts into a file for the user's editor, at every end.
@Suite struct `The text of edit` {
  private static func sandbox(_ editor: String) throws -> Sandbox {
    var sandbox = try Sandbox()
    sandbox.environment["XDG_RUNTIME_DIR"] = sandbox.path("run")
    try FileManager.default.createDirectory(
      atPath: sandbox.path("run"), withIntermediateDirectories: false)
    try sandbox.write("work/editor", "#!/bin/sh\n" + editor)
    sandbox.environment["EDITOR"] = "sh '\(sandbox.path("work/editor"))'"
    let set = try sandbox.run("set", Sandbox.mail, "account.password", "--stdin", input: "HUNTER2")
    #expect(set.code == 0, "\(set)")
    return sandbox
  }

  private func left(_ sandbox: borrowing Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.path("run"))
  }

  @Test(arguments: ["TERM", "HUP", "INT", "QUIT"], ["", "--secrets"])
  func `is gone when a signal has ended the verb`(signal: String, option: String) throws {
    // An editor that has the terminal gets ^C itself; one that asks for more is asked to end.
    let sandbox = try Self.sandbox("echo \"$1\" >\"$0.path\"; touch \"$1.swp\"; sleep 30 & wait\n")
    let outcome = try sandbox.shell(
      """
      settee edit '\(Sandbox.mail)' \(option) </dev/null & e=$!
      until [ -s editor.path ]; do sleep 0.01; done
      stat -c %a "$(dirname "$(cat editor.path)")" "$(cat editor.path)"
      kill -\(signal) $e; [ \(signal) = INT ] || [ \(signal) = QUIT ] && { sleep 0.2; kill -TERM $e; }
      wait $e; echo $?
      """)
    let code = signal == "HUP" ? 129 : 143
    #expect(outcome.out == "700\n600\n\(code)\n", "\(outcome)")
    #expect(try left(sandbox) == [])
  }

  @Test(arguments: [
    "true", "exit 3", "rm \"$1\"", "sed -i 's/mail.sort.*date/mail.sort\": \"size/' \"$1\"",
  ])
  func `is gone when nothing was written that is not stored`(editor: String) throws {
    let sandbox = try Self.sandbox(editor)
    _ = try sandbox.run("edit", Sandbox.mail)
    #expect(try left(sandbox) == [])
  }

  @Test(arguments: ["echo '{' >\"$1\"", "echo '{' >\"$1\"; exit 3"])
  func `stays when it was refused, and that is told`(editor: String) throws {
    let sandbox = try Self.sandbox(editor)
    let outcome = try sandbox.run("edit", Sandbox.mail)
    let kept = outcome.err.components(separatedBy: "Your text was saved in ").last ?? ""
    let path = String(kept.prefix { $0 != "\n" }.dropLast())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n", "\(outcome)")
  }

  @Test func `may be longer than a file may be, which is told`() throws {
    let sandbox = try Self.sandbox("true")
    let outcome = try sandbox.shell(
      "(ulimit -f 0; settee edit '\(Sandbox.mail)' 2>&1; echo $?) </dev/null | cat")
    #expect(
      outcome.out.hasSuffix("/settings.json: File too large.\n5\n")
        && outcome.out.contains("Can't write "))
    #expect(try left(sandbox) == [])
  }

  @Test func `is not written where there is no editor`() throws {
    var sandbox = try Self.sandbox("true")
    sandbox.environment["EDITOR"] = nil
    let outcome = try sandbox.run("edit", Sandbox.mail)
    #expect(outcome.code == 2 && outcome.err.contains("Not a terminal. Set $EDITOR "))
    #expect(try left(sandbox) == [])
  }
}
