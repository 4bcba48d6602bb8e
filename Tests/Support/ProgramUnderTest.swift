import Foundation

/// The `settee` that the tests start: the installed release where `SETTEE_PROGRAM` names it, as the
/// gate does, else the debug build that stands beside the tests.
package enum ProgramUnderTest {
  /// The folder in which the tests stand.
  private static let here: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The folder of the built products: where `SETTEE_TOOLS` says, else where the tests stand.
  private static let products =
    ProcessInfo.processInfo.environment["SETTEE_TOOLS"].map { URL(fileURLWithPath: $0) } ?? here

  /// The path of the program.
  package static let path: String =
    ProcessInfo.processInfo.environment["SETTEE_PROGRAM"] ?? product("settee")

  /// The folders in which a shell finds it and the others.
  package static let searchPath =
    "\((path as NSString).deletingLastPathComponent):\(products.path):/usr/bin:/bin"

  /// The `share` folder of the installed package: its panes, man page and completions.
  package static let share: String? =
    path.hasSuffix("/usr/bin/settee") ? String(path.dropLast("bin/settee".count)) + "share" : nil

  /// The path of another program of the package, which links the library.
  package static func product(_ name: String) -> String {
    products.appendingPathComponent(name).path
  }

  /// The program that does what Foundation does, and is never the release: linked statically, as that
  /// is, Foundation does not know its own dates and data again.
  package static let oracle = here.appendingPathComponent("DomainTool").path
}
