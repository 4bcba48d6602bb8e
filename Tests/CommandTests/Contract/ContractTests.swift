import Foundation
import Testing

/// Tests the contract of the command line, one row for each guarantee.
///
/// Scripts rely on these strings, fields, and exit codes. Change a row only together with an entry
/// in the changelog. The tests of the editor cover features that need a terminal, and the tests of
/// the mirror cover those that need etcd.
@Suite struct ContractTests {
  @Test(arguments: verbs + values + errors)
  func `the program follows the contract`(row: ContractRow) throws {
    try row.check()
  }

  @Test(arguments: fields)
  func `JSON objects have exactly the fields of the contract`(row: ContractFields) throws {
    try row.check()
  }

  @Test func `every command has help and rejects an unknown option`() throws {
    let sandbox = try Sandbox()
    let verbs = [
      "check", "show", "list", "get", "set", "reset", "describe", "find", "diff", "export",
      "import", "edit", "watch", "history", "undo", "push", "pull", "sync", "status", "generate",
      "snapshot", "path", "completions", "man", "help", "install", "uninstall", "apps",
      "devices", "adopt", "seal", "join", "rekey", "unseal",
    ]
    for verb in verbs {
      let help = try sandbox.run(verb, "--help")
      #expect(help.code == 0 && help.err.isEmpty && help.out.hasPrefix("settee \(verb)"), "\(help)")
      let odd = try sandbox.run(verb, "--nosuch")
      #expect(odd.code == 2 && odd.out.isEmpty && odd.err.hasPrefix("settee: "), "\(odd)")
    }
  }

  @Test(arguments: [
    "get MAIL mail.sort", "list MAIL", "show MAIL", "show MAIL --json", "describe MAIL mail.sort",
    "check BROKEN", "export MAIL", "man", "help", "path MAIL", "snapshot MAIL",
    "generate swift MAIL", "completions zsh", "apps --json", "set MAIL account.name x",
  ])
  func `a full disk on standard output exits 5`(line: String) throws {
    let words = line.replacingOccurrences(of: "MAIL", with: Sandbox.mail)
      .replacingOccurrences(of: "BROKEN", with: Sandbox.panes + "/Broken.bundle")
    let outcome = try Sandbox().shell("settee \(words) >/dev/full")
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.err.contains("Can't write standard output: "))
  }

  @Test func `an argument that is not UTF-8 is rejected and nothing is stored`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell("settee set org.example.app k $'a\\xff' --type string")
    #expect(outcome.code == 2 && outcome.err.contains("isn't valid UTF-8"), "\(outcome)")
    #expect(try sandbox.stored() == [:])
  }
}

/// A guarantee of the contract, with the arguments and the expected result.
struct ContractRow: Sendable, CustomStringConvertible {
  /// The expected output on standard output or standard error.
  enum Output: Sendable {
    case nothing
    case exactly(String)
    case holding([String])
    case anything
  }

  let description: String
  let before: [String]
  let words: String
  let code: Int32
  let out: Output
  let err: Output
  let input: String

  /// Creates a row.
  ///
  /// `words` contains the arguments of `settee` in shell syntax, and `before` the shell commands to
  /// run first. `MAIL` and `BROKEN` are replaced with two of the sample bundles.
  init(
    _ description: String, before: [String] = [], _ words: String, code: Int32 = 0,
    out: Output = .nothing, err: Output = .nothing, input: String = ""
  ) {
    self.description = description
    self.before = before
    self.words = words
    self.code = code
    self.out = out
    self.err = err
    self.input = input
  }

  func check() throws {
    let sandbox = try Sandbox()
    for line in before {
      let outcome = try sandbox.shell(Self.line(line))
      #expect(outcome.code == 0, "\(line): \(outcome)")
    }
    let outcome = try sandbox.shell(Self.line("settee " + words), input: input)
    #expect(outcome.code == code, "\(outcome)")
    expect(outcome.out, out)
    expect(outcome.err, err)
  }

  static func line(_ line: String) -> String {
    "MAIL='\(Sandbox.mail)'; BROKEN='\(Sandbox.panes)/Broken.bundle'; "
      + line.replacingOccurrences(of: "MAIL", with: "\"$MAIL\"")
      .replacingOccurrences(of: "BROKEN", with: "\"$BROKEN\"")
  }

  private func expect(_ text: String, _ output: Output) {
    switch output {
    case .nothing: #expect(text.isEmpty)
    case .exactly(let wanted): #expect(text == wanted)
    case .holding(let parts):
      for part in parts { #expect(text.contains(part), "\(part) is not in \(text)") }
    case .anything: break
    }
  }
}

/// The fields of one type of JSON object.
struct ContractFields: Sendable, CustomStringConvertible {
  let description: String
  let before: [String]
  let words: String
  /// The path to the object, which consists of keys and `0` for the first item of an array.
  let path: [String]
  /// The expected fields.
  ///
  /// Missing values are omitted instead of null.
  let fields: Set<String>

  init(
    _ description: String, before: [String] = [], _ words: String, at path: String = "",
    _ fields: String
  ) {
    self.description = description
    self.before = before
    self.words = words
    self.path = path.split(separator: " ").map(String.init)
    self.fields = Set(fields.split(separator: " ").map(String.init))
  }

  func check() throws {
    let sandbox = try Sandbox()
    for line in before {
      let outcome = try sandbox.shell(ContractRow.line(line))
      #expect(outcome.code == 0, "\(line): \(outcome)")
    }
    let outcome = try sandbox.shell(ContractRow.line("settee " + words))
    var value = try outcome.json()
    for step in path {
      if let number = Int(step), let list = value as? [Any], list.indices.contains(number) {
        value = list[number]
      } else {
        value = try #require((value as? [String: Any])?[step], "\(step): \(outcome)")
      }
    }
    let object = try #require(value as? [String: Any], "\(outcome)")
    #expect(Set(object.keys) == fields, "\(outcome)")
    #expect(!object.values.contains { $0 is NSNull })
  }
}
