import Foundation
import SetteeTestSupport

/// The compiler, and what it makes, run beside the library as this test was built with it.
enum Compiler {
  private static let products = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The modules that a program links with `import Settee`.
  private static let rooms = [
    "SetteePropertyLists", "SetteeFormats", "SetteeFiles", "SetteeSchema", "SetteeStorage",
    "SetteeCloud", "Settee",
  ]

  /// What it says about files as one module; empty when all is well.
  static func typecheck(_ files: [String]) throws -> String {
    let (code, said) = try run(
      ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors"] + modules + files)
    return code == 0 ? "" : said + "failed"
  }

  /// Makes a program of one source, and returns what it says and its exit code.
  static func runProgram(
    _ source: String, flags: [String] = [], environment: [String: String], arguments: [String] = []
  ) throws -> (code: Int32, said: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try source.write(to: main, atomically: true, encoding: .utf8)
    let program = folder.appending(path: "program").path
    let (code, said) = try run(
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", main.path] + modules + flags
        + (try rooms.flatMap(objects))
        + ["CSetteeSodium.build/settee_sodium.c.o", "CSetteeSystem.build/settee_system.c.o"]
        .map { products.appending(path: $0).path } + ["-o", program])
    guard code == 0 else { return (code, said) }
    return try run([program] + arguments, environment: environment)
  }

  private static var modules: [String] {
    ["Modules", "CSetteeSodium.build", "CSetteeSystem.build"].flatMap {
      ["-I", products.appending(path: $0).path]
    }
  }

  /// The objects of the sources that the module has now; those of removed ones may still lie about.
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
    let process = Process()
    let output = Pipe.forOneProgram()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    if let environment {
      let own = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      process.environment = environment.merging(["PATH": own]) { given, _ in given }
    }
    process.standardOutput = output
    process.standardError = output
    try process.start()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
