import Foundation
import Testing

/// Tests how the command `check` handles comments and trailing commas in JSON files.
@Suite struct `Strict JSON` {
  @Test(arguments: [
    ("package.json", "{\"a\": 1,\n \"b\": 2,}\n", "2:8", "trailing commas aren't allowed in JSON"),
    ("package.json", "{\n  \"a\": 1 // c\n}\n", "2:10", "comments aren't allowed in JSON"),
    ("deep/composer.json", "/* c */ {}\n", "1:1", "comments aren't allowed in JSON"),
    ("x.json", "{a: 1}\n", "1:2", "expected a key in double quotes"),
  ])
  func `a file that only a lenient reader accepts has a problem`(
    file: String, text: String, place: String, message: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run("check", "./\(file)")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.out == "./\(file):\(place): error: \(message) [syntax]\n")
    // Edits still accept the file.
    #expect(try sandbox.run("set", "./\(file)", "new", "1", "--force").code == 0)
  }

  @Test(arguments: [
    "tsconfig.json", "tsconfig.build.json", "jsconfig.json", ".eslintrc.json", ".vscode/x.json",
    "settings.json", "a.jsonc", ".babelrc", "Code/User/snippets/swift.json",
  ])
  func `a program that accepts comments has no problem with them`(file: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", "{\"a\": 1, // c\n}\n")
    let outcome = try sandbox.run("check", "./\(file)")
    #expect(outcome.code == 0 && outcome.out.isEmpty, "\(outcome)")
  }
}
