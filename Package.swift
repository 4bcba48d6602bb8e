// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let strictC: [CSetting] = [
  .enableWarning("all"),
  .treatAllWarnings(as: .error),
]

/// A Swift target in `Sources/`: its folder name is short, its module name carries the product's.
func module(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency] = [],
  embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder)",
    resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

/// The tests of one module.
func tests(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency], fixtures: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder)", exclude: fixtures,
    swiftSettings: strict)
}

let package = Package(
  name: "settee",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Settee", targets: ["Settee"]),
    .library(name: "SetteeEditor", targets: ["SetteeEditor"]),
    .library(name: "SetteeEtcd", targets: ["SetteeEtcd"]),
    .executable(name: "settee", targets: ["SetteeCommand"]),
    .executable(name: "settee-demo", targets: ["SetteeDemo"]),
  ],
  targets: [
    .target(
      name: "CSetteeCurses", path: "Sources/CCurses", cSettings: strictC,
      linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "CSetteeAugeas", path: "Sources/CAugeas", cSettings: strictC),
    .target(name: "CSetteeCurl", path: "Sources/CCurl", cSettings: strictC),
    .target(name: "CSetteeFyaml", path: "Sources/CFyaml", cSettings: strictC),
    .target(name: "CSetteeSodium", path: "Sources/CSodium", cSettings: strictC),
    .target(name: "CSetteeSystem", path: "Sources/CSystem", cSettings: strictC),
    module("SetteeValues", "Values", ["CSetteeFyaml"]),
    module("SetteeFiles", "Files", ["SetteeValues", "CSetteeSystem"]),
    module(
      "SetteeSchema", "Schema", ["SetteeValues", "SetteeFiles"]),
    module(
      "SetteeStorage", "Storage", ["SetteeValues", "SetteeFiles"]),
    module(
      "SetteeJSONSchema", "JSONSchema",
      ["SetteeValues", "SetteeSchema"]),
    module(
      "SetteeCloud", "Cloud",
      ["SetteeValues", "SetteeFiles", "SetteeStorage", "CSetteeSodium"]),
    module(
      "Settee", "Settee",
      [
        "SetteeValues", "SetteeFiles", "SetteeSchema", "SetteeStorage",
        "SetteeCloud",
      ]),
    module(
      "SetteeAugeas", "Augeas",
      [
        "SetteeValues", "SetteeFiles", "SetteeStorage", "CSetteeAugeas",
      ]),
    module("SetteeEtcd", "Etcd", ["Settee", "SetteeFiles", "CSetteeCurl"]),
    module(
      "SetteeTerminal", "Terminal", ["SetteeValues", "CSetteeCurses"],
      embedding: ["zeroWidth", "doubleWidth", "plainLetters"].map { "Cells/\($0).txt" }),
    module(
      "SetteeVerbs", "Verbs",
      ["Settee", "SetteeFiles", "SetteeValues", "SetteeJSONSchema", "SetteeTerminal"],
      embedding: ["bash", "zsh", "fish"].map { "Parsing/completions.\($0)" }),
    module(
      "SetteeEditor", "Editor", ["Settee", "SetteeFiles", "SetteeTerminal", "SetteeVerbs"],
      embedding: ["de", "ja", "ar"].map { "Strings/\($0).strings" }),
    .executableTarget(
      name: "SetteeCommand",
      dependencies: [
        "Settee", "SetteeVerbs", "SetteeEditor", "SetteeEtcd", "SetteeAugeas", "SetteeValues",
      ],
      path: "Sources/Command", resources: [.embedInCode("manual.man")], swiftSettings: strict),
    .executableTarget(
      name: "SetteeDemo", dependencies: ["Settee", "SetteeFiles", "SetteeEditor"],
      path: "Sources/Demo", swiftSettings: strict),

    .executableTarget(
      name: "DomainTool", dependencies: ["Settee", "SetteeFiles", "SetteeValues"],
      path: "Tests/Tools/DomainTool", swiftSettings: strict),
    .executableTarget(
      name: "FormatTool",
      dependencies: ["SetteeValues", "SetteeAugeas"],
      path: "Tests/Tools/FormatTool",
      swiftSettings: strict),
    .target(
      name: "SetteeSuites", dependencies: ["Settee", "SetteeValues"], path: "Tests/Suites",
      swiftSettings: strict),

    .target(name: "SetteeTestSupport", path: "Tests/Support", swiftSettings: strict),

    tests(
      "SetteeValuesTests", "ValuesTests", ["SetteeValues", "FormatTool", "SetteeTestSupport"]),
    tests(
      "SetteeJSONSchemaTests", "JSONSchemaTests",
      ["SetteeJSONSchema", "SetteeValues"]),
    tests(
      "SetteeTests", "SetteeTests",
      [
        "Settee", "SetteeCloud", "SetteeFiles", "SetteeValues",
        "SetteeSchema", "SetteeStorage", "SetteeSuites", "SetteeTestSupport", "DomainTool",
      ],
      fixtures: ["Schema/Fixtures"]),
    tests(
      "SetteeEtcdTests", "EtcdTests",
      ["SetteeEtcd", "Settee", "SetteeSuites", "SetteeTestSupport"]),
    tests(
      "SetteeTerminalTests", "TerminalTests",
      ["SetteeTerminal", "SetteeValues", "SetteeTestSupport"],
      fixtures: ["Kinds.terminfo"]),
    tests(
      "SetteeEditorTests", "EditorTests",
      ["SetteeEditor", "SetteeVerbs", "Settee", "SetteeTerminal", "SetteeTestSupport"],
      fixtures: ["Goldens"]),
    tests("SetteeCommandTests", "CommandTests", ["SetteeCommand", "SetteeTestSupport"]),
    tests(
      "SetteeJourneyTests", "Journeys", ["SetteeCommand", "DomainTool", "SetteeTestSupport"],
      fixtures: ["Upgrade"]),
    tests("ArchitectureTests", "ArchitectureTests", []),
  ],
  swiftLanguageModes: [.v6]
)
