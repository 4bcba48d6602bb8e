import Foundation
import SetteeTestSupport

/// Runs the Swift compiler, and compiled programs that link with the library built for this test.
enum Compiler {
  private static let products = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The modules that a program needs for `import Settee`.
  private static let linkedModules = [
    "SetteeValues", "SetteeFiles", "SetteeSchema", "SetteeStorage",
    "SetteeCloud", "Settee",
  ]

  /// Compiles `files` as one module and returns the compiler's messages, or an empty string.
  static func typecheck(_ files: [String]) throws -> String {
    let (code, said) = try run(
      ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors"] + modules + files)
    return code == 0 ? "" : said + "failed"
  }

  /// Compiles a program from one source file, and returns its output and exit code.
  static func runProgram(
    _ source: String, flags: [String] = [], environment: [String: String], arguments: [String] = []
  ) throws -> (code: Int32, said: String) {
    let folder = try Folder()
    let main = try folder.write(source, to: "main.swift")
    let program = folder.path + "/program"
    let (code, said) = try run(
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", main] + modules + flags
        + (try linkedModules.flatMap(objects))
        + [
          "CSetteeFyaml.build/settee_fyaml.c.o", "CSetteeSodium.build/settee_sodium.c.o",
          "CSetteeSystem.build/settee_system.c.o",
          "CSetteeSystem.build/settee_cleanup.c.o",
        ]
        .map { products.appending(path: $0).path } + ["-o", program])
    guard code == 0 else { return (code, said) }
    return try run([program] + arguments, environment: environment)
  }

  private static var modules: [String] {
    ["Modules", "CSetteeFyaml.build", "CSetteeSodium.build", "CSetteeSystem.build"].flatMap {
      ["-I", products.appending(path: $0).path]
    }
  }

  /// Returns the object files of a module's current sources.
  ///
  /// The build folder may also contain object files of deleted sources.
  private static func objects(of module: String) throws -> [String] {
    let folder = products.appending(path: "\(module).build")
    let sources = try String(contentsOf: folder.appending(path: "sources"), encoding: .utf8)
    return sources.split(separator: "\n").map { source in
      "\(folder.path)/\(source.split(separator: "/").last ?? "").o"
    }
  }

  private static func run(
    _ words: [String], environment: [String: String]? = nil
  ) throws -> (code: Int32, said: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try RunningProcess(
      ["/usr/bin/env"] + words,
      environment: environment.map { $0.merging(["PATH": path]) { given, _ in given } }
    ).end()
    return (run.code, run.out + run.err)
  }
}
