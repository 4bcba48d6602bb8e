import Foundation
import Testing

/// The text that `edit` puts into a file for the user's editor, at every end.
@Suite struct `The text of edit` {
  private static func desk(_ editor: String) throws -> Desk {
    var desk = try Desk()
    desk.environment["XDG_RUNTIME_DIR"] = desk.path("run")
    try FileManager.default.createDirectory(
      atPath: desk.path("run"), withIntermediateDirectories: false)
    try desk.write("work/editor", "#!/bin/sh\n" + editor)
    desk.environment["EDITOR"] = "sh '\(desk.path("work/editor"))'"
    let set = try desk.run("set", Desk.mail, "account.password", "--stdin", input: "HUNTER2")
    #expect(set.code == 0, "\(set)")
    return desk
  }

  private func left(_ desk: borrowing Desk) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: desk.path("run"))
  }

  @Test(arguments: ["TERM", "HUP", "INT", "QUIT"], ["", "--secrets"])
  func `is gone when a signal has ended the verb`(signal: String, option: String) throws {
    // An editor that has the terminal gets ^C itself; one that asks for more is asked to end.
    let desk = try Self.desk("echo \"$1\" >\"$0.path\"; touch \"$1.swp\"; sleep 30 & wait\n")
    let outcome = try desk.shell(
      """
      settee edit '\(Desk.mail)' \(option) </dev/null & e=$!
      until [ -s editor.path ]; do sleep 0.01; done
      stat -c %a "$(dirname "$(cat editor.path)")" "$(cat editor.path)"
      kill -\(signal) $e; [ \(signal) = INT ] || [ \(signal) = QUIT ] && { sleep 0.2; kill -TERM $e; }
      wait $e; echo $?
      """)
    let code = signal == "HUP" ? 129 : 143
    #expect(outcome.out == "700\n600\n\(code)\n", "\(outcome)")
    #expect(try left(desk) == [])
  }

  @Test(arguments: [
    "true", "exit 3", "rm \"$1\"", "sed -i 's/mail.sort.*date/mail.sort\": \"size/' \"$1\"",
  ])
  func `is gone when nothing was written that is not stored`(editor: String) throws {
    let desk = try Self.desk(editor)
    _ = try desk.run("edit", Desk.mail)
    #expect(try left(desk) == [])
  }

  @Test(arguments: ["echo '{' >\"$1\"", "echo '{' >\"$1\"; exit 3"])
  func `stays when it was refused, and that is told`(editor: String) throws {
    let desk = try Self.desk(editor)
    let outcome = try desk.run("edit", Desk.mail)
    let kept = outcome.err.components(separatedBy: "Your text was saved in ").last ?? ""
    let path = String(kept.prefix { $0 != "\n" }.dropLast())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n", "\(outcome)")
  }

  @Test func `may be longer than a file may be, which is told`() throws {
    let desk = try Self.desk("true")
    let outcome = try desk.shell(
      "(ulimit -f 0; settee edit '\(Desk.mail)' 2>&1; echo $?) </dev/null | cat")
    #expect(outcome.out.hasSuffix("/settings.json: File too large.\n5\n") && outcome.out.contains("Can't write "))
    #expect(try left(desk) == [])
  }

  @Test func `is not written where there is no editor`() throws {
    var desk = try Self.desk("true")
    desk.environment["EDITOR"] = nil
    let outcome = try desk.run("edit", Desk.mail)
    #expect(outcome.code == 2 && outcome.err.contains("Not a terminal. Set $EDITOR "))
    #expect(try left(desk) == [])
  }
}
