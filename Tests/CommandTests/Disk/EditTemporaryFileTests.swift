import Foundation
import Testing

/// Tests the temporary file that `edit` creates for the user's editor.
@Suite struct `The temporary file of edit` {
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
  func `the file is deleted when a signal stops edit`(signal: String, option: String) throws {
    // `edit` leaves ^C to the editor in the foreground, so the test also sends SIGTERM after SIGINT
    // and SIGQUIT.
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
  func `the file is deleted when it contains no unsaved changes`(editor: String) throws {
    let sandbox = try Self.sandbox(editor)
    _ = try sandbox.run("edit", Sandbox.mail)
    #expect(try left(sandbox) == [])
  }

  @Test(arguments: ["echo '{' >\"$1\"", "echo '{' >\"$1\"; exit 3"])
  func `the file is kept and named when it was rejected`(editor: String) throws {
    let sandbox = try Self.sandbox(editor)
    let outcome = try sandbox.run("edit", Sandbox.mail)
    let kept = outcome.err.components(separatedBy: "Your text was saved in ").last ?? ""
    let path = String(kept.prefix { $0 != "\n" }.dropLast())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n", "\(outcome)")
  }

  @Test func `the file may exceed the file size limit, which is reported`() throws {
    let sandbox = try Self.sandbox("true")
    let outcome = try sandbox.shell(
      "(ulimit -f 0; settee edit '\(Sandbox.mail)' 2>&1; echo $?) </dev/null | cat")
    #expect(
      outcome.out.hasSuffix("/settings.json: File too large.\n5\n")
        && outcome.out.contains("Can't write "))
    #expect(try left(sandbox) == [])
  }

  @Test func `the file is not created without an editor`() throws {
    var sandbox = try Self.sandbox("true")
    sandbox.environment["EDITOR"] = nil
    let outcome = try sandbox.run("edit", Sandbox.mail)
    #expect(outcome.code == 2 && outcome.err.contains("Not a terminal. Set $EDITOR "))
    #expect(try left(sandbox) == [])
  }
}
