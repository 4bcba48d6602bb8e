import Foundation
import Testing

/// Enforces coding rules that reviewers would otherwise have to check.
@Suite struct CodingRulesTests {
  @Test(arguments: ["Sources", "Tests"])
  func `no file is longer than 500 lines`(folder: String) throws {
    for file in try SourceFile.all(below: folder) {
      #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count) lines: split it")
    }
  }

  @Test func `no folder contains more than 30 files`() throws {
    let files = try SourceFile.all(below: "Sources")
    let folders = Dictionary(grouping: files) { $0.path.split(separator: "/").dropLast() }
    for (folder, files) in folders {
      #expect(
        files.count <= 30,
        "\(folder.joined(separator: "/")) contains \(files.count) files: add a subfolder")
    }
  }

  @Test func `the architecture page names every folder, and only files that exist`() throws {
    let page = try #require(
      ProjectText.all(below: "Sources/Settee/Settee.docc/Architecture.md").first?.lines)
    let names = Set(
      page.joined(separator: "\n").components(separatedBy: "`").enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map(\.element))
    let files = try SourceFile.all(below: "Sources").map {
      $0.path.split(separator: "/").map(String.init)
    }
    let folders = Set(files.flatMap { $0.dropFirst().dropLast() })
    for folder in folders {
      #expect(
        names.contains { $0.split(separator: "/").contains(folder[...]) },
        "the page doesn't mention \(folder)")
    }
    let known = Set(files.compactMap(\.last))
    for name in names where name.hasSuffix(".swift") {
      let file = name.split(separator: "/").last.map(String.init) ?? name
      #expect(known.contains(file), "the page names a missing file: \(name)")
    }
  }

  @Test func `no function is longer than 80 lines`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for function in FunctionLengths.longer(than: 80, in: file.lines) {
        Issue.record("\(file.path):\(function.line) has \(function.length) lines: split it")
      }
    }
  }

  @Test func `disabled concurrency checks are explained in a comment`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated() {
        let code = line.prefix { $0 != "/" }
        guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else {
          continue
        }
        let above = file.lines[..<index].suffix(4).joined()
        #expect(
          above.contains("//") || line.contains("//"),
          "\(file.path):\(index + 1): explain in a comment why this is safe")
      }
    }
  }

  @Test func `no code uses try! or a forced cast`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated()
      where line.contains("try! ") || line.contains(" as! ") {
        guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { continue }
        Issue.record("\(file.path):\(index + 1): \(line)")
      }
    }
  }

  @Test func `no code force-unwraps an optional`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated() where Self.unwraps(line) {
        Issue.record("\(file.path):\(index + 1): \(line)")
      }
    }
    #expect(Self.unwraps("  let name = names.first!.text"))
    #expect(Self.unwraps("  let name = names[0]!"))
    #expect(Self.unwraps("  var field: Field!"))
    #expect(!Self.unwraps("  if !isOpen, a != b { say(\"Stop!\") }  // Never names.first!"))
  }

  /// Returns whether a line contains `!` after a name or a bracket, outside of strings and
  /// comments.
  private static func unwraps(_ line: String) -> Bool {
    let code = line.components(separatedBy: "//").first ?? ""
    let bare = code.components(separatedBy: "\"").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "_")
    return bare.indices.contains { index in
      guard bare[index] == "!", index > bare.startIndex else { return false }
      let before = bare[bare.index(before: index)]
      let after = bare.index(after: index)
      return (before.isLetter || before.isNumber || "_)]`".contains(before))
        && (after == bare.endIndex || bare[after] != "=")
    }
  }

  @Test func `tests start child processes one at a time`() throws {
    for file in try SourceFile.all(below: "Tests") where !file.path.contains("/Support/") {
      for (index, line) in file.lines.enumerated() {
        // The strings are split so that this line doesn't match.
        let isAlone = !line.contains("Pipe" + "()") && !line.contains("process" + ".run()")
        #expect(isAlone, "\(file.path):\(index + 1): use `start()` and `Pipe.forOneProgram()`")
      }
    }
  }

  @Test func `no text contains a path in someone's home or work folder`() throws {
    let folders = [
      "Sources", "Tests", "Scripts", "Panes", "README.md", "CHANGELOG.md", "Package.swift",
    ]
    var count = 0
    for folder in folders {
      for text in try ProjectText.all(below: folder) {
        count += 1
        for (index, line) in text.lines.enumerated() {
          let place = Self.personalPath(in: line)
          #expect(place == nil, "\(text.path):\(index + 1) names \(place ?? "")")
        }
      }
    }
    #expect(count > 400)
    #expect(Self.personalPath(in: "see /" + "home/ada/settee") != nil)
    #expect(Self.personalPath(in: "root + \"/" + "home/x\"") == nil)
  }

  /// Returns the absolute path of a home or work folder in a line, or nil.
  private static func personalPath(in line: String) -> String? {
    for name in ["Users", "home", "root", "work"] {
      var before = ""
      let parts = line.components(separatedBy: "/\(name)/")
      for (part, next) in zip(parts, parts.dropFirst()) {
        before += part
        let isBelow = before.last.map { $0.isLetter || $0.isNumber || "})_-~.*".contains($0) }
        // A string that is appended to another one isn't an absolute path.
        let isJoined = isBelow ?? false || before.hasSuffix("+ \"")
        if !isJoined, next.first?.isLetter ?? false { return "/\(name)/" }
        before += "/\(name)/"
      }
    }
    return nil
  }
}
