import Foundation

/// The paths of the programs that the tests start.
///
/// `SETTEE_PROGRAM` names the `settee` to test. Scripts/test sets it to the installed release. By
/// default, the debug build next to the tests is used.
package enum ProgramUnderTest {
  /// The folder that contains the tests.
  private static let here: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The folder that contains the built products, `SETTEE_TOOLS` or the folder of the tests.
  private static let products =
    ProcessInfo.processInfo.environment["SETTEE_TOOLS"].map { URL(fileURLWithPath: $0) } ?? here

  /// The path of `settee`.
  package static let path: String =
    ProcessInfo.processInfo.environment["SETTEE_PROGRAM"] ?? product("settee")

  /// A search path that contains `settee` and the other programs.
  package static let searchPath =
    "\((path as NSString).deletingLastPathComponent):\(products.path):/usr/bin:/bin"

  /// The `share` folder of the installed package: its panes, man page, and completions.
  package static let share: String? =
    path.hasSuffix("/usr/bin/settee") ? String(path.dropLast("bin/settee".count)) + "share" : nil

  /// Returns the path of another program of the package, which links with the library.
  package static func product(_ name: String) -> String {
    products.appendingPathComponent(name).path
  }

  /// The path of the program that runs Foundation's code.
  ///
  /// This is never the release, because Foundation doesn't recognize its own dates and data in a
  /// statically linked program.
  package static let oracle = here.appendingPathComponent("DomainTool").path
}
