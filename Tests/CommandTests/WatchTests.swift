import Foundation
import Testing

@Suite struct `Watching changes` {
  /// Runs `watch` in a shell while a change is made, and returns its output after the change was
  /// printed.
  private func watch(_ sandbox: borrowing Sandbox, _ words: String, change: String, lines: Int)
    throws
    -> Sandbox.Outcome
  {
    try sandbox.shell(
      """
      settee watch org.example.app \(words) > seen & pid=$!
      for try in $(seq 200); do
        \(change)
        sleep 0.05
        [ $(wc -l < seen) -ge \(lines) ] && break
      done
      kill -9 $pid; wait $pid 2>/dev/null; head -\(lines) seen
      """)
  }

  @Test func `a change by another process is printed when it happens`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 0])
    let outcome = try watch(
      sandbox, "--json", change: "settee set org.example.app b $try --type int >/dev/null", lines: 1
    )
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any])
    #expect(line["key"] as? String == "b" && line["source"] as? String == "process")
    #expect(line["new"] is Int && (line["time"] as? String)?.hasSuffix("Z") == true)
  }

  @Test func `a command receives the change in variables, never in its text`() throws {
    let sandbox = try Sandbox()
    let outcome = try watch(
      sandbox, #"a --exec 'echo "$SETTEE_KEY=$SETTEE_NEW ($SETTEE_SOURCE)"'"#,
      change:
        "settee set org.example.app other $try --type int >/dev/null; settee set org.example.app a '$(touch pwned)'\"$try\" --type string >/dev/null",
      lines: 1)
    #expect(
      outcome.out.hasPrefix("a=$(touch pwned)") && outcome.out.hasSuffix("(process)\n"),
      "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("work/pwned")))
  }

  @Test func `watch ends when its reader closes the pipe`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 0])
    let outcome = try sandbox.shell(
      "set -o pipefail; timeout 20 settee watch org.example.app | sleep 0.2; echo $?")
    #expect(outcome.out != "124\n", "\(outcome)")
  }
}
