import SetteeEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the process; what is registered for its end still runs.
func exitProcess(_ code: Int32) -> Never { exit(code) }

/// Keeps an app in memory until the process ends.
///
/// A verb that has printed is done. To take thousands of rows apart before it leaves would take as
/// long as to print them; the system takes back the memory as a whole.
func keepToTheEnd(_ app: App) { _ = Unmanaged.passRetained(KeptApp(app)) }

private final class KeptApp {
  private let app: App

  init(_ app: App) { self.app = app }
}
