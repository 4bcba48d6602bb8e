// swift-tools-version: 6.2

import PackageDescription

// The build script sets this variable to the path of the Settee package.
let settee = Context.environment["SETTEE_PACKAGE"] ?? "../.."

let package = Package(
  name: "callsites",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "settee", path: settee)],
  targets: [
    .executableTarget(
      name: "FirstProgram", dependencies: [.product(name: "Settee", package: "settee")],
      path: "FirstProgram"),
    .executableTarget(
      name: "Server", dependencies: [.product(name: "Settee", package: "settee")], path: "Server"),
    .executableTarget(
      name: "Tool",
      dependencies: [
        .product(name: "Settee", package: "settee"),
        .product(name: "SetteeEditor", package: "settee"),
      ], path: "Tool"),
    .target(
      name: "Shared", dependencies: [.product(name: "Settee", package: "settee")],
      path: "AppAndDaemon/Shared"),
    .executableTarget(name: "App", dependencies: ["Shared"], path: "AppAndDaemon/App"),
    .executableTarget(name: "Daemon", dependencies: ["Shared"], path: "AppAndDaemon/Daemon"),
    .target(
      name: "Player", dependencies: [.product(name: "Settee", package: "settee")],
      path: "AppTests/Player"),
    .testTarget(name: "PlayerTests", dependencies: ["Player"], path: "AppTests/PlayerTests"),
  ],
  swiftLanguageModes: [.v6]
)
