import Foundation
import SetteeTestSupport
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

  @Test func `a store that can't be opened exits with a message and code 5`() throws {
    let program = """
      import Settee
      struct Prefs: PreferenceSet { @Setting var name = "kept" }
      let store = Store.orExit { try Store(Prefs.self, domain: "org.example.app") }
      print(store.prefs.name)
      """
    let (code, said) = try Compiler.runProgram(program, environment: [:])
    #expect(code == 5, "\(said)")
    #expect(said.hasPrefix("program: HOME is not set") && said.hasSuffix(".\n"), "\(said)")
    #expect(said.split(separator: "\n").count == 1, "\(said)")
  }

  @Test(arguments: [
    ("func validate() -> Bool { true }", "'Bool' and '()'"),
    ("func validate() throws -> String? { nil }", "'String?' and '()'"),
    ("func validate() async throws {}", "'any Error' and 'NoValidation'"),
    ("func validate() async {}", "'Never' and 'NoValidation'"),
    ("mutating func validate() throws {}", "'any Error' and 'NoValidation'"),
    ("@MainActor func validate() throws {}", "crosses into main actor-isolated code"),
    ("private func validate() throws {}", "must be as accessible"),
    ("func validate() {}", ""), ("func validate() throws {}", ""),
    ("func validate() throws {}", ""), ("", ""),
  ])
  func `a validate() that would never be called doesn't compile`(
    method: String, error: String
  ) throws {
    let source = """
      import Settee
      struct Inner: PreferenceSet { @Setting var token: String?; \(method) }
      struct Outer: PreferenceSet { @SettingGroup var inner = Inner() }
      func open() throws { _ = (try Store(Inner.self, .inMemory), try Store(Outer.self, .inMemory)) }
      """
    let folder = try Folder()
    let said = try Compiler.typecheck([folder.write(source, to: "Prefs.swift")])
    #expect(error.isEmpty ? said.isEmpty : said.contains(error), "\(said)")
  }

  @Test(arguments: [
    ["-Xfrontend", "-disable-reflection-metadata"], ["-Xfrontend", "-disable-reflection-names"],
  ])
  func `without reflection metadata, a program stops with a message`(flags: [String]) throws {
    let (code, said) = try Compiler.runProgram(Self.program, flags: flags, environment: [:])
    #expect(code != 0)
    #expect(said.contains("can't read the names of Prefs's settings"), "\(said)")
    #expect(said.contains("remove -disable-reflection-"))
  }
}
