import Foundation

/// The `settee` that the tests start: the program in `SETTEE_PROGRAM`, which Scripts/test sets to
/// the installed release, or else the debug build next to the tests.
package enum ProgramUnderTest {
  /// The folder that contains the tests.
  private static let here: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The folder of the built products: `SETTEE_TOOLS`, or else the folder of the tests.
  private static let products =
    ProcessInfo.processInfo.environment["SETTEE_TOOLS"].map { URL(fileURLWithPath: $0) } ?? here

  /// The path of the program.
  package static let path: String =
    ProcessInfo.processInfo.environment["SETTEE_PROGRAM"] ?? product("settee")

  /// The search path of a shell, with the program and the other tools.
  package static let searchPath =
    "\((path as NSString).deletingLastPathComponent):\(products.path):/usr/bin:/bin"

  /// The `share` folder of the installed package: its panes, man page, and completions.
  package static let share: String? =
    path.hasSuffix("/usr/bin/settee") ? String(path.dropLast("bin/settee".count)) + "share" : nil

  /// Returns the path of another program of the package, which links the library.
  package static func product(_ name: String) -> String {
    products.appendingPathComponent(name).path
  }

  /// The program that runs Foundation's code.
  ///
  /// It is never the release, because in a statically linked program Foundation doesn't recognize
  /// its own dates and data.
  package static let oracle = here.appendingPathComponent("DomainTool").path
}
