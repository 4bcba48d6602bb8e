import Foundation
// Every suite in this target uses the test support.
@_exported public import SetteeTestSupport
import Testing

/// A temporary home for one test, in which the real program runs isolated from the user's files.
struct Sandbox: ~Copyable {
  let root: URL
  var environment: [String: String]

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-command-\(UUID().uuidString)")
    for folder in ["home", "config", "data", "state", "system/etc/settee/managed", "work"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    environment = [
      "HOME": root.path + "/home", "XDG_CONFIG_HOME": root.path + "/config",
      "XDG_DATA_HOME": root.path + "/data", "XDG_STATE_HOME": root.path + "/state",
      "XDG_DATA_DIRS": root.path + "/system/share", "SETTEE_ROOT": root.path + "/system",
      "TMPDIR": root.path + "/work", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    // Pass this on so that the program writes its coverage data when coverage is measured.
    environment["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  // MARK: Program

  static let program = ProgramUnderTest.path

  /// The folder that contains the sample bundles.
  static let panes = ProjectFolder.path("Panes")

  static let mail = ProjectFolder.mail

  typealias Outcome = Machine.Outcome

  /// Runs `settee` with the given arguments and standard input.
  func run(_ words: String..., input: String = "") throws -> Outcome {
    try run(words, input: input)
  }

  func run(_ words: [String], input: String = "") throws -> Outcome {
    try execute(Self.program, words, input: input)
  }

  /// Runs a shell command line with `settee` on the search path.
  func shell(_ line: String, input: String = "") throws -> Outcome {
    try execute("/bin/bash", ["-c", line], input: input)
  }

  private func execute(_ path: String, _ words: [String], input: String) throws -> Outcome {
    let variables = environment.merging(["PATH": ProgramUnderTest.searchPath]) { $1 }
    return try RunningProcess(
      [path] + words, environment: variables, folder: self.path("work"), input: input
    ).end()
  }

  // MARK: Files

  /// Returns the absolute path of a file in the sandbox.
  func path(_ relative: String) -> String { root.path + "/" + relative }

  /// Writes a file, and creates missing folders.
  func write(_ relative: String, _ text: String) throws {
    let url = root.appendingPathComponent(relative)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes the values of a domain with Foundation.
  func store(
    _ values: [String: Any], _ domain: String = "org.example.app", in folder: String = "config"
  )
    throws
  {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try write("\(folder)/\(domain).plist", String(decoding: data, as: UTF8.self))
  }

  /// Returns the values of a domain, read with Foundation.
  func stored(_ domain: String = "org.example.app", in folder: String = "config") throws
    -> NSDictionary
  {
    guard let data = FileManager.default.contents(atPath: path("\(folder)/\(domain).plist")) else {
      return [:]
    }
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    return values as? NSDictionary ?? [:]
  }

  static let managed = "system/etc/settee/managed"
  static let site = "system/usr/local/etc"
}

/// Expects two JSON strings to represent the same value.
func expectJSON(
  _ actual: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
  let left = try JSONSerialization.jsonObject(with: Data(actual.utf8), options: options)
  let right = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: options)
  #expect(
    (left as? NSObject) == (right as? NSObject), "\(actual)", sourceLocation: sourceLocation)
}
