import SetteeValues
import SetteeSchema
import Testing

@Suite struct CommandErrorTests {
  /// Errors of parsers and editors, which a command usually converts with the name of the file.
  static let errors: [(error: any Error, sentence: String)] = [
    (
      EditError("its value is a list", advice: "Edit the file"),
      "its value is a list. Edit the file"
    ),
    (ParseError(at: .text(line: 2, column: 5), "invalid value"), "line 2, column 5: invalid value"),
    (ParseError("nested too deeply"), "nested too deeply"),
    (SetteeError(.invalid, "Enter a number."), "Enter a number."),
  ]

  @Test(arguments: errors.indices)
  func `every error is shown as a sentence, not as a Swift value`(index: Int) {
    let (error, sentence) = Self.errors[index]
    #expect(SetteeError(error).message == sentence)
  }
}
