// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "modelbench",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "settee", path: Context.environment["SETTEE_PACKAGE"] ?? "../../..")
  ],
  targets: [
    .executableTarget(
      name: "ModelBench", dependencies: [.product(name: "Settee", package: "settee")])
  ],
  swiftLanguageModes: [.v6]
)
