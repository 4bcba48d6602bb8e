import Foundation

/// The `settee` that the tests start: the installed release where `SETTEE_PROGRAM` names it, as the
/// gate does, else the debug build that stands beside the tests.
package enum ProgramUnderTest {
  /// The folder of the built products: where `SETTEE_TOOLS` says, else where the tests stand.
  private static let products: URL = {
    if let folder = ProcessInfo.processInfo.environment["SETTEE_TOOLS"] {
      return URL(fileURLWithPath: folder)
    }
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The path of the program.
  package static let path: String =
    ProcessInfo.processInfo.environment["SETTEE_PROGRAM"] ?? product("settee")

  /// The folder that it stands in.
  package static let folder = (path as NSString).deletingLastPathComponent

  /// The folder of the other programs of the package, which link the library.
  package static let tools = products.path

  /// The `share` folder of the installed package: its panes, man page and completions.
  package static let share: String? =
    path.hasSuffix("/usr/bin/settee") ? String(path.dropLast("bin/settee".count)) + "share" : nil

  /// The path of another program of the package, which links the library.
  package static func product(_ name: String) -> String {
    products.appendingPathComponent(name).path
  }
}
