import Testing

/// The eyes of this target: a rule that sees nothing would always pass.
@Suite struct SourceFileTests {
  @Test func `imports are read in all their spellings`() {
    let file = SourceFile(
      path: "Sources/Room/File.swift",
      lines: [
        "import One", "@_exported public import Two", "  internal import Three",
        "@testable import Four", "import struct Five.Thing", "// import Six", "let important = 7",
      ])
    #expect(file.imports == ["One", "Two", "Three", "Four", "Five"])
    #expect(file.room == "Room")
  }

  @Test func `a long function is found and measured`() {
    let body = Array(repeating: "    work()", count: 81)
    let lines =
      ["struct Long {", "  func act() {"] + body + ["  }", "  func short() {", "  }", "}"]
    #expect(FunctionLengths.longer(than: 80, in: lines) == [.init(line: 2, length: 83)])
  }

  @Test func `the sources are there to be read`() throws {
    #expect(try SourceFile.all(below: "Sources").count > 5)
  }
}
