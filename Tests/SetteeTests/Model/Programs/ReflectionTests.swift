import Foundation
import Testing

@Suite struct ReflectionTests {
  private static let program = """
    import Settee
    struct Prefs: PreferenceSet {
      @Setting var name = "kept"
      @Setting var count = 1
    }
    let store = try Store(Prefs.self, .inMemory)
    print(store.keys.joined(separator: " "))
    """

  @Test func `a program with reflection metadata finds its settings`() throws {
    let (code, said) = try Compiler.runProgram(Self.program, environment: [:])
    #expect(code == 0 && said == "name count\n", "\(said)")
  }

  @Test(arguments: [
    ["-Xfrontend", "-disable-reflection-metadata"], ["-Xfrontend", "-disable-reflection-names"],
  ])
  func `without it a program stops at start with a sentence`(flags: [String]) throws {
    let (code, said) = try Compiler.runProgram(Self.program, flags: flags, environment: [:])
    #expect(code != 0)
    #expect(said.contains("the names of Prefs's settings cannot be read"), "\(said)")
    #expect(said.contains("remove -disable-reflection-"))
  }
}
