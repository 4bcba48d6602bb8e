import Settee
import Testing

@testable import SetteeEditor
@testable import SetteeVerbs

private struct Prefs: PreferenceSet {
  @Setting var city = "Berlin"
  @Setting(.length(1...5)) var favorites = ["Berlin", "Oslo"]
}

/// Tests the exit codes and the help of a tool's `config` command.
@Suite struct SettingsCommandTests {
  private func command(_ version: String? = nil) throws -> SettingsCommand {
    SettingsCommand(
      try Store(
        Prefs.self, domain: "org.example.tool",
        configuration: StoreConfiguration(location: .inMemory, version: version)),
      program: "mytool config")
  }

  @Test func `help exists for the tool and for each of its commands`() throws {
    #expect(try command().run(arguments: ["help"]) == 0)
    #expect(try command().run(arguments: ["help", "set"]) == 0)
    #expect(try command().run(arguments: ["help", "nonsense"]) == 2)
  }

  @Test func `the help of a tool omits features that the tool doesn't have`() throws {
    let syntax = Syntax.tool(program: "mytool config")
    for verb in [nil] + syntax.shownVerbs.map(Optional.init) {
      let help = syntax.help(of: verb)
      for word in [
        "mail ", "mail.sort", "settee ", "--cloud", "--unpushed", "--mirror", "APP", "org.example",
      ] {
        #expect(!help.contains(word), "\(verb?.name ?? "help") names \(word):\n\(help)")
      }
    }
    #expect(syntax.help(of: nil).contains("Run 'mytool config help COMMAND'"))
  }

  @Test func `a tool prints its version, if it has one`() throws {
    #expect(try command("2.3").versionLine == "mytool 2.3")
    #expect(try command("2.3").run(arguments: ["--version"]) == 0)
    #expect(try command().run(arguments: ["--version"]) == 2)
  }

  @Test func `the length limits of a list apply to its number of items`() throws {
    let command = try command()
    #expect(command.run(arguments: ["set", "favorites", "[\"A city of a long name\"]"]) == 0)
    #expect(
      command.run(arguments: ["set", "favorites", "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]"]) == 3)
    #expect(command.run(arguments: ["set", "favorites", "[]"]) == 3)
  }
}
