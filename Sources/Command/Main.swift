import Settee
import SetteeVerbs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The `settee` executable, which combines the commands, the editor, and the cloud mirrors.

@main
enum Main {
  static func main() {
    do {
      exit(Program.settee().run(try words()))
    } catch {
      let error = SetteeError(error)
      Console(program: "settee").report(error, asJSON: CommandLine.arguments.contains("--json"))
      exit(error.exitCode)
    }
  }

  /// Returns the command-line arguments, or throws an error if an argument isn't valid UTF-8.
  ///
  /// In contrast, `CommandLine.arguments` replaces invalid bytes by U+FFFD, which would change
  /// values and paths.
  private static func words() throws -> [String] {
    if CommandLine.argc == 0 { return try wordsOfTheSystem() }
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      guard let word = String(validatingCString: bytes) else {
        let text = String(cString: bytes)
        throw SetteeError(.usage, "Argument \(number), '\(text)', isn't valid UTF-8.")
      }
      words.append(word)
    }
    return words
  }

  /// Reads the command-line arguments from the operating system.
  ///
  /// Swift locates the arguments relative to the environment, which fails if a preloaded library
  /// has moved the environment.
  private static func wordsOfTheSystem() throws -> [String] {
    let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline") ?? Data()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SetteeError(.usage, "An argument isn't valid UTF-8.")
    }
    return text.utf8.split(separator: 0, omittingEmptySubsequences: false)
      .dropFirst().dropLast().map { String(Substring($0)) }
  }
}
