import Testing

/// The house rules that a reader would otherwise have to watch for by eye.
@Suite struct HouseRulesTests {
  @Test(arguments: ["Sources", "Tests"])
  func `no file is longer than 500 lines`(folder: String) throws {
    for file in try SourceFile.all(below: folder) {
      #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count) lines: split it")
    }
  }

  @Test func `no function is longer than 80 lines`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for function in FunctionLengths.longer(than: 80, in: file.lines) {
        Issue.record("\(file.path):\(function.line) runs for \(function.length) lines: split it")
      }
    }
  }

  @Test func `what turns a check off says why`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated() {
        let code = line.prefix { $0 != "/" }
        guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else {
          continue
        }
        let above = file.lines[..<index].suffix(4).joined()
        #expect(
          above.contains("//") || line.contains("//"),
          "\(file.path):\(index + 1): prove in a comment why this is safe")
      }
    }
  }

  @Test func `nothing traps by try! or a forced cast`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated()
      where line.contains("try! ") || line.contains(" as! ") {
        guard !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") else { continue }
        Issue.record("\(file.path):\(index + 1): \(line)")
      }
    }
  }
}
