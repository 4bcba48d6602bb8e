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

// The executable: the one place that knows the verbs, the screen and the mirrors.

@main
enum Main {
  static func main() {
    do throws(Failure) {
      exit(SetteeProgram.make().run(try words()))
    } catch {
      Console(program: "settee").tell(error, asJSON: CommandLine.arguments.contains("--json"))
      exit(error.code.rawValue)
    }
  }

  /// Reads the words; one that is not UTF-8 is refused.
  ///
  /// NB: `CommandLine.arguments` puts U+FFFD where bytes are broken: such a value would be stored
  /// as another text than was given, and such a path be looked for under another name.
  private static func words() throws(Failure) -> [String] {
    if CommandLine.argc == 0 { return try wordsOfTheSystem() }
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      guard let word = String(validatingCString: bytes) else {
        let text = String(cString: bytes)
        throw Failure(.usage, "Word \(number), “\(text)”, is not UTF-8; give it in that encoding.")
      }
      words.append(word)
    }
    return words
  }

  /// NB: Swift looks for the words before the environment, and finds none once a preloaded library
  /// has moved that.
  private static func wordsOfTheSystem() throws(Failure) -> [String] {
    let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline") ?? Data()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "A word is not UTF-8; give it in that encoding.")
    }
    return text.utf8.split(separator: 0, omittingEmptySubsequences: false)
      .dropFirst().dropLast().map { String(Substring($0)) }
  }
}
