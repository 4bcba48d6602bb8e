import Foundation

/// The `settee` that the tests start: the installed release where `SETTEE_PROGRAM` names it, as the
/// gate does, else the debug build that stands beside the tests.
package enum ProgramUnderTest {
  /// The folder of the built products, in which the tests themselves stand.
  private static let products: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The path of the program.
  package static let path: String =
    ProcessInfo.processInfo.environment["SETTEE_PROGRAM"] ?? product("settee")

  /// The path of another program of the package, which is built beside the tests.
  package static func product(_ name: String) -> String {
    products.appendingPathComponent(name).path
  }
}
