package import Foundation

/// A simulated device with its own home, in which the real programs run isolated from the host.
package final class Machine {
  /// The exit code and output of a program.
  package struct Outcome: Equatable {
    package var code: Int32
    package var out: String
    package var err: String

    package init(code: Int32, out: String, err: String) {
      (self.code, self.out, self.err) = (code, out, err)
    }

    /// Returns standard output parsed as JSON.
    package func json() throws -> Any {
      try JSONSerialization.jsonObject(with: Data(out.utf8), options: [.fragmentsAllowed])
    }
  }

  /// The folder that contains all files of this device.
  package let root: String
  package var home: String { root + "/home" }
  package var environment: [String: String]

  /// Creates a device, optionally with a cloud mirror.
  package init(mirror: String? = nil) throws {
    root =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("settee-machine-\(UUID().uuidString)").path
    for folder in ["home", "system/etc/settee/managed", "system/share", "work"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    environment = [
      "HOME": root + "/home", "SETTEE_ROOT": root + "/system", "TMPDIR": root + "/work",
      "XDG_DATA_DIRS": ProgramUnderTest.share ?? root + "/system/share", "LC_ALL": "C.UTF-8",
      "TZ": "UTC", "PATH": ProgramUnderTest.searchPath,
    ]
    environment["SETTEE_MIRROR"] = mirror
    // Pass this on so that the programs write their coverage data when coverage is measured.
    environment["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  // MARK: Programs

  /// Runs `settee` and waits for it to exit.
  package func settee(_ words: String..., input: String = "") throws -> Outcome {
    try run([ProgramUnderTest.path] + words, input: input)
  }

  /// Runs a shell command line with `settee` on the search path, and waits for it to exit.
  package func shell(_ line: String, input: String = "") throws -> Outcome {
    try run(["/bin/bash", "-c", line], input: input)
  }

  /// Runs a program and waits for it to exit.
  package func run(_ words: [String], input: String = "") throws -> Outcome {
    try start(words, input: input).end()
  }

  /// Starts a program and returns without waiting for it.
  package func start(_ words: [String], input: String = "") throws -> RunningProcess {
    try RunningProcess(
      words, environment: environment, folder: root + "/work", input: input)
  }

  /// Opens `settee` with the given arguments in a new terminal.
  package func screen(
    _ words: String..., columns: Int = 90, rows: Int = 28
  ) throws -> TerminalScreen {
    try TerminalScreen(
      [ProgramUnderTest.path] + words, environment: environment, columns: columns, rows: rows)
  }

  // MARK: Files

  /// Returns the path of a domain's file.
  package func file(_ domain: String) -> String { "\(home)/.config/\(domain).plist" }

  /// Returns the values of a domain, read with Foundation.
  package func values(_ domain: String) throws -> NSDictionary {
    guard let data = FileManager.default.contents(atPath: file(domain)) else { return [:] }
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    return values as? NSDictionary ?? [:]
  }

  /// Writes a file into the device's folder, and creates missing folders.
  package func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes a property list with Foundation.
  package func write(_ values: [String: Any], to path: String) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try write(String(decoding: data, as: UTF8.self), to: path)
  }

  /// Writes a bundle of text fields whose name is its domain.
  package func bundle(_ domain: String, _ keys: String..., marks: [String: [String: Any]] = [:])
    throws -> String
  { try bundle(domain, keys, marks: marks) }

  /// Writes a bundle of text fields whose name is its domain.
  package func bundle(_ domain: String, _ keys: [String], marks: [String: [String: Any]] = [:])
    throws -> String
  {
    let rows = keys.map { key -> [String: Any] in
      ["Type": "PSTextFieldSpecifier", "Title": key.capitalized, "Key": key]
        .merging(marks[key] ?? [:]) { $1 }
    }
    let path = "\(root)/\(domain).bundle"
    try write(["PreferenceSpecifiers": rows], to: path + "/Root.plist")
    return path
  }

  /// Returns the contents of each file in a folder and its subfolders.
  package func files(below folder: String) -> [String: Data] {
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    let files = names.compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }
}
