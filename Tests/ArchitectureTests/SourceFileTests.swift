import Testing

/// Tests the helpers of this target, because a rule that finds no input always passes.
@Suite struct SourceFileTests {
  @Test func `imports are parsed in every form`() {
    let file = SourceFile(
      path: "Sources/Module/File.swift",
      lines: [
        "import One", "@_exported public import Two", "  internal import Three",
        "@testable import Four", "import struct Five.Thing", "// import Six", "let important = 7",
      ])
    #expect(file.imports == ["One", "Two", "Three", "Four", "Five"])
    #expect(file.module == "Module")
  }

  @Test func `a long function is found and measured`() {
    let body = Array(repeating: "    work()", count: 81)
    let lines =
      ["struct Long {", "  func act() {"] + body + ["  }", "  func short() {", "  }", "}"]
    #expect(FunctionLengths.longer(than: 80, in: lines) == [.init(line: 2, length: 83)])
  }

  @Test func `the source files are found`() throws {
    #expect(try SourceFile.all(below: "Sources").count > 5)
  }
}
