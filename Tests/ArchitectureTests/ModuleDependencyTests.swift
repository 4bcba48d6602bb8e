import Testing

/// Enforces the module dependencies that the architecture page describes.
@Suite struct ModuleDependencyTests {
  /// The modules of this package that each module in `Sources` may import.
  static let allowedImports: [String: Set<String>] = [
    "Values": ["CSetteeFyaml"],
    "Files": ["SetteeValues", "CSetteeSystem"],
    "Schema": ["SetteeValues", "SetteeFiles"],
    "Storage": ["SetteeValues", "SetteeFiles"],
    "JSONSchema": ["SetteeValues", "SetteeSchema"],
    "Cloud": ["SetteeValues", "SetteeFiles", "SetteeStorage", "CSetteeSodium"],
    "Settee": [
      "SetteeValues", "SetteeFiles", "SetteeSchema", "SetteeStorage",
      "SetteeCloud",
    ],
    "Augeas": [
      "SetteeValues", "SetteeFiles", "SetteeStorage", "CSetteeAugeas",
    ],
    "Etcd": ["Settee", "SetteeFiles", "CSetteeCurl"],
    "Terminal": ["SetteeValues", "CSetteeCurses"],
    "Verbs": ["Settee", "SetteeFiles", "SetteeValues", "SetteeJSONSchema", "SetteeTerminal"],
    "Editor": ["Settee", "SetteeFiles", "SetteeTerminal", "SetteeVerbs"],
    "Command": [
      "Settee", "SetteeVerbs", "SetteeEditor", "SetteeEtcd", "SetteeAugeas", "SetteeValues",
    ],
    "Demo": ["Settee", "SetteeFiles", "SetteeEditor"],
  ]

  /// The system modules that every module may import, because they keep startup below 5 ms.
  static let system: Set = [
    "FoundationEssentials", "Foundation", "Glibc", "Musl", "Darwin", "Synchronization",
    "Observation", "_StringProcessing", "RegexBuilder",
  ]

  /// The only module that may import each C module.
  static let cModules = [
    "CSetteeCurses": "Terminal", "CSetteeCurl": "Etcd", "CSetteeSodium": "Cloud",
    "CSetteeSystem": "Files", "CSetteeFyaml": "Values", "CSetteeAugeas": "Augeas",
  ]

  @Test func `every module imports only the modules that the design allows`() throws {
    for file in try SourceFile.all(below: "Sources") {
      let allowed = try #require(
        Self.allowedImports[file.module], "\(file.path) is not in a known module")
      let unexpected = file.imports.subtracting(allowed).subtracting(Self.system)
      #expect(unexpected.isEmpty, "\(file.path) imports \(unexpected.sorted())")
    }
  }

  @Test func `a C module is imported in exactly one file, and not publicly`() throws {
    let files = try SourceFile.all(below: "Sources")
    for (module, owner) in Self.cModules {
      let users = files.filter { $0.imports.contains(module) }
      #expect(users.count <= 1, "\(module) is imported by \(users.map(\.path))")
      for user in users {
        #expect(user.module == owner, "\(user.path) imports \(module)")
        #expect(!user.lines.contains("public import \(module)"), "\(user.path)")
      }
    }
  }

  @Test func `Foundation is imported only where FoundationEssentials is missing`() throws {
    for file in try SourceFile.all(below: "Sources") {
      var branch = ""
      for line in file.lines.map({ $0.trimmingPrefix { $0 == " " } }) {
        if line.hasPrefix("#if") || line.hasPrefix("#elseif") { branch = String(line) }
        if line.hasPrefix("#else") && !line.hasPrefix("#elseif") { branch = "not " + branch }
        if line.hasPrefix("#endif") { branch = "" }
        guard line.hasSuffix("import Foundation") else { continue }
        let guarded =
          branch == "not #if canImport(FoundationEssentials)"
          || branch.contains("canImport(Darwin)")
        #expect(
          guarded, "\(file.path): '\(line)' needs '#if canImport(FoundationEssentials)' first")
      }
    }
  }
}
