import Testing

/// The arrows of the house: who may import whom, as the design draws them.
@Suite struct ArrowsTests {
  /// What each room of `Sources` may import of the product's own modules.
  static let arrows: [String: Set<String>] = [
    "PropertyLists": [],
    "Formats": ["CSetteeFyaml"],
    "Files": ["SetteePropertyLists", "CSetteeSystem"],
    "Schema": ["SetteePropertyLists", "SetteeFiles", "SetteeFormats"],
    "Storage": ["SetteePropertyLists", "SetteeFiles", "SetteeFormats"],
    "JSONSchema": ["SetteePropertyLists", "SetteeFormats", "SetteeSchema"],
    "Cloud": ["SetteePropertyLists", "SetteeFiles", "SetteeStorage", "CSetteeSodium"],
    "Settee": [
      "SetteePropertyLists", "SetteeFormats", "SetteeFiles", "SetteeSchema", "SetteeStorage",
      "SetteeCloud",
    ],
    "Etcd": ["Settee", "SetteeFiles", "CSetteeCurl"],
    "Terminal": ["SetteePropertyLists", "CSetteeCurses"],
    "Verbs": ["Settee", "SetteeFiles", "SetteeFormats", "SetteeJSONSchema", "SetteeTerminal"],
    "Editor": ["Settee", "SetteeFiles", "SetteeTerminal", "SetteeVerbs"],
    "Command": ["Settee", "SetteeVerbs", "SetteeEditor", "SetteeEtcd"],
    "Demo": ["Settee", "SetteeFiles", "SetteeEditor"],
  ]

  /// What comes with the toolchain and keeps a start under five milliseconds.
  static let system: Set = [
    "FoundationEssentials", "Foundation", "Glibc", "Musl", "Darwin", "Synchronization",
    "Observation", "_StringProcessing", "RegexBuilder",
  ]

  /// Which rooms may see which C module, and in how many files.
  static let doors = [
    "CSetteeCurses": "Terminal", "CSetteeCurl": "Etcd", "CSetteeSodium": "Cloud",
    "CSetteeSystem": "Files", "CSetteeFyaml": "Formats",
  ]

  @Test func `every room imports only what the design's arrows allow`() throws {
    for file in try SourceFile.all(below: "Sources") {
      let allowed = try #require(Self.arrows[file.room], "\(file.path) stands in no known room")
      let strange = file.imports.subtracting(allowed).subtracting(Self.system)
      #expect(strange.isEmpty, "\(file.path) imports \(strange.sorted())")
    }
  }

  @Test func `a C module is imported in exactly one file, and not publicly`() throws {
    let files = try SourceFile.all(below: "Sources")
    for (module, room) in Self.doors {
      let users = files.filter { $0.imports.contains(module) }
      #expect(users.count <= 1, "\(module) is imported by \(users.map(\.path))")
      for user in users {
        #expect(user.room == room, "\(user.path) imports \(module)")
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
