import Foundation
import Settee
import SetteeTestSupport

/// A machine of a test on which the real program runs: a home of its own, joined to a mirror.
final class RealMachine {
  /// How a run ended, and what it printed.
  struct Run {
    let code: Int32
    let output: String
    let errors: String

    func keys(_ field: String) -> [String] {
      let json = try? JSONSerialization.jsonObject(with: Data(output.utf8))
      return (json as? [String: Any])?[field] as? [String] ?? []
    }
  }

  static let program = ProgramUnderTest.path

  let root: String
  let environment: [String: String]

  init(mirror: String, _ more: [String: String] = [:]) throws {
    root =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-real-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: root + "/config", withIntermediateDirectories: true)
    let own = [
      "HOME": root, "XDG_CONFIG_HOME": root + "/config", "XDG_STATE_HOME": root + "/state",
      "XDG_DATA_HOME": root + "/data", "SETTEE_ROOT": root + "/system", "SETTEE_MIRROR": mirror,
      "SETTEE_LOG": "debug:\(root)/log", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ]
    environment = own.merging(more) { $1 }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var locations: Locations {
    get throws { try Locations(environment: environment) }
  }

  /// Runs the program to its end.
  func run(_ words: String..., input: String = "") throws -> Run {
    try run(words, input: input)
  }

  /// Runs the program to its end.
  func run(_ words: [String], input: String = "") throws -> Run {
    let process = Process()
    let (output, errors, feed) = (Pipe.forOneProgram(), Pipe.forOneProgram(), Pipe.forOneProgram())
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = words
    process.environment = environment
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, feed)
    try process.start()
    feed.fileHandleForWriting.write(Data(input.utf8))
    try feed.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(code: process.terminationStatus, output: text, errors: said)
  }

  /// Writes a bundle of text fields; its name is its domain.
  func bundle(_ domain: String, _ keys: [String], secure: Set<String> = []) throws -> String {
    let rows = keys.map { key -> [String: Any] in
      [
        "Type": "PSTextFieldSpecifier", "Title": key.capitalized, "Key": key,
        "IsSecure": secure.contains(key),
      ]
    }
    let path = "\(root)/\(domain).bundle"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try PropertyListSerialization.data(
      fromPropertyList: ["PreferenceSpecifiers": rows], format: .xml, options: 0
    ).write(to: URL(fileURLWithPath: path + "/Root.plist"))
    return path
  }

  /// The files below a folder that hold a text, by their paths.
  static func files(below folder: String, holding text: String) -> [String] {
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    return names.filter { name in
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }
}
